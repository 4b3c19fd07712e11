package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Worker;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.testkit.LogLines;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Closing in virtual time, with something that happens whenever it waits. */
class ClosingFailureTest extends CollectorTest {
  private static final long POLL_NANOS = 500_000;

  private final LogLines log = new LogLines();
  private Runnable onWait = () -> {};
  private int settles;
  private int interrupts;

  @AfterEach
  void others_log_again() {
    log.close();
  }

  private ChunkingCollectorBuilder watched() {
    Platform platform =
        (Platform)
            Proxy.newProxyInstance(
                Platform.class.getClassLoader(),
                new Class<?>[] {Platform.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("pause")) {
                    beforePause((long) arguments[0]);
                  }
                  try {
                    Object result = method.invoke(clock, arguments);
                    return result instanceof Worker worker ? watched(worker) : result;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    return builder().platform(platform);
  }

  private Worker watched(Worker worker) {
    return (Worker)
        Proxy.newProxyInstance(
            Worker.class.getClassLoader(),
            new Class<?>[] {Worker.class},
            (proxy, method, arguments) -> {
              interrupts += method.getName().equals("interrupt") ? 1 : 0;
              return method.invoke(worker, arguments);
            });
  }

  private void beforePause(long nanos) {
    settles += nanos == 2 * POLL_NANOS ? 1 : 0;
    if (nanos == POLL_NANOS) {
      onWait.run();
    }
  }

  @Test
  void whatever_fails_the_writer_is_closed_and_nothing_runs_afterwards() {
    start(watched());
    emit(5);
    onWait =
        () -> {
          throw new IllegalStateException("broken");
        };
    collector.close(Duration.ofSeconds(1));
    assertThat(log.all())
        .contains("WARNING producer test: closing failed, the remaining records are dropped");
    assertThat(writer.closes).isEqualTo(1);
    assertThat(collector.pump().isEnded()).isTrue();
    collector.pump().requestFlush();
    collector.pump().flushes.leave();
    assertThat(collector.pump().flushes.isPending()).as("nobody waits").isFalse();
    assertThat(collector.sink().ring.threads.isRunning()).isFalse();
    assertThat(collector.report().balanced()).isTrue();
    collector = null; // the sink was never told of the end
  }

  @Test
  void closing_goes_on_when_memory_is_there_again() {
    start(watched());
    emit(5);
    int[] left = {3};
    onWait =
        () -> {
          if (left[0]-- > 0) {
            throw new OutOfMemoryError("none left");
          }
        };
    collector.close(Duration.ofSeconds(1));
    assertThat(writer.rows()).hasSize(5);
    assertThat(settles).isEqualTo(3);
  }

  @Test
  void closing_ends_in_time_without_memory() {
    start(watched());
    emit(5);
    onWait =
        () -> {
          throw new OutOfMemoryError("none left");
        };
    long before = clock.nanoTime();
    collector.close(Duration.ofSeconds(1));
    assertThat(clock.nanoTime() - before).isBetween(700_000_000L, 2_100_000_000L);
    assertThat(writer.closes).isEqualTo(1);
    collector = null; // the sink was never told of the end
  }

  @Test
  void sender_is_interrupted_before_the_end_only_where_something_is_left() {
    start(watched());
    emit(5);
    collector.close(Duration.ofSeconds(1));
    assertThat(interrupts).as("at the end").isEqualTo(1);
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(watched());
    emit(5);
    collector.close(Duration.ofSeconds(1));
    assertThat(interrupts).isEqualTo(3);
  }

  @Test
  void row_that_is_committed_soon_after_the_closing_arrives() {
    start(watched());
    RowBuffer buffer = collector.rows().buffer();
    int at = buffer.claim(TestRows.WORDS);
    onWait =
        () -> {
          onWait = () -> {};
          buffer.put(at + 1, 0);
          assertThat(buffer.commit(at, RowLayout.header(TestRows.WORDS, 0))).isTrue();
        };
    assertThat(collector.close(Duration.ofSeconds(1)).acknowledged()).isEqualTo(1);
    assertThat(collector.pump().flushes.isPending()).isFalse();
  }

  @Test
  void time_is_bounded_on_both_sides() {
    assertThat(Closing.nanos(Duration.ofSeconds(-1))).isZero();
    assertThat(Closing.nanos(Duration.ofNanos(7))).isEqualTo(7);
    assertThat(Closing.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE / 8);
  }
}
