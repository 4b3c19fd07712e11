package dev.sluice.api.spi;

/**
 * Limits at which a collector closes its chunks now, and the delay that it measures. Immutable.
 *
 * @param records records of a chunk at most
 * @param bytes bytes of a chunk at most
 * @param delayNanos age of its first record at which it closes
 * @param quantile which delays {@code observedNanos} is of: that of the goal, 0.99 without one
 * @param observedNanos that quantile over the chunks of the last seconds, each with the time from
 *     its first record to its completion, 3 % exact; 0 as long as none was completed
 * @param goalNanos what that quantile is to stay below, 0 without a goal
 * @param raised how often a limit was raised
 * @param lowered how often a limit was lowered
 */
public record ChunkingStatus(
    int records,
    int bytes,
    long delayNanos,
    double quantile,
    long observedNanos,
    long goalNanos,
    long raised,
    long lowered) {
  /** Status of a collector that makes no chunks. */
  public static final ChunkingStatus NONE = new ChunkingStatus(0, 0, 0, 0.99, 0, 0, 0, 0);

  /** Returns whether the measured delay is below the goal, if there is one. */
  public boolean goalMet() {
    return goalNanos == 0 || observedNanos < goalNanos;
  }
}
