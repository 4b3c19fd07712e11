package dev.sluice.benchmarks.parts;

import dev.sluice.api.spi.CollectorReport;

/** A benchmark that loses records measures something else and must say so. */
final class Checks {
  private Checks() {}

  static void nothingLost(CollectorReport report) {
    if (!report.balanced() || report.dropped().total() != 0 || report.pending() != 0) {
      throw new IllegalStateException("records were lost: " + report);
    }
  }
}
