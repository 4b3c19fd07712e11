package dev.sluice.tools.tune;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Processor time of this JVM's Java threads: collector, raw writer, the medium's client, raw
 * reader. Not that of the compiler and the garbage collector, of which a program that runs for
 * hours needs less than one that runs for seconds. Any thread.
 */
final class ProcessCpu {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessCpu() {}

  /** Nanoseconds so far of all threads that live, without those of {@code others}. */
  static long nanosWithout(long... others) {
    long sum = 0;
    for (long id : THREADS.getAllThreadIds()) {
      sum += isAmong(id, others) ? 0 : Math.max(0, THREADS.getThreadCpuTime(id));
    }
    return sum;
  }

  private static boolean isAmong(long id, long... ids) {
    for (long other : ids) {
      if (other == id) {
        return true;
      }
    }
    return false;
  }
}
