package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.collectors.threads.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pump is stepped as its thread does it: until there is nothing to do, then it sleeps. */
class DelayTest extends CollectorTest {
  private static final Duration DELAY = Duration.ofMillis(200);
  private long wakesAt;
  private int seen;
  private long oldest;

  @ParameterizedTest
  @ValueSource(ints = {600, 4_000, 5_500, 6_000, 60_000})
  void no_record_waits_longer_than_delay_however_many_come(int perSecond) {
    run(perSecond);
    assertThat(oldest).isLessThanOrEqualTo(DELAY.toNanos() + 1_000_000_000 / perSecond);
  }

  @ParameterizedTest
  @ValueSource(ints = {6_000, 7_000, 10_000, 60_000})
  void chunks_stay_full_where_many_records_come(int perSecond) {
    run(perSecond);
    assertThat(writer.chunks).hasSizeLessThanOrEqualTo(2 * perSecond / 1024 * 5 / 4);
  }

  private void run(int perSecond) {
    start(manual().maxDelay(DELAY));
    for (int i = 0; i < 2 * perSecond; i++) {
      clock.skip(Duration.ofNanos(1_000_000_000 / perSecond));
      assertThat(rows.emit(1, clock.nanoTime(), i)).isTrue();
      if (clock.nanoTime() >= wakesAt) {
        wake();
      }
    }
    assertThat(seen).isPositive();
  }

  private void wake() {
    while (collector.step() == Step.BUSY) {
      // until there is nothing to do
    }
    wakesAt = clock.nanoTime() + collector.pump().idleNanos();
    List<Chunk> sent = writer.chunks;
    for (; seen < sent.size(); seen++) {
      long first = TestRows.decode(sent.get(seen)).get(0).time();
      oldest = Math.max(oldest, clock.nanoTime() - first);
    }
  }
}
