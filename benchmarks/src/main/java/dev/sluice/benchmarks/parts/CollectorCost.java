package dev.sluice.benchmarks.parts;

import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.testkit.FaultyRawWriter;
import dev.sluice.tools.tune.ImmediateWriter;
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
import java.util.function.Consumer;

/**
 * What a collector at its defaults takes: heap with 64 threads flooding it while the raw writer
 * takes nothing, CPU of its threads when idle, and at 10 000 records a second.
 */
final class CollectorCost implements OwnJvm.Task {
  static final String FLOODED = "64 threads flooding it";
  static final String IDLE = "idle";
  static final String BUSY = "10 000 records/s";
  static final Metric HEAP = new Metric("heap", "MiB", 2);
  static final Metric CPU = new Metric("CPU of its threads", "% of a core", 3);
  static final int WARM_UP_SECONDS = 5;

  private static final int THREADS = 64;
  private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
  private static final ThreadMXBean THREAD_TIMES = ManagementFactory.getThreadMXBean();

  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws InterruptedException {
    int seconds = Integer.parseInt(arguments.get(1));
    switch (arguments.get(0)) {
      case FLOODED -> recorder.values(cell(FLOODED), HEAP, heap() / 1048576.0);
      case IDLE -> cpu(IDLE, collector -> pause(1000), seconds, recorder);
      default -> cpu(BUSY, CollectorCost::second, seconds, recorder);
    }
  }

  private static Cell cell(String name) {
    return Cell.of("collector", name);
  }

  private static ChunkingCollector open(RawWriter writer) {
    return ChunkingCollector.builder(writer, new BinarySerializer()).build();
  }

  private static long heap() throws InterruptedException {
    long before = used();
    ChunkingCollector collector =
        open(new FaultyRawWriter(ImmediateWriter.NOWHERE, FaultyRawWriter.Step.BLOCK));
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

  /** CPU of the collector's threads in percent of a core, second by second, after 5 of warm-up. */
  private static void cpu(
      String name, Consumer<Emitter> second, int seconds, Step.Recorder recorder) {
    ChunkingCollector collector = open(ImmediateWriter.NOWHERE);
    Emitter emitter = new Emitter(collector.rows());
    double[] percents = new double[seconds];
    for (int i = -WARM_UP_SECONDS; i < seconds; i++) {
      long cpu = collectorCpu();
      long start = System.nanoTime();
      second.accept(emitter);
      if (i >= 0) {
        percents[i] = 100.0 * (collectorCpu() - cpu) / (System.nanoTime() - start);
      }
      recorder.progress(name, (i + WARM_UP_SECONDS) / (double) (seconds + WARM_UP_SECONDS));
    }
    CollectorReport report = collector.close(Duration.ofSeconds(5));
    Checks.nothingLost(report);
    recorder.values(cell(name), CPU, percents);
    recorder.values(cell(name), Metric.LOST, report.dropped().total());
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
