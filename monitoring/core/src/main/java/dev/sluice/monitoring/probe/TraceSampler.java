package dev.sluice.monitoring.probe;

/**
 * Decides at the root of a trace whether it is recorded, so that traces stay whole. Called by any
 * thread that begins a trace; must not throw, block or allocate.
 */
@FunctionalInterface
public interface TraceSampler {
  /**
   * Returns whether the trace that begins now is recorded.
   *
   * @param records how many records the calling thread's last trace made, 0 for one not recorded
   */
  boolean sample(long records);

  /**
   * Returns a sampler that takes a share of the traces, of each thread's and of all.
   *
   * @param rate from 0, none, to 1, all
   * @throws IllegalArgumentException if it is not between them
   */
  static TraceSampler rate(double rate) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException("rate must be from 0 to 1, was " + rate);
    }
    return rate == 0 ? records -> false : rate == 1 ? records -> true : new RateSampler(rate);
  }

  /** Returns a sampler that takes the traces that both this and {@code other} take. */
  default TraceSampler and(TraceSampler other) {
    return records -> sample(records) && other.sample(records);
  }
}
