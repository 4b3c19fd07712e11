package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What closing does with what the sink has not taken, and how long that takes in virtual time. */
@Warns("will try again: the sink is down")
class DrainTest extends CollectorTest {
  private static final long MILLISECOND = 1_000_000;

  /** Closes; how long that took. */
  private long close(Duration timeout) {
    long begun = clock.now();
    collector.close(timeout);
    return clock.now() - begun;
  }

  @Test
  void sink_that_takes_the_last_chunk_alone_learns_what_was_given_up() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(manual().chunkRecords(10));
    emit(20);
    clock.at(3_200 * MILLISECOND, () -> writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE);
    assertThat(close(Duration.ofSeconds(4))).isBetween(3_200 * MILLISECOND, 4_000 * MILLISECOND);
    assertThat(writer.chunks).hasSize(1);
    Accounting end = writer.last().accounting();
    assertThat(end.end()).isTrue();
    assertThat(end.dropped().of(DropCause.CLOSED)).isEqualTo(20);
  }

  @Test
  void sink_that_is_back_gets_at_once_what_waits() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(manual());
    emit(5);
    clock.advanceTo(Duration.ofMinutes(5).toNanos());
    int attempts = writer.attempts;
    while (writer.attempts == attempts) {
      clock.advanceTo(clock.now() + MILLISECOND);
    }
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    assertThat(close(Duration.ofHours(1))).isLessThan(10 * MILLISECOND);
    assertThat(writer.rows()).hasSize(5);
  }

  @Test
  void writer_that_holds_chunks_until_it_is_flushed_does_not_hold_up_close() {
    writer.mode = FakeRawWriter.Mode.HOLD;
    writer.onFlush = writer::release;
    start(manual());
    collector.step(); // the first flush lets it connect
    emit(10);
    assertThat(close(Duration.ofHours(1))).isLessThan(10 * MILLISECOND);
    assertThat(writer.rows()).hasSize(10);
    assertThat(writer.last().accounting().end()).isTrue();
  }

  @Test
  void step_that_is_being_made_is_awaited_for_a_tenth_of_a_second_twice() {
    start(manual());
    emit(1);
    long[] took = new long[1];
    serializer.beforeEncode =
        () -> {
          serializer.beforeEncode = () -> {};
          clock.at(clock.now(), () -> took[0] = close(Duration.ZERO));
          clock.pause(MILLISECOND);
        };
    clock.advanceTo(Duration.ofSeconds(1).toNanos());
    assertThat(took[0]).isBetween(200 * MILLISECOND, 205 * MILLISECOND);
    assertThat(collector.pump().flushes.isPending()).isFalse();
    assertThat(collector.report().balanced()).isTrue();
    assertThat(dropped(DropCause.CLOSED)).isEqualTo(1);
    collector = null; // the sink was never told of the end
  }
}
