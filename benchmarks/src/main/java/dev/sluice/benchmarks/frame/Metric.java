package dev.sluice.benchmarks.frame;

/**
 * A quantity that is measured.
 *
 * @param name e.g. {@code response time}
 * @param unit e.g. {@code ns}; empty for a plain number
 * @param digits decimal places that are shown
 */
public record Metric(String name, String unit, int digits) {
  /** Records that were emitted but did not arrive; shown in a column of its own, as a sum. */
  public static final Metric LOST = new Metric("lost", "records", 0);

  /** Nothing, of a cell that failed. */
  static final Metric FAILED = new Metric("not measured", "", 0);

  /** With its unit, as a column or an axis is titled. */
  @Override
  public String toString() {
    return unit.isEmpty() ? name : name + ", " + unit;
  }
}
