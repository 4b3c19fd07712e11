package dev.sluice.tools.report;

import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.streams.Audit;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reports of the last minutes of what goes on, by when it ended: of parts of {@value #SECONDS}
 * seconds and, of what is older than a minute, of minutes; what is older than {@value #MINUTES} is
 * forgotten. The last part is that of the newest record, if it is not newer than now. For one
 * thread.
 */
public final class LiveReport implements TraceListener {
  /** Maximum length of the report in minutes. */
  public static final int MINUTES = 15;

  private static final int SECONDS = 15;
  private static final int A_MINUTE = 60 / SECONDS;
  private static final long NANOS = SECONDS * 1_000_000_000L;

  private final TreeMap<Long, Collected> parts = new TreeMap<>();
  private final TreeMap<Long, Collected> minutes = new TreeMap<>();
  private long newest = Long.MIN_VALUE;

  @Override
  public void accept(Trace trace) {
    at(trace.end(), part -> part.accept(trace));
  }

  @Override
  public void joined(Trace trace) {
    at(trace.begin(), part -> part.joined(trace));
  }

  @Override
  public void outside(Operations operations, int operation, long begin, long end, boolean failed) {
    at(end, part -> part.outside(operations, operation, begin, end, failed));
  }

  @Override
  public void timed(
      Operations operations, int operation, long producer, long end, long nanos, boolean failed) {
    at(end, part -> part.timed(operations, operation, producer, end, nanos, failed));
  }

  @Override
  public void aggregated(Operations operations, int operation, long producer, Aggregate aggregate) {
    at(aggregate.time(), part -> part.aggregated(operations, operation, producer, aggregate));
  }

  private void at(long time, Consumer<Collected> taker) {
    long now = System.currentTimeMillis() * 1_000_000;
    long at = Math.floorDiv(Math.min(time, now), NANOS);
    if (at > newest) {
      newest = at;
      // A part that others were merged into receives no more traces: late ones get their
      // own.
      SortedMap<Long, Collected> old = parts.headMap(newest - A_MINUTE);
      old.forEach((part, of) -> minutes.merge(minute(part), of, Collected::merged));
      old.clear();
      minutes.headMap(minute(newest) - MINUTES).clear();
    }
    if (minute(at) >= minute(newest) - MINUTES) {
      taker.accept(parts.computeIfAbsent(at, absent -> Collected.ofSeconds()));
    }
  }

  private static long minute(long part) {
    return Math.floorDiv(part, (long) A_MINUTE);
  }

  private Stream<Collected> last(int wanted) {
    long from = newest - (long) wanted * A_MINUTE;
    return Stream.concat(
        minutes.tailMap(minute(from) + 1).values().stream(), parts.tailMap(from).values().stream());
  }

  /** Operations of the last minute, in parts. */
  public List<OperationStatistics> operations() {
    return last(1).map(part -> part.statistics).toList();
  }

  /** Returns how long that minute is. */
  public long seconds() {
    return parts.isEmpty() ? 0 : (newest - Math.max(newest - A_MINUTE, first()) + 1) * SECONDS;
  }

  private long first() {
    return minutes.isEmpty() ? parts.firstKey() : minutes.firstKey() * A_MINUTE;
  }

  /**
   * Writes the data of a report of the last minutes, as {@link Report#writeJson} does.
   *
   * @param live source of traces of this report
   */
  public void write(int wanted, String source, LiveTraces<?> live, Audit audit, OutputStream target)
      throws IOException {
    live.result(); // with what the last chunk ended
    Collected sum = Collected.ofSeconds();
    last(wanted).forEach(sum::merged);
    ReportModel model = new ReportModel(live.report(sum), audit, true);
    ReportJson.write(source, model, Verdict.ofRunning(audit), Findings.ofRunning(model), target);
  }
}
