package dev.sluice.tools.tune;

import dev.sluice.tools.recordings.Figures;

/**
 * The part of a recording in which records come at about the same rate: without the start of a
 * program. Of all parts of a third of the time or more it is the one with the most certain rate:
 * whose variation between short times, squared and divided by their number, is least. (That is the
 * rule MSER for warm-ups, White 1997, for both ends.)
 *
 * @param fromNanos its first time
 * @param toNanos its end, which is not part of it
 * @param remark which part it is and why; empty if it is all
 */
record SteadyPart(long fromNanos, long toNanos, String remark) {
  private static final int MAX_TIMES = 240;
  private static final int MIN_TIMES = 20;
  private static final int RECORDS = 10;

  /** Minimum share of all records in a part. */
  private static final double MIN_SHARE = 0.01;

  /** Pieces of a part whose rates are compared. */
  private static final int PIECES = 5;

  /** What the rate of a piece may be off by, beside what chance explains, and altogether. */
  private static final double OFF = 0.25;

  private static final double MAX_DEVIATION = 0.6;

  /** Factor by which a part must be better than the whole to be chosen. */
  private static final double BETTER = 1.5;

  /** Null if there is none, or there are fewer than 200 records. */
  static SteadyPart of(RecordTimes times) {
    long[] counts = times.parts(MAX_TIMES, RECORDS);
    int all = counts.length;
    double[] sums = new double[all + 1];
    double[] squares = new double[all + 1];
    for (int i = 0; i < all; i++) {
      sums[i + 1] = sums[i] + counts[i];
      squares[i + 1] = squares[i] + (double) counts[i] * counts[i];
    }
    double best = Double.POSITIVE_INFINITY;
    int from = 0;
    int to = 0;
    for (int length = all; length >= all / 3 && all >= MIN_TIMES; length--) {
      for (int i = 0; i + length <= all; i++) {
        double spread = spread(sums, squares, i, i + length);
        if (spread * (length == all ? 1 / BETTER : 1) < best) {
          best = spread * (length == all ? 1 / BETTER : 1);
          from = i;
          to = i + length;
        }
      }
    }
    return to == 0 ? null : part(times, sums, from, to);
  }

  /** Returns what is to be least; infinite if pieces differ. */
  private static double spread(double[] sums, double[] squares, int from, int to) {
    int length = to - from;
    double mean = (sums[to] - sums[from]) / length;
    double variation = (squares[to] - squares[from]) / length / (mean * mean) - 1;
    double chance = 2 * Math.sqrt(Math.max(0, variation) * PIECES / length);
    boolean steady = mean * length > MIN_SHARE * sums[sums.length - 1];
    for (int piece = 0; piece < PIECES && steady; piece++) {
      int start = from + piece * length / PIECES;
      int end = from + (piece + 1) * length / PIECES;
      double off = (sums[end] - sums[start]) / (end - start) / mean - 1;
      steady = Math.abs(off) <= Math.min(MAX_DEVIATION, OFF + chance);
    }
    return steady ? variation / length : Double.POSITIVE_INFINITY;
  }

  private static SteadyPart part(RecordTimes times, double[] sums, int from, int to) {
    int all = sums.length - 1;
    double each = (times.nanos() + 1.0) / all;
    String remark =
        "tuned for the steady part, %s to %s of %s: %,.0f records per second there, %,.0f before, %,.0f afterwards"
            .formatted(
                Figures.nanos(from * each),
                Figures.nanos(to * each),
                Figures.nanos(all * each),
                (sums[to] - sums[from]) / (to - from) / each * 1e9,
                sums[from] / Math.max(1, from) / each * 1e9,
                (sums[all] - sums[to]) / Math.max(1, all - to) / each * 1e9);
    return new SteadyPart(
        times.first() + (long) (from * each),
        times.first() + (long) Math.ceil(to * each),
        to - from == all ? "" : remark);
  }
}
