package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads come and go, more than any table has room for. */
class ProbesThreadsTest {
  private final ChunkingCollector collector =
      ChunkingCollector.builder(
              new RecordingRawWriter(),
              Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
          .build();
  private final Probes probes = new Probes(collector.rows(), "host", thread -> true);
  private final Operation foo =
      probes.operation(
          "void A.foo()", "A", EnumSet.of(ProbeKind.EXECUTION, ProbeKind.AGGREGATE), null);

  @AfterEach
  void close() {
    probes.close(Duration.ofSeconds(5));
    assertThat(collector.close(Duration.ofSeconds(10)).balanced()).isTrue();
  }

  @Test
  void platform_threads_leave_nothing_behind() throws Exception {
    runAndSweep(Thread::new, 2_000);
  }

  @Test
  void ten_thousand_virtual_threads_leave_nothing_behind() throws Exception {
    ThreadFactory virtual = VirtualThreads.factory();
    runAndSweep(virtual, 10_000);
  }

  @Test
  void thread_that_lives_on_does_not_keep_probes_that_nobody_uses() {
    WeakReference<Probes> used = new WeakReference<>(usedHere());
    await()
        .until(
            () -> {
              System.gc();
              return used.get() == null;
            });
  }

  private Probes usedHere() {
    Probes others = new Probes(collector.rows(), "host", thread -> true);
    Operation bar = others.operation("void A.bar()", "A", EnumSet.of(ProbeKind.AGGREGATE), null);
    ProbeThread mine = bar.begin();
    mine.exit(bar, mine.enter(bar), System.nanoTime());
    assertThat(others.thread()).isSameAs(mine);
    others.close(Duration.ofSeconds(5));
    return others;
  }

  @Test
  void threads_that_end_after_closing_are_forgotten_too() throws Exception {
    probes.close(Duration.ofSeconds(5));
    for (int i = 0; i < 500; i++) {
      Thread thread = new Thread(foo::begin);
      thread.start();
      thread.join();
    }
    assertThat(probes.platformThreads()).isLessThan(100);
  }

  @Test
  void threads_that_claim_the_same_id_are_told_apart() throws Exception {
    List<ProbeThread> states = new ArrayList<>();
    CountDownLatch both = new CountDownLatch(2);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      threads.add(
          new Thread(
              () -> {
                ProbeThread mine = foo.begin();
                both.countDown();
                awaitQuietly(both);
                System.gc(); // what is only referred to weakly may go
                mine.exit(foo, mine.enter(foo), System.nanoTime());
                boolean same = foo.begin() == mine && probes.platformThreads() == 2;
                synchronized (states) {
                  states.add(same ? mine : null);
                }
              }) {
            @Override
            public long getId() {
              return 4711;
            }

            @Override
            public boolean equals(Object other) {
              return other instanceof Thread;
            }

            @Override
            public int hashCode() {
              return 0;
            }
          });
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(states).hasSize(2).doesNotContainNull().doesNotHaveDuplicates();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void thread_that_loses_its_thread_locals_and_has_no_place_keeps_its_state() {
    ProbeThread mine = probes.thread();
    int place = (int) Thread.currentThread().getId() & Probes.SLOTS - 1;
    probes.slots[place] = new ProbeThread(probes, new Thread(() -> {}));
    probes.threads.remove();
    assertThat(probes.thread()).isSameAs(mine);
  }

  @Test
  void thread_that_is_not_monitored_is_asked_for_once() {
    AtomicInteger asked = new AtomicInteger();
    Probes others = new Probes(collector.rows(), "host", thread -> asked.incrementAndGet() == 0);
    assertThat(others.thread()).isNull();
    assertThat(others.thread()).isNull();
    assertThat(asked).hasValue(1);
  }

  private void runAndSweep(ThreadFactory factory, int count) throws Exception {
    long free = probes.aggregates.freeBytes();
    AtomicInteger own = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(
          factory.newThread(
              () -> {
                ProbeThread mine = foo.begin();
                own.addAndGet(mine.owner == Thread.currentThread() ? 1 : 0);
                mine.exit(foo, mine.enter(foo), System.nanoTime());
              }));
    }
    for (int from = 0; from < count; from += 500) {
      List<Thread> some = threads.subList(from, Math.min(from + 500, count));
      some.forEach(Thread::start);
      for (Thread thread : some) {
        thread.join();
      }
    }
    probes.maintain();
    assertThat(own).hasValue(count);
    assertThat(Arrays.stream(probes.slots).filter(state -> state.owner != null))
        .as("states of threads that have ended")
        .isEmpty();
    assertThat(free - probes.aggregates.freeBytes())
        .as("bytes of cells; stripes of the operation stay")
        .isLessThanOrEqualTo(8L * ThreadCell.BYTES);
  }
}
