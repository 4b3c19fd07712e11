package dev.sluice.tools.tune;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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

  /** Processor time of the calling thread in nanoseconds; 0 where the JVM does not tell it. */
  long nanos() {
    return supported ? THREADS.getCurrentThreadCpuTime() : 0;
  }

  /** Returns {@link #nanos} without a clock. */
  static long own() {
    return Math.max(0, THREADS.getCurrentThreadCpuTime());
  }

  /** What the difference of two successive {@link #nanos} is too large by. */
  long overheadNanos() {
    return overheadNanos;
  }

  /**
   * Processor time of this JVM's Java threads that live, without those of {@code others}:
   * collector, raw writer, the medium's client, raw reader. Not that of the compiler and the
   * garbage collector, of which a program that runs for hours needs less than one that runs for
   * seconds.
   */
  static long ofAllBut(long... others) {
    return LongStream.of(THREADS.getAllThreadIds())
        .filter(id -> LongStream.of(others).noneMatch(other -> other == id))
        .map(id -> Math.max(0, THREADS.getThreadCpuTime(id)))
        .sum();
  }
}
