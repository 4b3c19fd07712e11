package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Ratio;

/**
 * One line of the report.
 *
 * @param floorRatio mean response time as a multiple of the floor's in the same round
 */
record CallResult(Cell cell, CallSamples samples, Ratio floorRatio) {
  long lost() {
    return samples.emitted() - samples.delivered();
  }

  /** Bytes allocated in one execution of the monitored method. */
  double allocatedPerExecution() {
    return samples.allocatedPerCall() / cell.depth();
  }
}
