package dev.sluice.collectors;

import java.time.Duration;

/** A clock that a test moves. */
final class ManualClock implements Clock {
  private volatile long nanos = 1_000_000_000L;
  private volatile long offset = 1_700_000_000_000_000_000L;

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public long epochNanos() {
    return nanos + offset;
  }

  void advance(Duration time) {
    nanos += time.toNanos();
  }

  void setWallClock(Duration forward) {
    offset += forward.toNanos();
  }
}
