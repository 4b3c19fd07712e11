package dev.sluice.tools.tune;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * By how much threads that wait for a time wake up too late on this machine: a tenth of a
 * millisecond at the median on many, some milliseconds now and then on virtual ones. The pump waits
 * so between two looks at its ring; with short delays that decides about the size of chunks.
 * Immutable.
 */
record TimerLateness(long[] nanos) {
  private static final int WAITS = 200;
  private static final long WAIT_NANOS = 1_000_000;

  /** Looks at {@value #WAITS} waits of a millisecond. */
  static TimerLateness measure() {
    long[] nanos = new long[WAITS];
    for (int i = 0; i < WAITS; i++) {
      long due = System.nanoTime() + WAIT_NANOS;
      LockSupport.parkNanos(WAIT_NANOS);
      nanos[i] = Math.max(0, System.nanoTime() - due);
    }
    return new TimerLateness(nanos);
  }

  /** Nanoseconds, one after the other, drawn from what was seen; the same on each call of this. */
  LongSupplier draws() {
    SplittableRandom random = new SplittableRandom(1);
    return () -> nanos[random.nextInt(nanos.length)];
  }
}
