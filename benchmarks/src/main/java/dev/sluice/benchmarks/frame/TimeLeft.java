package dev.sluice.benchmarks.frame;

import java.util.List;

/** Tells how long the steps that are left will take, from how long the others took. */
final class TimeLeft {
  private static final double NANOS = 1e9;

  private final double all;
  private final long start = System.nanoTime();
  private double done;

  /** With these steps to run. */
  TimeLeft(List<Step> steps) {
    all = steps.stream().mapToDouble(Step::seconds).sum();
  }

  void finished(Step step) {
    done += step.seconds();
  }

  /** {@code 37 %, 12 min left}, when a part of a step is done. */
  String text(Step step, double part) {
    double now = Math.min(all, done + step.seconds() * Math.max(0, Math.min(1, part)));
    double elapsed = (System.nanoTime() - start) / NANOS;
    // Our guess counts as much as the first tenth, and less and less.
    double guess = all / 10;
    double pace = (elapsed + guess) / (now + guess);
    return Math.round(100 * now / all) + " %, " + duration((all - now) * pace) + " left";
  }

  static String duration(double seconds) {
    if (seconds < 90) {
      return Math.max(1, Math.round(seconds)) + " s";
    }
    double minutes = seconds / 60;
    return minutes < 90 ? Math.round(minutes) + " min" : Math.round(minutes / 6) / 10.0 + " h";
  }
}
