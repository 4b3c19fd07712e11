package dev.sluice.tools.tune;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time of threads. Any thread. */
final class CpuClock {
  private static final int CALLS = 20_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final boolean supported = threads.isCurrentThreadCpuTimeSupported();
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
    return supported ? threads.getCurrentThreadCpuTime() : 0;
  }

  /** What the difference of two successive {@link #nanos} is too large by. */
  long overheadNanos() {
    return overheadNanos;
  }
}
