package dev.sluice.testkit;

import java.lang.management.ManagementFactory;

/** Counts of the bytes that a thread has allocated. Thread-safe. */
public final class Allocations {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  /** Returns the number of bytes that the calling thread has allocated since it started. */
  public static long ofThisThread() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
