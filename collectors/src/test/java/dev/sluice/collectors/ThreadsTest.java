package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.collectors.ring.OwnedStripe;
import dev.sluice.collectors.ring.Ring;
import dev.sluice.collectors.ring.SharedStripe;
import dev.sluice.collectors.ring.Stripe;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.testkit.Warns;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

@Warns("records are refused, so far {encode_error=")
class ThreadsTest extends CollectorTest {
  @Test
  void order_of_a_thread_is_kept_when_it_gets_a_stripe_of_its_own() throws Exception {
    // Few stripes, many threads that come and go: threads begin in the shared stripe and adopt
    // later.
    start(
        builder()
            .memoryBytes(1 << 20)
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMinutes(1))
            .chunkRecords(50));
    int perThread = 4000;
    AtomicInteger ids = new AtomicInteger();
    List<Thread> runners = new ArrayList<>();
    for (int r = 0; r < 24; r++) {
      runners.add(
          new Thread(
              () -> {
                int id = ids.getAndIncrement();
                int length = perThread / (1 + id % 3);
                for (int i = 0; i < length; i++) {
                  rows.emit(id, 0, i);
                  if (i % 64 == 0) {
                    LockSupport.parkNanos(1_000_000);
                  }
                }
              }));
    }
    runners.forEach(Thread::start);
    for (Thread runner : runners) {
      runner.join();
    }
    flush();
    Map<Integer, Long> last = new HashMap<>();
    writer
        .rows()
        .forEach(
            r -> assertThat(r.sequence()).isEqualTo(last.merge(r.thread(), 0L, (a, b) -> a + 1)));
    assertThat(last).hasSize(24);
  }

  @Test
  void rows_of_an_adopted_stripe_wait_for_older_ones_of_the_same_thread() {
    Ring ring = new Ring(64, 1, new CollectorThreads(SystemPlatform.get()));
    RowBatch batch = new RowBatch(64, null);
    Stripe shared = inThread(ring::stripe, ring::stripe);
    // The first thread took the only owned stripe, so this one is in the shared stripe.
    Stripe mine = ring.stripe();
    assertThat(mine).isSameAs(shared).isInstanceOf(SharedStripe.class);
    int older = mine.claim(2);
    ring.reclaim();
    Stripe own = ring.stripe();
    assertThat(own).isInstanceOf(OwnedStripe.class);
    own.commit(own.claim(2), RowLayout.header(2, 1));
    assertThat(ring.drain(batch, 10, 64) + ring.drain(batch, 10, 64)).isZero();
    mine.commit(older, RowLayout.header(2, 0));
    assertThat(ring.drain(batch, 10, 64) + ring.drain(batch, 10, 64)).isEqualTo(2);
    assertThat(RowLayout.typeId(batch.words[0])).isZero();
    assertThat(ring.stripe()).isSameAs(own);
  }

  /** The stripe that a second thread gets while a first one owns the only other. */
  private static Stripe inThread(Supplier<Stripe> first, Supplier<Stripe> second) {
    Stripe[] result = new Stripe[1];
    CountDownLatch adopted = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread owner =
        new Thread(
            () -> {
              first.get();
              adopted.countDown();
              awaitQuietly(end);
            });
    owner.start();
    awaitQuietly(adopted);
    result[0] = second.get();
    end.countDown();
    await().until(() -> owner.getState() == Thread.State.TERMINATED);
    return result[0];
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void stripes_of_dead_threads_are_used_again() throws InterruptedException {
    Ring ring = new Ring(64, 2, new CollectorThreads(SystemPlatform.get()));
    RowBatch batch = new RowBatch(64, null);
    for (int i = 0; i < 50; i++) {
      Stripe[] stripe = new Stripe[1];
      Thread thread =
          new Thread(
              () -> {
                stripe[0] = ring.stripe();
                stripe[0].commit(stripe[0].claim(2), RowLayout.header(2, 0));
              });
      thread.start();
      thread.join();
      assertThat(stripe[0]).as("thread %s", i).isInstanceOf(OwnedStripe.class);
      ring.reclaim(); // not drained yet, so not free
      batch.clear();
      assertThat(ring.drain(batch, 10, 64)).isEqualTo(1);
      ring.reclaim();
    }
    assertThat(ring.allocatedBytes())
        .as("the shared stripe and one or two more")
        .isLessThanOrEqualTo(3 * 512);
  }

  @Test
  void threads_that_find_all_large_stripes_owned_get_small_ones() {
    Ring ring = new Ring(128, 2, 256, 1, 64, 1, new CollectorThreads(SystemPlatform.get()));
    assertThat(ring.allocatedBytes()).as("two shared stripes").isEqualTo(256 * Long.BYTES);
    Stripe small = inThread(ring::stripe, ring::stripe);
    assertThat(small).isInstanceOf(OwnedStripe.class);
    assertThat(small.capacity()).isEqualTo(64);
    assertThat(ring.stripe()).as("the same thread").isSameAs(small);
    assertThat(small.claim(16)).as("an eighth of a shared one").isNotNegative();
    assertThat(ring.allocatedBytes()).isEqualTo((256 + 256 + 64) * Long.BYTES);
  }

  @Test
  void row_given_up_by_a_thread_that_died_is_counted() throws InterruptedException {
    start(manual());
    Thread thread = new Thread(() -> collector.rows().buffer().claim(4));
    thread.start();
    thread.join();
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    collector.step();
    flush();
    assertThat(dropped(DropCause.ENCODE_ERROR)).isEqualTo(1);
  }

  @Test
  void stack_overflow_in_emit_leaves_a_hole_and_nothing_else() throws InterruptedException {
    start(builder().policy(FullRingPolicy.BLOCK));
    long[] accepted = new long[1];
    Thread thread = new Thread(null, () -> overflow(accepted), "deep", 256 << 10);
    thread.start();
    thread.join();
    emit(10);
    flush();
    assertThat(sequences(1)).hasSize(10);
    assertThat(sequences(2)).hasSize((int) accepted[0]);
    assertThat(accepted[0]).isPositive();
  }

  @Test
  void stack_overflow_of_a_thread_that_has_to_wait_leaves_no_waiting_thread_behind()
      throws InterruptedException {
    start(
        manual()
            .memoryBytes(1 << 20)
            .maxOwnedStripes(0)
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofNanos(1)));
    while (rows.emit(1, 0, 0)) {
      // until the shared stripe is full
    }
    Thread thread = new Thread(null, this::waitDeep, "deep", 256 << 10);
    thread.start();
    thread.join();
    assertThat(collector.sink().waiting()).isZero();
  }

  // Each emit waits for some 50 us, so only those near the end of the stack are made.
  private void waitDeep() {
    int deepest = descend(0, Integer.MAX_VALUE);
    for (int i = 0; i < 20; i++) {
      deepest = Math.max(deepest, descend(0, deepest - 100));
    }
  }

  private int descend(int depth, int emitFrom) {
    try {
      if (depth >= emitFrom) {
        rows.emit(2, 0, depth);
      }
      return descend(depth + 1, emitFrom);
    } catch (StackOverflowError expected) {
      return depth;
    }
  }

  private void overflow(long[] accepted) {
    for (int i = 0; i < 60; i++) {
      try {
        recurse(accepted);
      } catch (StackOverflowError expected) {
        // every round ends here, with emits at every depth on the way
      }
    }
  }

  private void recurse(long[] accepted) {
    if (rows.emit(2, 0, accepted[0])) {
      accepted[0]++;
    }
    recurse(accepted);
  }

  @Test
  void sixty_four_threads_at_once_lose_nothing_and_stay_in_order() throws Exception {
    start(builder().policy(FullRingPolicy.BLOCK).blockDeadline(Duration.ofMinutes(1)));
    CyclicBarrier barrier = new CyclicBarrier(64);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 64; t++) {
      int id = t;
      threads.add(
          new Thread(
              () -> {
                try {
                  barrier.await();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
                for (int i = 0; i < 3000; i++) {
                  rows.emit(id, 0, i, i % 7 == 0 ? "text".repeat(i % 50) : "");
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    flush();
    for (int t = 0; t < 64; t++) {
      assertThat(sequences(t)).hasSize(3000).isSorted();
    }
    assertThat(writer.rows())
        .allMatch(
            r ->
                r.text()
                    .equals(r.sequence() % 7 == 0 ? "text".repeat((int) r.sequence() % 50) : ""));
  }

  @Test
  void ten_thousand_virtual_threads_block_and_resume_in_bounded_memory() throws Exception {
    ThreadFactory virtual = virtualThreads();
    assumeTrue(virtual != null, "this JDK has no virtual threads");
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(
        builder()
            .memoryBytes(1 << 20)
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMinutes(2)));
    AtomicInteger accepted = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 10_000; t++) {
      int id = t;
      threads.add(
          virtual.newThread(
              () -> {
                for (int i = 0; i < 10; i++) {
                  accepted.addAndGet(rows.emit(id, 0, i) ? 1 : 0);
                }
              }));
    }
    threads.forEach(Thread::start);
    await().until(() -> threads.stream().anyMatch(t -> t.getState() == Thread.State.TIMED_WAITING));
    AtomicInteger progress = new AtomicInteger();
    Thread other = virtual.newThread(progress::incrementAndGet);
    other.start();
    await().until(() -> progress.get() == 1);
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(accepted).hasValue(100_000);
    flush();
    assertThat(writer.rows()).hasSize(100_000);
  }

  /** On the JDKs that have them; null and a line on others. */
  private static ThreadFactory virtualThreads()
      throws IllegalAccessException, InvocationTargetException {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (NoSuchMethodException | ClassNotFoundException e) {
      System.out.println(
          "skipped: Java " + Runtime.version().feature() + " has no virtual threads");
      return null;
    }
  }
}
