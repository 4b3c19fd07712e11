package dev.sluice.benchmarks.frame;

import org.HdrHistogram.Histogram;

/**
 * What one step measured of a metric in a cell. Values of one step, often of one JVM, are alike:
 * intervals are taken over steps first.
 *
 * @param values one for each turn or iteration; several single times are in the histogram
 * @param histogram of single events, or null
 * @param failure why nothing was measured, in one line, or null
 */
public record Sample(
    Cell cell, Metric metric, double[] values, Histogram histogram, String failure) {
  /** Of what was measured. */
  Sample(Cell cell, Metric metric, double[] values, Histogram histogram) {
    this(cell, metric, values, histogram, null);
  }
}
