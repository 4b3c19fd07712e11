package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HousekeepingTest {
  private static final Duration NOW = Duration.ZERO;
  private static final Duration OFTEN = Duration.ofMillis(1);
  private static final Duration NEVER = Duration.ofDays(365);

  private final List<Thread> threads = new ArrayList<>();
  private final Housekeeping housekeeping =
      new Housekeeping(
          work -> {
            Thread thread = new Thread(work);
            threads.add(thread);
            return thread;
          });
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void close() {
    housekeeping.close(Duration.ofSeconds(5));
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void one_daemon_thread_of_the_factory_does_all_tasks() {
    assertThat(threads).isEmpty();
    AtomicReference<Thread> other = new AtomicReference<>();
    housekeeping.every(NOW, OFTEN, runs::incrementAndGet);
    housekeeping.every(NOW, OFTEN, () -> other.set(Thread.currentThread()));
    await().until(() -> runs.get() > 3 && other.get() != null);
    assertThat(threads).singleElement().isEqualTo(other.get());
    assertThat(other.get().isDaemon()).isTrue();
    assertThat(other.get().getName()).isEqualTo("sluice-housekeeping");
  }

  @Test
  void first_time_is_not_before_its_offset() {
    housekeeping.every(NEVER, OFTEN, () -> runs.addAndGet(1000));
    housekeeping.every(NOW, OFTEN, runs::incrementAndGet);
    await().until(() -> runs.get() > 3);
    assertThat(runs.get()).isLessThan(1000);
  }

  @Test
  void throwing_task_is_logged_once_an_episode_and_stays_scheduled() {
    try (Logged logged = new Logged()) {
      housekeeping.every(
          NOW,
          OFTEN,
          () -> {
            if (runs.incrementAndGet() != 5) {
              throw new StackOverflowError("on purpose");
            }
          });
      await().until(() -> runs.get() > 10);
      housekeeping.close(Duration.ofSeconds(5));
      assertThat(logged.records())
          .hasSize(2)
          .allMatch(record -> record.getThrown().getMessage().equals("on purpose"));
    }
  }

  @Test
  void task_goes_on_and_is_told_later_if_memory_is_short_for_telling_that_it_failed() {
    AtomicInteger attempts = new AtomicInteger();
    Logged.Failing failing =
        () -> {
          if (attempts.incrementAndGet() <= 3) {
            throw new OutOfMemoryError("on purpose");
          }
        };
    try (Logged logged = new Logged(failing)) {
      housekeeping.every(
          NOW,
          OFTEN,
          () -> {
            runs.incrementAndGet();
            throw new OutOfMemoryError("on purpose, too");
          });
      await().until(() -> runs.get() > 10);
      assertThat(attempts).hasValue(4);
      assertThat(logged.records()).hasSize(1);
    }
  }

  @Test
  void task_whose_failure_cannot_be_told_waits_for_its_period_all_the_same() {
    Logged.Failing failing =
        () -> {
          throw new StackOverflowError("on purpose");
        };
    try (Logged logged = new Logged(failing)) {
      AtomicInteger failures = new AtomicInteger();
      housekeeping.every(
          NOW,
          NEVER,
          () -> {
            failures.incrementAndGet();
            throw new OutOfMemoryError("on purpose, too");
          });
      housekeeping.every(NOW, OFTEN, runs::incrementAndGet);
      await().until(() -> runs.get() > 20);
      assertThat(failures).hasValue(1);
      assertThat(logged.records()).isEmpty();
    }
  }

  @Test
  void cancelled_task_does_not_begin_again() {
    AtomicReference<Housekeeping.Task> task = new AtomicReference<>();
    CountDownLatch scheduled = new CountDownLatch(1);
    task.set(
        housekeeping.every(
            NOW,
            OFTEN,
            () -> {
              awaitLatch(scheduled);
              runs.addAndGet(1000);
              task.get().cancel();
            }));
    scheduled.countDown();
    housekeeping.every(NOW, OFTEN, runs::incrementAndGet);
    await().until(() -> runs.get() > 1003);
    assertThat(runs.get()).isBetween(1004, 1999);
    task.get().cancel();
  }

  @Test
  void closed_housekeeping_begins_nothing_and_interrupts_what_hangs() {
    AtomicReference<Throwable> end = new AtomicReference<>();
    CountDownLatch hanging = new CountDownLatch(1);
    housekeeping.every(
        NOW,
        OFTEN,
        () -> {
          hanging.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            end.set(e);
          }
        });
    awaitLatch(hanging);
    housekeeping.close(Duration.ofMillis(1));
    await().until(() -> end.get() != null);
    housekeeping.every(NOW, OFTEN, runs::incrementAndGet).cancel();
    await().until(() -> !threads.get(0).isAlive());
    assertThat(runs).hasValue(0);
  }

  @Test
  void task_may_close() {
    housekeeping.every(NOW, OFTEN, () -> housekeeping.close(NEVER));
    await().until(() -> threads.size() == 1 && !threads.get(0).isAlive());
  }

  @Test
  void times_too_short_are_told() {
    assertThatThrownBy(() -> housekeeping.every(Duration.ofMillis(-1), OFTEN, () -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-0.001S");
    assertThatThrownBy(() -> housekeeping.every(NOW, Duration.ofNanos(1), () -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT0.000000001S");
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
