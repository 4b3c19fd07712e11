package dev.sluice.analysis.statistics;

/**
 * What changed of an operation between two recordings. Times are nanoseconds.
 *
 * @param signature the operation
 * @param before its figures in the first recording, or null if it is not there
 * @param after the same of the second
 * @param difference of the means, after less before; NaN if it is in one recording alone
 * @param low lower end of the 95 % interval of the difference; NaN if there are too few calls
 * @param high upper end
 * @param p probability of such a difference or a larger one if nothing had changed, corrected for
 *     the number of operations; NaN if there are too few calls
 * @param verdict what may be said
 */
public record Change(
    String signature,
    OperationFigures before,
    OperationFigures after,
    double difference,
    double low,
    double high,
    double p,
    Verdict verdict) {
  /** What may be said of an operation. */
  public enum Verdict {
    /** Its mean is larger. */
    SLOWER,
    /** Its mean is smaller. */
    FASTER,
    /** No difference was found; the interval says how large one may be. */
    NO_DIFFERENCE_FOUND,
    /** There are too few calls for an interval. */
    TOO_FEW_CALLS,
    /** It is in the second recording alone. */
    NEW,
    /** It is in the first recording alone. */
    GONE
  }

  /** The difference of total times, after less before. */
  public long totalDifference() {
    return (after == null ? 0 : after.total()) - (before == null ? 0 : before.total());
  }

  /** The difference in proportion to the mean before: 0.1 is ten percent slower. */
  public double relative(double nanos) {
    return nanos / before.durations().mean();
  }
}
