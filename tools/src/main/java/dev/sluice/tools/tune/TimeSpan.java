package dev.sluice.tools.tune;

/**
 * A part of a recording: what happens in it is counted, what comes before only warms up.
 *
 * @param fromNanos first time that counts, in nanoseconds since the recording's first record
 * @param toNanos end, which is not part of it
 */
record TimeSpan(long fromNanos, long toNanos) {
  /** All of any recording. */
  static final TimeSpan ALL = new TimeSpan(0, Long.MAX_VALUE);

  private static final double WARM_UP = 0.2;

  /**
   * Returns the first {@code seconds} after a fifth of that time; a sixth and the rest of a
   * recording that is shorter.
   */
  static TimeSpan first(double seconds, Recording recording) {
    double end = Math.min((1 + WARM_UP) * seconds, recording.seconds());
    long toNanos = (long) (end * 1e9) + 1; // the last record of a short recording belongs to it
    long fromNanos = (long) (end * 1e9 * WARM_UP / (1 + WARM_UP));
    boolean isAnyRecordLater =
        recording.producers().stream().anyMatch(rows -> rows.isAnyWithin(fromNanos, toNanos));
    return new TimeSpan(isAnyRecordLater ? fromNanos : 0, toNanos);
  }

  /** Records that come in a second of it. */
  double rate(Recording recording) {
    return recording.producers().stream()
            .mapToLong(rows -> rows.firstAt(toNanos) - rows.firstAt(fromNanos))
            .sum()
        / seconds();
  }

  double seconds() {
    return (toNanos - fromNanos) / 1e9;
  }
}
