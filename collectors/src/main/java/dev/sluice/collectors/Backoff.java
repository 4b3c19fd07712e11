package dev.sluice.collectors;

import java.util.concurrent.ThreadLocalRandom;

/** Growing pauses between attempts, with jitter so that many producers do not come back at once. */
final class Backoff {
  private static final long FIRST_NANOS = 50_000_000;
  private static final long LONGEST_NANOS = 5_000_000_000L;

  private long next = FIRST_NANOS;

  /**
   * The next pause in nanoseconds: half to all of 50 ms, then twice as long each time, up to 5 s.
   */
  long nextNanos() {
    long pause = next;
    next = Math.min(2 * next, LONGEST_NANOS);
    return pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2);
  }

  /** The last attempt went well. */
  void reset() {
    next = FIRST_NANOS;
  }
}
