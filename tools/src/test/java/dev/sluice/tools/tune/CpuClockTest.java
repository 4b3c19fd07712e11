package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CpuClockTest {
  private static final long USED = 20_000_000;

  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void stop() {
    end.countDown();
  }

  @Test
  void a_thread_that_ends_takes_nothing_from_what_the_others_used() throws InterruptedException {
    Thread ending = busy();
    CpuClock.Others before = CpuClock.others();
    end.countDown();
    ending.join();

    assertThat(CpuClock.others().since(before)).isNotNegative();
  }

  @Test
  void a_thread_that_began_in_between_counts_whole() throws InterruptedException {
    CpuClock.Others before = CpuClock.others();
    busy();

    assertThat(CpuClock.others().since(before)).isGreaterThanOrEqualTo(USED);
  }

  @Test
  void the_calling_thread_does_not_count() throws InterruptedException {
    busy();
    CpuClock.Others others = CpuClock.others();

    assertThat(others.nanos()).isNotEmpty().doesNotContainKey(Thread.currentThread().getId());
  }

  /** A thread that has used {@link #USED} and lives until the end. */
  private Thread busy() throws InterruptedException {
    CountDownLatch used = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              long start = CpuClock.own();
              while (CpuClock.own() - start < USED) {
                Thread.onSpinWait();
              }
              used.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.setDaemon(true);
    thread.start();
    used.await();
    return thread;
  }
}
