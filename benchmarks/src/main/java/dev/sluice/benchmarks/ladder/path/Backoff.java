package dev.sluice.benchmarks.ladder.path;

import java.util.concurrent.locks.LockSupport;

/**
 * How the ends of queues that do not block wait, the same for all of them: as the Disruptor's
 * {@code SleepingWaitStrategy} and its producers do. For the writer's thread, but for {@link
 * #awaitRoom}.
 */
final class Backoff {
  private static final int SPINS = 100;
  private static final int YIELDS = 100;
  private static final long PARK_NANOS = 100;

  private int waits;

  /** Waits a little longer than the last time; at most some 60 µs. */
  void idle() {
    waits++;
    if (waits <= SPINS) {
      Thread.onSpinWait();
    } else if (waits <= SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PARK_NANOS);
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
