package dev.sluice.support;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Growing pauses between attempts, with jitter so that many programs do not retry at the same
 * moment. Not thread-safe.
 */
public final class Backoff {
  private final long firstNanos;
  private final long longestNanos;
  private final SplittableRandom jitter;
  private long next;

  /**
   * Creates pauses from {@code first} up to {@code longest}; both are longer than 1 ns.
   *
   * @param seed of the jitter, another in each program
   */
  public Backoff(Duration first, Duration longest, long seed) {
    this.jitter = new SplittableRandom(seed);
    this.firstNanos = first.toNanos();
    this.longestNanos = Math.max(firstNanos, longest.toNanos());
    this.next = firstNanos;
  }

  /**
   * Returns the next pause in nanoseconds: half to all of the first, then twice as long each time,
   * up to the longest.
   */
  public long nextNanos() {
    long pause = next;
    next = pause > longestNanos / 2 ? longestNanos : 2 * pause;
    return pause / 2 + jitter.nextLong(pause / 2 + 1);
  }

  /** Notes that the last attempt succeeded: the next pause is the first one again. */
  public void reset() {
    next = firstNanos;
  }
}
