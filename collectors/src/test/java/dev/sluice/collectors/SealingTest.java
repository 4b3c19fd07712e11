package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.collectors.chunking.DelayGoal;
import dev.sluice.testkit.LogLines;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What counts as a chunk, and what is logged of rows that make none. */
class SealingTest extends CollectorTest {
  private final LogLines log = new LogLines();

  @AfterEach
  void others_log_again() {
    log.close();
  }

  @Test
  void rows_that_make_no_chunk_do_not_put_off_the_one_that_tells_drops() {
    start(manual());
    clock.skip(Duration.ofSeconds(9));
    rows.emit(RawSerializer.POISON, 0, 0);
    flush();
    assertThat(writer.chunks).isEmpty();
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    collector.step();
    assertThat(collector.status().closeReasons()).containsOnlyKeys(CloseReason.DROPS);
  }

  @Test
  void batch_that_was_lost_does_not_put_off_the_one_that_tells_drops() {
    start(manual());
    clock.skip(Duration.ofSeconds(9));
    rows.emit(RawSerializer.BOMB, 0, 0);
    flush();
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    collector.step();
    assertThat(collector.status().closeReasons()).containsOnlyKeys(CloseReason.DROPS);
  }

  @Test
  void oversized_records_are_told_anew_after_others_had_room() {
    start(manual().chunkBytes(2000));
    for (int i = 0; i < 2; i++) {
      rows.emit(1, 0, i, "x".repeat(4000));
      flush();
      emit(1);
      flush();
      clock.skip(Duration.ofSeconds(61));
    }
    assertThat(log.all()).filteredOn(line -> line.contains("does not fit a chunk")).hasSize(2);
  }

  @Test
  void encoder_that_fails_over_no_rows_is_logged_and_the_end_told() {
    start(manual());
    serializer.failure = new IllegalStateException("broken");
    collector.close(Duration.ofSeconds(1));
    assertThat(log.all()).contains("WARNING producer test: an empty chunk could not be encoded");
    assertThat(writer.last().accounting().end()).isTrue();
  }

  @Test
  void flush_that_is_over_leaves_nobody_waiting() {
    start(manual());
    flush();
    collector.pump().requestFlush();
    collector.pump().flushes.leave();
    assertThat(collector.pump().flushes.isPending())
        .as("given up, and the first is over")
        .isFalse();
    collector.pump().requestFlush();
    assertThat(collector.pump().flushes.isPending()).isTrue();
    collector.step();
    collector.pump().flushes.leave();
    assertThat(collector.pump().flushes.isPending()).isFalse();
  }

  @Test
  void goal_of_the_builder_is_the_one_that_is_held() {
    start(manual().chunkAdapt(DelayGoal.parse("p90<100ms")));
    assertThat(collector.status().chunking().goalNanos()).isEqualTo(100_000_000);
  }

  @Test
  void encoder_has_the_room_that_header_attributes_and_checksum_leave() {
    start(manual().chunkBytes(2000).attribute("env", "test"));
    emit(1);
    flush();
    int attributes = Attributes.of(Map.of("env", "test")).bytes();
    assertThat(attributes).isPositive();
    assertThat(serializer.room).isEqualTo(2000 - ChunkSealer.HEADER_ROOM - attributes - 4);
    collector.close(Duration.ofSeconds(1));
    assertThat(serializer.behind).as("room for the checksum of a chunk without rows").isEqualTo(4);
  }

  @Test
  void chunks_are_filled_as_the_encoder_packs_rows() {
    serializer.packing = 4;
    start(manual().chunkBytes(2000).chunkRecords(60_000));
    for (int round = 0; round < 10; round++) {
      emit(1000);
      flush();
    }
    int before = writer.chunks.size();
    emit(1000);
    flush();
    assertThat(writer.chunks.subList(before, writer.chunks.size()))
        .as("of 2,000 bytes each for 1,000 rows of 8")
        .hasSizeBetween(5, 6);
    assertThat(collector.close(Duration.ofSeconds(1)).acknowledged()).isEqualTo(11_000);
    collector = null; // nobody can decode these
  }
}
