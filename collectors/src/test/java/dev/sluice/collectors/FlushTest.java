package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlushTest extends CollectorTest {
  @Test
  void flush_ends_with_one_whole_chunk_though_a_row_comes_while_each_is_encoded() {
    start(manual());
    emit(10);
    serializer.beforeEncode = () -> rows.emit(2, 0, 0);
    assertThat(collector.flush(Duration.ofSeconds(1))).isTrue();
    assertThat(collector.status().closeReasons())
        .containsExactlyEntriesOf(Map.of(CloseReason.FLUSH, 1L));
    assertThat(sequences(1)).hasSize(10);
    for (int i = 0; i < 100; i++) {
      collector.step();
    }
    assertThat(writer.chunks).as("later rows wait for delay").hasSize(1);
    serializer.beforeEncode = () -> {};
  }

  @Test
  void flush_that_is_given_up_closes_no_chunk_afterwards() {
    start(manual().maxOwnedStripes(0));
    RowBuffer buffer = collector.rows().buffer();
    int at = buffer.claim(TestRows.WORDS);
    emit(10);
    assertThat(collector.flush(Duration.ofSeconds(1))).as("a row is still written").isFalse();
    buffer.put(at + 1, 0);
    assertThat(buffer.commit(at, RowLayout.header(TestRows.WORDS, 0))).isTrue();
    for (int i = 0; i < 100; i++) {
      collector.step();
    }
    assertThat(writer.chunks).isEmpty();
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    assertThat(collector.status().closeReasons()).containsOnlyKeys(CloseReason.AGE);
  }

  @Test
  void flushes_asked_for_together_close_one_chunk() {
    start(manual());
    emit(10);
    collector.pump().requestFlush();
    collector.pump().requestFlush();
    flush();
    assertThat(writer.chunks).hasSize(1);
    emit(1);
    flush();
    assertThat(writer.chunks).hasSize(2);
  }

  @Test
  void flush_and_close_take_any_duration() {
    start(builder());
    emit(10);
    assertThat(collector.flush(ChronoUnit.FOREVER.getDuration())).isTrue();
    emit(10);
    collector.flush(Duration.ofSeconds(Long.MIN_VALUE));
    assertThat(collector.close(ChronoUnit.FOREVER.getDuration()).acknowledged()).isEqualTo(20);
    assertThat(collector.close(Duration.ofSeconds(Long.MIN_VALUE)).acknowledged()).isEqualTo(20);
  }

  @Test
  void writer_is_asked_to_send_what_it_holds_once_nothing_waits() {
    start(manual());
    flush();
    int before = writer.flushes;
    emit(10);
    flush();
    collector.step();
    assertThat(writer.flushes).isGreaterThan(before);
    int after = writer.flushes;
    collector.step();
    assertThat(writer.flushes).as("nobody asked again").isEqualTo(after);
  }
}
