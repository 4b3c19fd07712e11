package dev.sluice.rawwriters.tcp;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Growing pauses between attempts, with jitter so that many writers do not come back at once. */
final class Backoff {
  private final long firstNanos;
  private final long longestNanos;
  private long next;

  Backoff(Duration first, Duration longest) {
    this.firstNanos = first.toNanos();
    this.longestNanos = Math.max(firstNanos, longest.toNanos());
    this.next = firstNanos;
  }

  /** The next pause: half to all of the first, then twice as long each time, up to the longest. */
  long nextNanos() {
    long pause = next;
    next = pause > longestNanos / 2 ? longestNanos : 2 * pause;
    return pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
  }

  /** The last attempt went well. */
  void reset() {
    next = firstNanos;
  }
}
