package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * The mean response time in each 10 ms of a JVM's first calls, with what the JVM did meanwhile. For
 * one thread.
 */
final class TimeSeries {
  /** The length of a step. */
  static final long STEP_MILLIS = 10;

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(STEP_MILLIS);

  private final List<Point> points = new ArrayList<>();
  private long elapsed;

  /** What happened in a step. */
  private static final class Point {
    private long calls;
    private long nanos;
    private int compilations;
    private int collections;
  }

  /** The next call. Time between calls is next to nothing, so theirs is the time that passes. */
  void call(int nanos) {
    elapsed += nanos;
    int at = (int) (elapsed / STEP_NANOS);
    while (points.size() <= at) {
      points.add(new Point());
    }
    Point point = points.get(at);
    point.calls++;
    point.nanos += nanos;
  }

  /** Something that the JVM did; {@code begin} is when the first call began. */
  void event(JvmLog.Event event, long begin) {
    long at = Math.floorDiv(event.nanos() - begin, STEP_NANOS);
    if (at >= 0 && at < points.size()) {
      Point point = points.get((int) at);
      if (event.collection()) {
        point.collections++;
      } else {
        point.compilations++;
      }
    }
  }

  /** Hands over all of it; the mean of a step without a call is 0. */
  void record(Cell cell, Step.Recorder recorder) {
    recorder.values(
        cell,
        CallMetrics.SERIES,
        values(point -> point.calls == 0 ? 0 : (double) point.nanos / point.calls));
    recorder.values(cell, CallMetrics.COMPILATIONS, values(point -> point.compilations));
    recorder.values(cell, CallMetrics.COLLECTIONS, values(point -> point.collections));
  }

  private double[] values(ToDoubleFunction<Point> of) {
    return points.stream().mapToDouble(of).toArray();
  }
}
