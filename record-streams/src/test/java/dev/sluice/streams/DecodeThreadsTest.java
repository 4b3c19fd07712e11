package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.support.Decoders;
import dev.sluice.support.platform.SystemPlatform;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DecodeThreadsTest {
  private static DecodeThreads workers(int count) {
    return new DecodeThreads(count, () -> new Decoders(DecodeLimits.FORMAT), SystemPlatform.get());
  }

  @Test
  void each_worker_has_a_decoder_and_a_daemon_with_a_number_from_one() {
    AtomicInteger decoders = new AtomicInteger();
    Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    try (DecodeThreads workers =
        new DecodeThreads(
            2,
            () -> {
              decoders.incrementAndGet();
              return new Decoders(DecodeLimits.FORMAT);
            },
            SystemPlatform.get())) {
      workers.submit(0, by -> threads.add(Thread.currentThread()));
      workers.submit(1, by -> threads.add(Thread.currentThread()));
      workers.await();
    }
    assertThat(decoders.get()).isEqualTo(2);
    assertThat(threads)
        .extracting(Thread::getName)
        .containsExactlyInAnyOrder("sluice-records-1", "sluice-records-2");
    assertThat(threads).allMatch(Thread::isDaemon);
  }

  /** Its queue has room for four: when the seventh task is in it the first has failed. */
  @Test
  void a_failure_is_thrown_while_more_is_submitted() {
    IllegalStateException failure = new IllegalStateException("no");
    try (DecodeThreads workers = workers(1)) {
      assertThatThrownBy(
              () -> {
                workers.submit(
                    0,
                    by -> {
                      throw failure;
                    });
                for (int i = 0; i < 7; i++) {
                  workers.submit(0, by -> {});
                }
              })
          .isSameAs(failure);
      workers.cancel();
    }
  }

  @Test
  void what_waits_when_all_is_cancelled_is_left_out_and_what_comes_later_is_done()
      throws Exception {
    CountDownLatch cancelled = new CountDownLatch(1);
    AtomicBoolean waiting = new AtomicBoolean();
    AtomicBoolean later = new AtomicBoolean();
    Thread polling = Thread.currentThread();
    try (DecodeThreads workers = workers(1)) {
      workers.submit(0, by -> awaitUninterrupted(cancelled));
      workers.submit(0, by -> waiting.set(true));
      Thread watch =
          new Thread(
              () -> {
                while (polling.getState() != Thread.State.WAITING) {
                  Thread.onSpinWait();
                }
                cancelled.countDown();
              });
      watch.start();
      workers.cancel(); // the first place where this thread waits
      watch.join();
      workers.submit(0, by -> later.set(true));
      workers.await();
    }
    assertThat(waiting).isFalse();
    assertThat(later).isTrue();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
