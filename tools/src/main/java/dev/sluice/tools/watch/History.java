package dev.sluice.tools.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * The last points of a time series, each of a span of time; older ones are forgotten, so memory
 * does not depend on how long it goes on. For one thread.
 */
final class History {
  private static final double ENOUGH = 0.95; // looks are never exactly as far apart as they should
  private static final int RECENT_POINTS = 300;
  private static final int DAY_POINTS = 288;

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

  /** Rates are a second; times in nanoseconds; what is not known is {@link Meter#NONE}. */
  private record Point(
      long time,
      double seconds,
      double records,
      double bytes,
      double requests,
      long p50,
      long p99,
      long max,
      long behind,
      long lag,
      long missing,
      Map<String, Long> dropped) {}

  /** With at most {@code most} points of that span; see {@link #ofMinutes}. */
  History(long spanNanos, int most, boolean read) {
    this.spanNanos = spanNanos;
    this.most = most;
    this.read = read;
  }

  /**
   * The last five minutes, second by second.
   *
   * @param read whether the samples have what only a reader of the chunks knows: bytes, requests
   *     and how far it is behind
   */
  static History ofMinutes(boolean read) {
    return new History(TimeUnit.SECONDS.toNanos(1), RECENT_POINTS, read);
  }

  /** The last day, in spans of five minutes; otherwise as {@link #ofMinutes}. */
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
      points.add(point(sample.time(), sample.lag()));
      if (points.size() > most) {
        points.remove();
      }
      clear();
    }
  }

  private Point point(long time, long lag) {
    double seconds = nanos / 1e9;
    return new Point(
        time,
        seconds,
        records / seconds,
        bytes / seconds,
        requests.getTotalCount() / seconds,
        quantile(50),
        quantile(99),
        quantile(100),
        behind,
        lag,
        missing,
        Map.copyOf(dropped));
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

  /** One array for each quantity, all of the same length; {@code null} is what is not known. */
  void write(String name, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("spanSeconds", spanNanos / 1_000_000_000L);
    series("time", Point::time, json);
    series("seconds", point -> Math.round(point.seconds() * 1e3) / 1e3, json);
    series("records", point -> Math.round(point.records()), json);
    if (read) {
      series("bytes", point -> Math.round(point.bytes()), json);
      series("requests", point -> Math.round(point.requests()), json);
      series("p50", Point::p50, json);
      series("p99", Point::p99, json);
      series("max", Point::max, json);
      series("behind", Point::behind, json);
    }
    series("lag", Point::lag, json);
    series("missing", Point::missing, json);
    json.writeObjectFieldStart("dropped");
    TreeSet<String> causes = new TreeSet<>();
    points.forEach(point -> causes.addAll(point.dropped().keySet()));
    for (String cause : causes) {
      series(cause, point -> point.dropped().getOrDefault(cause, 0L), json);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void series(String name, ToDoubleFunction<Point> value, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (Point point : points) {
      double number = value.applyAsDouble(point);
      if (number == Meter.NONE) {
        json.writeNull();
      } else if (number == Math.rint(number)) {
        json.writeNumber((long) number);
      } else {
        json.writeNumber(number);
      }
    }
    json.writeEndArray();
  }
}
