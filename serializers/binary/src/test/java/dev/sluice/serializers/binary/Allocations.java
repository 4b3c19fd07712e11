package dev.sluice.serializers.binary;

import java.lang.management.ManagementFactory;

/** Bytes that a thread has allocated. */
final class Allocations {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  static long ofThisThread() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
