package dev.sluice.tools.tune;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Processor time of threads. Any thread. */
final class CpuClock {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int CALLS = 20_000;

  private final boolean supported = THREADS.isCurrentThreadCpuTimeSupported();
  private final long overheadNanos;

  CpuClock() {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = nanos();
      for (int i = 0; i < CALLS; i++) {
        nanos();
      }
      least = Math.min(least, (nanos() - before) / CALLS);
    }
    overheadNanos = least;
  }

  /**
   * Returns the processor time of the calling thread in nanoseconds; 0 if the JVM does not report
   * it.
   */
  long nanos() {
    return supported ? THREADS.getCurrentThreadCpuTime() : 0;
  }

  /** Returns {@link #nanos} without a clock. */
  static long own() {
    return Math.max(0, THREADS.getCurrentThreadCpuTime());
  }

  /** Returns what the difference of two successive {@link #nanos} is too large by. */
  long overheadNanos() {
    return overheadNanos;
  }

  /**
   * Returns what this JVM's Java threads but the caller's have used: collector, raw writer, the
   * medium's client, raw reader. Not the compiler and the garbage collector, of which a program
   * that runs for hours needs less than one that runs for seconds.
   */
  static Others others() {
    long self = Thread.currentThread().getId();
    return new Others(
        LongStream.of(THREADS.getAllThreadIds())
            .filter(id -> id != self)
            .boxed()
            .collect(Collectors.toMap(id -> id, id -> Math.max(0, THREADS.getThreadCpuTime(id)))));
  }

  /**
   * Processor time of other threads at a moment.
   *
   * @param nanos by a thread's id
   */
  record Others(Map<Long, Long> nanos) {
    /** Nanoseconds since then; without those of threads that have ended in between. */
    long since(Others before) {
      return nanos.entrySet().stream()
          .mapToLong(one -> one.getValue() - before.nanos.getOrDefault(one.getKey(), 0L))
          .filter(used -> used > 0)
          .sum();
    }
  }
}
