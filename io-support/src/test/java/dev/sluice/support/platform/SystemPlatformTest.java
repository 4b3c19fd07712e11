package dev.sluice.support.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.platform.Signal;
import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemPlatformTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final List<Thread> made = new ArrayList<>();
  private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
  private final Signal signal = new Signal();
  private volatile boolean awake;
  private Worker worker;

  private Thread made(Runnable run) {
    Thread thread = new Thread(run);
    thread.setDaemon(false); // whatever made it
    made.add(thread);
    return thread;
  }

  private Task task(LongSupplier turn) {
    return new Task() {
      @Override
      public long turn() {
        return turn.getAsLong();
      }

      @Override
      public boolean isAwake() {
        return awake;
      }

      @Override
      public Signal signal() {
        return signal;
      }
    };
  }

  private Thread start(LongSupplier turn) {
    worker = SystemPlatform.with(this::made).start("name of it", task(turn));
    return made.get(0);
  }

  private Object next() throws InterruptedException {
    return seen.poll(1, TimeUnit.MINUTES);
  }

  @AfterEach
  void worker_that_is_stopped_ends_whatever_it_waits_for() throws InterruptedException {
    if (worker != null) {
      worker.stop();
      made.get(0).join(TimeUnit.MINUTES.toMillis(1));
      assertThat(worker.isAlive()).isFalse();
    }
  }

  @Test
  void thread_that_the_program_uses_again_is_no_sink_thread() throws InterruptedException {
    LongSupplier turn =
        () -> {
          seen.add(SinkThreads.isCurrent());
          return Task.END;
        };
    SystemPlatform.with(
            run ->
                new Thread(
                    () -> {
                      run.run();
                      seen.add(SinkThreads.isCurrent());
                    }))
        .start("pooled", task(turn));
    assertThat(next()).isEqualTo(true);
    assertThat(next()).isEqualTo(false);
  }

  @Test
  void task_works_on_a_daemon_of_the_factory() throws InterruptedException {
    Thread thread =
        start(
            () -> {
              seen.add(worker == null || worker.isCurrent());
              seen.add(SystemPlatform.get().caller());
              return HOUR;
            });
    assertThat(thread.getName()).isEqualTo("name of it");
    assertThat(thread.isDaemon()).isTrue();
    assertThat(next()).isEqualTo(true);
    assertThat(next()).isSameAs(thread);
    assertThat(worker.isAlive()).isTrue();
    assertThat(worker.isCurrent()).isFalse();
  }

  @Test
  void raised_signal_ends_a_sleep() throws InterruptedException {
    start(
        () -> {
          awake = false;
          seen.add("turn");
          return HOUR;
        });
    for (int i = 0; i < 100; i++) {
      assertThat(next()).isEqualTo("turn");
      awake = true;
      signal.raise();
    }
  }

  @Test
  void turn_that_throws_is_followed_by_another() throws InterruptedException {
    start(
        () -> {
          seen.add("turn");
          throw new OutOfMemoryError("for a test");
        });
    assertThat(next()).isEqualTo("turn");
    assertThat(next()).isEqualTo("turn");
  }

  @Test
  void interrupt_ends_a_blocking_turn_and_is_forgotten_after_it() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    start(
        () -> {
          seen.add(Thread.currentThread().isInterrupted());
          begun.countDown();
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return 0;
        });
    begun.await();
    worker.interrupt();
    assertThat(next()).isEqualTo(false);
    assertThat(next()).isEqualTo(false);
    worker.stop();
    worker.interrupt();
  }

  @Test
  void wait_for_a_time_is_ended_by_a_stop_alone() throws InterruptedException {
    start(
        () -> {
          seen.add("turn");
          awake = true;
          return -HOUR;
        });
    assertThat(next()).isEqualTo("turn");
    signal.raise();
    assertThat(signal.isAwaited()).isFalse();
    assertThat(seen).isEmpty();
  }

  /** Until it waits for a time, or has made more turns than one that waits makes. */
  private int turnsUntilItWaits(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING && seen.size() < 1_000) {
      Thread.onSpinWait();
    }
    return seen.size();
  }

  @ParameterizedTest
  @ValueSource(longs = {HOUR, -HOUR})
  void thread_waits_between_turns(long wait) {
    Thread thread =
        start(
            () -> {
              seen.add("turn");
              return wait;
            });
    assertThat(turnsUntilItWaits(thread)).isEqualTo(1);
  }

  @Test
  void thread_waits_after_a_turn_that_throws() {
    Thread thread =
        start(
            () -> {
              seen.add("turn");
              throw new OutOfMemoryError("for a test");
            });
    assertThat(turnsUntilItWaits(thread)).isLessThan(1_000);
  }

  @Test
  void pause_waits_for_its_time() throws InterruptedException {
    Thread pausing = new Thread(() -> SystemPlatform.get().pause(HOUR));
    pausing.start();
    while (pausing.getState() != Thread.State.TIMED_WAITING && pausing.isAlive()) {
      Thread.onSpinWait();
    }
    assertThat(pausing.isAlive()).isTrue();
    LockSupport.unpark(pausing);
    pausing.join(TimeUnit.MINUTES.toMillis(1));
    assertThat(pausing.isAlive()).isFalse();
  }

  @Test
  void random_bits_are_others_each_time() {
    assertThat(SystemPlatform.get().randomLong()).isNotEqualTo(SystemPlatform.get().randomLong());
  }

  @Test
  void work_is_done_once_and_what_it_throws_is_told_to_the_handler_of_its_thread()
      throws InterruptedException {
    Error thrown = new OutOfMemoryError("for a test");
    SystemPlatform platform =
        SystemPlatform.with(
            run -> {
              Thread thread = made(run);
              thread.setUncaughtExceptionHandler((who, what) -> seen.add(what));
              return thread;
            });
    CountDownLatch goesOn = new CountDownLatch(1);
    worker =
        platform.run(
            "name of it",
            () -> {
              awaitUninterrupted(goesOn);
              throw thrown;
            });
    assertThat(worker.join(1)).isFalse();
    goesOn.countDown();
    assertThat(worker.join(HOUR)).isTrue();
    assertThat(seen).containsExactly(thrown);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void factory_that_gives_no_thread_is_named() {
    assertThatThrownBy(() -> SystemPlatform.with(run -> null).start("name of it", null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the thread factory gave no thread for name of it");
  }

  @Test
  void clocks_are_those_of_the_machine() {
    long before = System.nanoTime();
    long nanos = SystemPlatform.get().nanoTime();
    assertThat(nanos).isBetween(before, System.nanoTime());
    long millis = System.currentTimeMillis();
    long epoch = SystemPlatform.get().epochNanos() / 1_000_000;
    assertThat(epoch).isBetween(millis, System.currentTimeMillis());
    assertThat(SystemPlatform.get().disk()).isSameAs(SystemDisk.INSTANCE);
  }
}
