package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@Warns({"records are refused, so far {oversize=", "does not fit a chunk and is dropped"})
class ChunkLimitsTest extends CollectorTest {
  @Test
  void chunk_closes_on_records() {
    start(manual().chunkRecords(10));
    emit(25);
    flush();
    assertThat(writer.chunks).extracting(c -> c.header().recordCount()).containsExactly(10, 10, 5);
    assertThat(writer.chunks)
        .extracting(c -> CloseReason.label(c.accounting().closeReason()))
        .containsExactly("records", "records", "flush");
    assertThat(collector.status().closeReasons())
        .containsEntry(CloseReason.RECORDS, 2L)
        .containsEntry(CloseReason.FLUSH, 1L);
    assertThat(sequences(1)).containsExactlyElementsOf(LongStream.range(0, 25).boxed().toList());
  }

  @Test
  void records_that_wait_already_go_into_one_chunk_unless_its_size_is_given() {
    start(manual());
    emit(10_000);
    flush();
    assertThat(writer.chunks).extracting(c -> c.header().recordCount()).containsExactly(8192, 1808);
    collector.close(closeTimeout);
    writer.chunks.clear();
    start(manual().chunkRecords(1024));
    emit(3000);
    flush();
    assertThat(writer.chunks)
        .extracting(c -> c.header().recordCount())
        .containsExactly(1024, 1024, 952);
  }

  @Test
  void chunk_closes_on_age_of_its_first_row() {
    start(manual().maxDelay(Duration.ofMillis(200)));
    step();
    clock.skip(Duration.ofMillis(100));
    emit(1);
    step();
    clock.skip(Duration.ofMillis(90));
    emit(1);
    step();
    assertThat(writer.chunks).isEmpty();
    clock.skip(Duration.ofMillis(10));
    step();
    assertThat(writer.chunks).as("200 ms after the last look at the empty ring").hasSize(1);
    assertThat(writer.last().header().recordCount()).isEqualTo(2);
    assertThat(collector.status().closeReasons()).containsOnlyKeys(CloseReason.AGE);
  }

  /** One step each of pump and sender, without a flush. */
  private void step() {
    collector.step();
  }

  @Test
  void chunk_closes_on_bytes_and_never_exceeds_them() {
    start(manual().chunkBytes(4096).chunkRecords(10_000));
    emit(2000);
    flush();
    assertThat(writer.chunks).allMatch(c -> c.length() <= 4096);
    assertThat(writer.rows()).hasSize(2000);
    assertThat(collector.status().closeReasons()).containsKey(CloseReason.BYTES);
    assertThat(writer.chunks).as("chunks are well filled").hasSizeLessThan(2000 * 32 / 3000);
  }

  @Test
  void a_writer_that_takes_less_makes_chunks_smaller_at_once() {
    start(manual());
    emit(1000);
    flush();
    writer.maxChunkBytes = 2000;
    emit(1000);
    flush();
    assertThat(writer.chunks.stream().skip(1)).allMatch(c -> c.length() <= 2000);
    assertThat(writer.rows()).hasSize(2000);
    assertThat(sequences(1).subList(1000, 2000))
        .containsExactlyElementsOf(LongStream.range(0, 1000).boxed().toList());
  }

  @Test
  void batch_that_turns_out_too_large_is_split_in_order() {
    start(manual().chunkBytes(2000).chunkRecords(1000));
    emit(1); // small rows teach a small ratio
    flush();
    for (int i = 0; i < 200; i++) {
      rows.emit(2, 0, i, "x".repeat(i));
    }
    flush();
    assertThat(writer.chunks).allMatch(c -> c.length() <= 2000);
    assertThat(sequences(2)).containsExactlyElementsOf(LongStream.range(0, 200).boxed().toList());
  }

