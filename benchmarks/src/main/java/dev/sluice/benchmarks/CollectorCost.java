package dev.sluice.benchmarks;

import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.testkit.FaultyRawWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What a collector at its defaults takes: heap with 64 threads flooding it while the raw writer
 * takes nothing, CPU when idle, CPU at 10 000 records a second. Whole process, so JVM and emitting
 * thread are counted; an empty JVM is measured in the same run to compare with.
 */
final class CollectorCost {
  private static final int THREADS = 64;
  private static final int SECONDS = 20;
  private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
  private static final ThreadMXBean THREAD_TIMES = ManagementFactory.getThreadMXBean();

  private CollectorCost() {}

  /** Prints the figures. */
  public static void main(String[] args) throws InterruptedException {
    System.out.printf(
        "heap, %d threads flooding: %.2f MiB (bar 16)%n", THREADS, heap() / 1048576.0);
    ChunkingCollector idle = open(new DiscardingRawWriter());
    System.out.printf(
        "CPU of an idle collector: %.3f %% of a core (bar 0.2)%n", cpu(() -> pause(1000)));
    Emitter emitter = new Emitter(idle.rows());
    System.out.printf(
        "CPU of the collector at 10 000 records/s: %.3f %% of a core (bar 1)%n",
        cpu(() -> second(emitter)));
    Checks.nothingLost(idle.close(Duration.ofSeconds(5)));
  }

  private static ChunkingCollector open(RawWriter writer) {
    return ChunkingCollector.builder(writer, new BinarySerializer()).build();
  }

  private static long heap() throws InterruptedException {
    long before = used();
    ChunkingCollector collector =
        open(new FaultyRawWriter(new DiscardingRawWriter(), FaultyRawWriter.Step.BLOCK));
    CountDownLatch done = new CountDownLatch(THREADS);
    CountDownLatch release = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread thread =
          new Thread(
              () -> {
                new Emitter(collector.rows()).emit(500_000);
                done.countDown();
                awaitQuietly(release);
              });
      thread.start();
      threads.add(thread);
    }
    done.await();
    long after = used();
    System.out.println("  " + collector.report());
    release.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    collector.close(Duration.ofMillis(100));
    return after - before;
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      MEMORY.gc();
    }
    return MEMORY.getHeapMemoryUsage().getUsed();
  }

  /** CPU of the collector's threads in percent of a core over some seconds, after 5 of warm-up. */
  private static double cpu(Runnable second) {
    for (int i = 0; i < 5; i++) {
      second.run();
    }
    long cpu = collectorCpu();
    long start = System.nanoTime();
    for (int i = 0; i < SECONDS; i++) {
      second.run();
    }
    return 100.0 * (collectorCpu() - cpu) / (System.nanoTime() - start);
  }

  private static long collectorCpu() {
    long nanos = 0;
    for (ThreadInfo thread : THREAD_TIMES.getThreadInfo(THREAD_TIMES.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith("sluice-")) {
        nanos += THREAD_TIMES.getThreadCpuTime(thread.getThreadId());
      }
    }
    return nanos;
  }

  private static void second(Emitter emitter) {
    for (int i = 0; i < 100; i++) {
      emitter.emit(100);
      pause(10);
    }
  }

  private static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
