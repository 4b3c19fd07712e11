package dev.sluice.analysis.requests;

/**
 * A figure in two recordings. NaN is what is not known.
 *
 * @param before in the first
 * @param after in the second
 * @param low lower end of the 95 % interval of the change: in proportion to {@code before}, at
 *     least -1; of {@link Figure#FAILED}, of the difference
 * @param high its upper end
 * @param p how likely so large a change is if nothing had changed
 */
public record FigureChange(double before, double after, double low, double high, double p) {
  /** The change in proportion to the figure before: 0.1 is ten percent more. */
  public double relative() {
    return before == 0 ? Double.NaN : after / before - 1;
  }
}
