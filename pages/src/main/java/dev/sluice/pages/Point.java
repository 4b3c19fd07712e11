package dev.sluice.pages;

/**
 * A place in a chart.
 *
 * @param x on the first axis; with {@link Axis#names} the number of the name, from 0
 * @param y on the second axis; what is not finite leaves a gap
 * @param note shown where the pointer is; null if there is nothing to say
 */
public record Point(double x, double y, String note) {
  /** Creates a point without a note. */
  public static Point of(double x, double y) {
    return new Point(x, y, null);
  }
}
