package dev.sluice.collectors.chunking;

/**
 * Measured delays of the chunks of the last seconds. Completing threads write and the pump reads;
 * the lock is the happens-before edge, and it is taken once a chunk.
 */
final class Observed {
  private static final int WINDOW_CHUNKS = 50;
  private static final long MIN_WINDOW_NANOS = 1_000_000_000L;
  private static final long MAX_WINDOW_NANOS = 10_000_000_000L;
  private static final int CALM_SHARE = 4;

  /** Delays from a chunk's first row to its completion. */
  private final Delays delays = new Delays();

  /**
   * Delays from the time when a chunk was due to its completion, for which the sink is responsible.
   */
  private final Delays sink = new Delays();

  /**
   * Time of the first completion; chunks that were due before waited for a connection, which
   * happens once.
   */
  private long connectedAt;

  private long windowFrom;
  private long completedAt;
  private boolean any;
  private long calmNanos;
  private Period period = new Period();

  /** Sums from one {@link #take} to the next one. */
  private static final class Period {
    private int chunks;
    private long leastNanos = Long.MAX_VALUE;
    private int busy;
    private long busyNanos;
  }

  /**
   * Delays and counts of one period.
   *
   * @param leastNanos the shortest time that the sink took
   * @param spacingNanos from one completion to the next, by the mean, of chunks that came while an
   *     earlier one was with the sink; 0 if there are none
   * @param calmNanos how long the sink takes for a chunk that finds it idle, by a moving mean
   * @param behind whether the sink completed clearly fewer chunks than it was given
   */
  record Summary(long leastNanos, long spacingNanos, long calmNanos, boolean behind) {}

  Observed(long now) {
    windowFrom = now;
  }

  synchronized void completed(long delayNanos, long sinkNanos, long now) {
    long age = now - windowFrom;
    boolean full = delays.count() >= WINDOW_CHUNKS && age >= MIN_WINDOW_NANOS;
    if (full || age >= MAX_WINDOW_NANOS) {
      delays.rotate();
      sink.rotate();
      windowFrom = now;
    }
    delays.add(delayNanos);
    connectedAt = any ? connectedAt : now;
    if (now - sinkNanos - connectedAt >= 0) {
      sink.add(sinkNanos);
    }
    period.chunks++;
    period.leastNanos = Math.min(period.leastNanos, sinkNanos);
    if (!any) {
      calmNanos = sinkNanos;
    } else if (now - sinkNanos - completedAt >= 0) { // all before had been completed
      calmNanos += (sinkNanos - calmNanos) / CALM_SHARE;
    } else {
      period.busy++;
      period.busyNanos += Math.max(0, now - completedAt);
    }
    completedAt = !any || now - completedAt > 0 ? now : completedAt;
    any = true;
  }

  /** Returns the number of chunks completed since the last {@link #take}. */
  synchronized int chunks() {
    return period.chunks;
  }

  /** Returns the sums since the last call, in which {@code closed} chunks were closed. */
  synchronized Summary take(int closed) {
    Period ended = period;
    period = new Period();
    long spacing = ended.busy == 0 ? 0 : ended.busyNanos / ended.busy;
    boolean behind = spacing > 0 && closed > ended.chunks + Math.max(2, ended.chunks / 4);
    if (behind) { // who waits for the sink does not tell what it takes, the first chunk included
      calmNanos = Math.min(calmNanos, spacing);
    }
    return new Summary(ended.leastNanos, spacing, calmNanos, behind);
  }

  /**
   * Drops the delays of the sink measured so far, because they belong to a queue that has ended.
   */
  synchronized void forgetSink() {
    sink.rotate();
    sink.rotate();
  }

  /** Returns a quantile of the delay, in nanoseconds. */
  synchronized long delayNanos(double quantile) {
    return delays.quantile(quantile);
  }

  /** Returns a quantile of the time that the sink took, in nanoseconds. */
  synchronized long sinkNanos(double quantile) {
    return sink.quantile(quantile);
  }
}
