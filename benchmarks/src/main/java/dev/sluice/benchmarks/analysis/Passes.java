package dev.sluice.benchmarks.analysis;

import java.io.IOException;
import java.util.function.DoubleConsumer;
import java.util.stream.DoubleStream;

/** Repeats an analysis for some time, of which the first third is the warm-up. */
final class Passes {
  private static final double NANOS = 1e9;
  private static final double MEGA_PER_NANO = 1e3;

  private Passes() {}

  /** Analyses everything once. */
  @FunctionalInterface
  interface Pass {
    void run() throws IOException;
  }

  /**
   * Million records a second of each pass that began after the warm-up, at least of one.
   *
   * @param records of a pass
   * @param seconds that are measured, after half as many of warm-up; 0 for one pass and no result
   * @param progress is told which part of the time is over
   */
  static double[] rates(long records, double seconds, Pass pass, DoubleConsumer progress)
      throws IOException {
    if (seconds == 0) {
      pass.run();
      return new double[0];
    }
    DoubleStream.Builder rates = DoubleStream.builder();
    double warmUp = seconds / 2 * NANOS;
    double end = warmUp + seconds * NANOS;
    long start = System.nanoTime();
    boolean counted = false;
    for (long before = start; !counted || before - start < end; ) {
      pass.run();
      long now = System.nanoTime();
      if (before - start >= warmUp) {
        rates.add(records * MEGA_PER_NANO / (now - before));
        counted = true;
      }
      progress.accept(Math.min(1, (now - start) / end));
      before = now;
    }
    return rates.build().toArray();
  }
}
