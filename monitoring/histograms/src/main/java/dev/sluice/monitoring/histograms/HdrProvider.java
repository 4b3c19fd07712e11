package dev.sluice.monitoring.histograms;

import dev.sluice.monitoring.probe.DurationHistogram;

/** Factory of histograms of durations up to {@value #MAX_NANOS} ns, which is more than an hour. */
public final class HdrProvider implements DurationHistogram.Provider {
  /** Maximum duration in nanoseconds that is distinguished. */
  static final long MAX_NANOS = (1L << 42) - 1;

  /** Called by {@link java.util.ServiceLoader}. */
  public HdrProvider() {}

  @Override
  public DurationHistogram create(int digits) {
    return new HdrDurations(digits);
  }

  @Override
  public int bytes(int digits) {
    return new HdrDurations(digits).bytes();
  }
}
