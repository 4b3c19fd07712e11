package dev.sluice.monitoring;

import dev.sluice.monitoring.probe.TraceSampler;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Sampler that records traces during the first part of every period. It decides at the root of a
 * trace, so traces stay whole; probes without traces are switched by {@code untraced}.
 */
final class DutyCycleSampler implements TraceSampler {
  /** Number of checks of the time in the shorter part of a period. */
  private static final int TICKS = 50;

  private static final long MIN_TICK_NANOS = 1_000_000;
  private static final long MAX_TICK_NANOS = 100_000_000;

  private final long on;
  private final long period;
  private final Consumer<Boolean> untraced;
  private volatile boolean active = true;

  /**
   * Creates a sampler that is active at first.
   *
   * @param on nanoseconds at the beginning of every period
   * @param period nanoseconds, longer
   * @param untraced switches the probes that record no traces
   */
  DutyCycleSampler(long on, long period, Consumer<Boolean> untraced) {
    this.on = on;
    this.period = period;
    this.untraced = untraced;
  }

  /** Returns the interval at which {@link #at} must be called. */
  Duration tick() {
    long nanos = Math.min(on, period - on) / TICKS;
    return Duration.ofNanos(Math.max(MIN_TICK_NANOS, Math.min(MAX_TICK_NANOS, nanos)));
  }

  /**
   * Updates the state; for one thread.
   *
   * @param nanos time since the beginning
   */
  void at(long nanos) {
    boolean now = nanos % period < on;
    if (now != active) {
      active = now;
      untraced.accept(now);
    }
  }

  @Override
  public boolean sample(long records) {
    return active;
  }
}
