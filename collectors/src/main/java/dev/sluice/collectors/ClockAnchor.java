package dev.sluice.collectors;

import dev.sluice.api.platform.Platform;

/**
 * Offset to add to {@code nanoTime} for nanoseconds since the epoch. It is kept as long as the two
 * clocks run together, so that instants of one producer keep their distances; it is sampled again
 * when they differ by more than a second (a clock that was set, a machine that slept). Pump only.
 */
final class ClockAnchor {
  private static final long TOLERANCE_NANOS = 1_000_000_000;

  private final Platform platform;
  private long offset;

  /**
   * Creates an anchor for the clocks of a platform.
   *
   * @param platform null if instants count from the epoch already
   */
  ClockAnchor(Platform platform) {
    this.platform = platform;
    this.offset = sample();
  }

  private long sample() {
    return platform == null ? 0 : platform.epochNanos() - platform.nanoTime();
  }

  /** Returns the offset for a chunk that is sealed now. */
  long offset() {
    long now = sample();
    if (Math.abs(now - offset) > TOLERANCE_NANOS) {
      offset = now;
    }
    return offset;
  }
}
