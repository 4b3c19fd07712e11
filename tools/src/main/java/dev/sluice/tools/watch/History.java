package dev.sluice.tools.watch;

import dev.sluice.tools.recordings.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The last points of a time series, each of a span of time; older ones are forgotten, so memory
 * does not depend on how long it goes on. For one thread.
 */
final class History {
  private static final double ENOUGH = 0.95; // looks are never exactly as far apart as they should
  private static final int RECENT_POINTS = 300;
  private static final int DAY_POINTS = 288;

  /** Rates are a second; times in nanoseconds, but for that of the point, in milliseconds. */
  private static final List<String> SERIES =
      List.of(
          "time",
          "seconds",
          "records",
          "bytes",
          "requests",
          "p50",
          "p99",
          "max",
          "behind",
          "lag",
          "missing");

  /** Names of the series that need a reader of the chunks. */
  private static final Set<String> READ =
      Set.of("bytes", "requests", "p50", "p99", "max", "behind");

  private final long spanNanos;
  private final int most;
  private final boolean read;
  private final Deque<Point> points = new ArrayDeque<>();
  private final Histogram requests = new Histogram(2);
  private final Map<String, Long> dropped = new TreeMap<>();
  private long nanos;
  private long records;
  private long bytes;
  private long behind = Meter.NONE;
  private long missing;

  /**
   * Figures between two snapshots.
   *
   * @param time when it ended, in milliseconds since the epoch
   * @param nanos how long it was
   * @param records delivered
   * @param bytes read
   * @param requests how long they took, in nanoseconds; not kept
   * @param behind see {@link Meter#takeBehind}
   * @param lag messages that wait at its end; {@link Meter#NONE} if that is not known
   * @param missing chunks that did not come
   * @param dropped records that producers dropped, by cause
   */
  record Sample(
      long time,
      long nanos,
      long records,
      long bytes,
      Histogram requests,
      long behind,
      long lag,
      long missing,
      Map<String, Long> dropped) {}

  /** Values of the series in their order; {@link Meter#NONE} is unknown. */
  private record Point(double[] values, Map<String, Long> dropped) {}

  /**
   * Creates a history of at most {@code most} points of the given time span; see {@link
   * #ofMinutes}.
   */
  History(long spanNanos, int most, boolean read) {
    this.spanNanos = spanNanos;
    this.most = most;
    this.read = read;
  }

  /**
   * Returns the last five minutes, second by second.
   *
   * @param read whether the samples have what only a reader of the chunks knows: bytes, requests
   *     and how far it is behind
   */
  static History ofMinutes(boolean read) {
    return new History(TimeUnit.SECONDS.toNanos(1), RECENT_POINTS, read);
  }

  /** Returns the last day, in spans of five minutes; otherwise as {@link #ofMinutes}. */
  static History ofDay(boolean read) {
    return new History(TimeUnit.MINUTES.toNanos(5), DAY_POINTS, read);
  }

  void add(Sample sample) {
    nanos += sample.nanos();
    records += sample.records();
    bytes += sample.bytes();
    requests.add(sample.requests());
    behind = Math.max(behind, sample.behind());
    missing += sample.missing();
    sample.dropped().forEach((cause, count) -> dropped.merge(cause, count, Long::sum));
    if (nanos >= ENOUGH * spanNanos) {
      points.add(new Point(values(sample.time(), sample.lag()), Map.copyOf(dropped)));
      if (points.size() > most) {
        points.remove();
      }
      clear();
    }
  }

  private double[] values(long time, long lag) {
    double seconds = nanos / 1e9;
    return new double[] {
      time,
      Math.round(seconds * 1e3) / 1e3,
      Math.round(records / seconds),
      Math.round(bytes / seconds),
      Math.round(requests.getTotalCount() / seconds),
      quantile(50),
      quantile(99),
      quantile(100),
      behind,
      lag,
      missing
    };
  }

  private long quantile(double percentile) {
    boolean none = requests.getTotalCount() == 0;
    return none ? Meter.NONE : requests.getValueAtPercentile(percentile);
  }

  private void clear() {
    nanos = 0;
    records = 0;
    bytes = 0;
    behind = Meter.NONE;
    missing = 0;
    requests.reset();
    dropped.clear();
  }

  /** Returns one list for each quantity, all of the same length; null is what is not known. */
  JsonObject json() {
    JsonObject all = new JsonObject().put("spanSeconds", spanNanos / 1_000_000_000L);
    for (int i = 0; i < SERIES.size(); i++) {
      int series = i;
      if (read || !READ.contains(SERIES.get(i))) {
        all.put(SERIES.get(i), points.stream().map(p -> Meter.known(p.values[series])).toList());
      }
    }
    TreeSet<String> causes = new TreeSet<>();
    points.forEach(point -> causes.addAll(point.dropped.keySet()));
    JsonObject drops = new JsonObject();
    for (String cause : causes) {
      drops.put(cause, points.stream().map(p -> p.dropped.getOrDefault(cause, 0L)).toList());
    }
    return all.put("dropped", drops);
  }
}