  @Test
  void single_oversized_record_is_dropped_counted_and_never_retried_and_the_rest_arrives() {
    start(manual().chunkBytes(2000));
    emit(3);
    rows.emit(2, 0, 0, "y".repeat(5000));
    emit(3);
    flush();
    assertThat(dropped(DropCause.OVERSIZE)).isEqualTo(1);
    assertThat(writer.rows()).hasSize(6).noneMatch(r -> r.thread() == 2);
    int calls = serializer.calls;
    flush();
    assertThat(serializer.calls).isEqualTo(calls);
  }

  @Test
  void row_longer_than_an_eighth_of_a_stripe_is_oversize_and_texts_of_64_KiB_fit() {
    start(manual());
    assertThat(rows.emit(2, 0, 0, "z".repeat(65_536))).isTrue();
    assertThat(rows.emit(2, 0, 1, "z".repeat(140_000))).isFalse();
    flush();
    assertThat(writer.rows()).hasSize(1);
    assertThat(writer.rows().get(0).text()).hasSize(65_536);
    assertThat(dropped(DropCause.OVERSIZE)).isEqualTo(1);
  }

  @Test
  void header_tells_times_sequence_and_totals() {
    start(manual());
    rows.emit(1, 500, 0);
    rows.emit(1, 300, 1);
    rows.emit(1, 400, 2);
    flush();
    rows.emit(1, 600, 3);
    flush();
    Accounting first = writer.chunks.get(0).accounting();
    assertThat(first.sequence()).isZero();
    assertThat(first.hasTime()).isTrue();
    assertThat(first.firstTime()).isEqualTo(300);
    assertThat(first.lastTime()).isEqualTo(500);
    assertThat(first.emitted()).isEqualTo(3);
    assertThat(first.producerName()).isEqualTo("test");
    assertThat(first.producerId()).isEqualTo(collector.report().producerId());
    Accounting second = writer.chunks.get(1).accounting();
    assertThat(second.sequence()).isEqualTo(1);
    assertThat(second.emitted()).isEqualTo(4);
    assertThat(second.end()).isFalse();
  }

  @Test
  void clock_anchor_is_kept_until_the_wall_clock_is_set() {
    start(manual());
    emit(1);
    flush();
    long before = writer.last().accounting().clockOffset();
    clock.setWallClock(Duration.ofSeconds(1));
    emit(1);
    flush();
    assertThat(writer.last().accounting().clockOffset()).isEqualTo(before);
    clock.setWallClock(Duration.ofMinutes(-30));
    emit(1);
    flush();
    assertThat(writer.last().accounting().clockOffset())
        .isEqualTo(before + Duration.ofSeconds(1).minusMinutes(30).toNanos());
  }

  @Test
  void drops_without_traffic_are_published_by_an_empty_chunk_every_ten_seconds() {
    start(manual());
    emit(1);
    flush();
    rows.emit(2, 0, 1, "z".repeat(140_000));
    clock.skip(Duration.ofSeconds(9));
    step();
    assertThat(writer.chunks).hasSize(1);
    clock.skip(Duration.ofSeconds(1));
    step();
    step();
    assertThat(writer.chunks).hasSize(2);
    Chunk empty = writer.last();
    assertThat(empty.header().recordCount()).isZero();
    assertThat(empty.accounting().emitted()).isEqualTo(2);
    assertThat(empty.accounting().dropped().of(DropCause.OVERSIZE)).isEqualTo(1);
    clock.skip(Duration.ofMinutes(5));
    step();
    assertThat(writer.chunks).as("nothing new to tell").hasSize(2);
    assertThat(collector.status().closeReasons()).containsEntry(CloseReason.DROPS, 1L);
  }

  @Test
  void last_chunk_has_no_records_and_tells_the_end() {
    start(manual());
    collector.close(closeTimeout);
    assertThat(writer.chunks).hasSize(1);
    assertThat(writer.last().header().recordCount()).isZero();
    assertThat(writer.last().accounting().end()).isTrue();
    assertThat(writer.last().accounting().emitted()).isZero();
  }
}
