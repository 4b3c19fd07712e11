package dev.sluice.benchmarks.ladder.path;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How the ends of queues that do not block wait, the same for all of them: as the Disruptor's
 * {@code SleepingWaitStrategy} and its producers do, but with a rest after a tenth of a second. For
 * the writer's thread, but for {@link #awaitRoom}.
 */
final class PathBackoff {
  private static final int SPINS = 100;
  private static final int YIELDS = 100;
  private static final int PARKS = 1_000;
  private static final long PARK_NANOS = 100;

  /** When a program rests, it must not take the processor from those that are measured. */
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private int waits;

  /** Waits a little longer than the last time. */
  void idle() {
    waits++;
    if (waits <= SPINS) {
      Thread.onSpinWait();
    } else if (waits <= SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(waits <= SPINS + YIELDS + PARKS ? PARK_NANOS : REST_NANOS);
    }
  }

  /** There was something to do. */
  void worked() {
    waits = 0;
  }

  /** Lets a caller wait for room. */
  static void awaitRoom() {
    LockSupport.parkNanos(1);
  }
}
