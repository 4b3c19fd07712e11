package dev.sluice.tools.report;

import dev.sluice.analysis.services.ClockOffset;
import dev.sluice.analysis.traces.Request;
import dev.sluice.analysis.traces.RequestIndex;
import dev.sluice.analysis.traces.RequestTraces;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceId;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Requests of selected traces, with their traces in other threads and programs, for which the
 * source is read again. For one thread.
 */
public final class RequestReading {
  private static final int MAX_EXECUTIONS = 1_000_000;

  private final TraceReading<RequestSelection> read;
  private final List<Request> requests;
  private final Map<TraceId, Request> byTrace = new HashMap<>();
  private final List<ClockOffset> clocks;
  private final String trouble;

  private RequestReading(
      TraceReading<RequestSelection> read, List<Request> requests, String trouble) {
    this.read = read;
    this.requests = requests;
    this.trouble = trouble;
    clocks = requests.isEmpty() ? List.of() : read.traces().listener().services.offsets();
    for (Request request : requests) {
      request.traces().forEach(trace -> byTrace.putIfAbsent(TraceId.of(trace), request));
    }
  }

  /** Nothing beside these traces. */
  public static RequestReading none(TraceReading<RequestSelection> read) {
    return new RequestReading(read, List.of(), null);
  }

  /** Reads what there is beside these traces, if anything is. */
  public static RequestReading of(
      TraceReading<RequestSelection> read, TraceLimits limits, Notices notices) throws IOException {
    RequestSelection selection = read.traces().listener();
    List<Trace> selected = selection.traces.traces();
    Set<TraceId> wanted = selection.index.around(selected);
    if (wanted.isEmpty()) {
      return none(read);
    }
    if (!read.from().isRepeatable()) {
      String trouble =
          "traces of these requests in other programs are not shown, because"
              + " the source can be read only once";
      return new RequestReading(read, List.of(), trouble);
    }
    RequestTraces traces = new RequestTraces(wanted, MAX_EXECUTIONS, true, limits.timeout());
    List<Request> requests = read(read.from(), limits, traces, notices);
    Set<TraceId> ids = selected.stream().map(TraceId::of).collect(Collectors.toSet());
    requests.removeIf(
        one ->
            one.w3cTrace() == null
                || one.traces().stream().map(TraceId::of).noneMatch(ids::contains));
    long forgotten = selection.index.forgotten();
    String trouble =
        wanted.size() >= RequestIndex.MOST_TRACES
            ? "these requests have more traces than the maximum that is shown"
            : forgotten == 0
                ? null
                : Figures.count(forgotten, "trace")
                    + " may be missing in requests, because there are too many";
    return new RequestReading(read, requests, trouble);
  }

  /** Returns the requests that these traces are of. */
  static List<Request> read(
      SourceSpec from, TraceLimits limits, RequestTraces traces, Notices notices)
      throws IOException {
    return TraceReading.of(from, limits, () -> traces, (one, other) -> one, notices)
        .traces()
        .listener()
        .requests();
  }

  /** Returns what was read first. */
  public TraceReading<RequestSelection> read() {
    return read;
  }

  /** Returns the request that a trace is of, if it left its process; else null. */
  public Request of(Trace trace) {
    return byTrace.get(TraceId.of(trace));
  }

  /** Returns all of them. */
  public List<Request> requests() {
    return requests;
  }

  /** Returns why some may lack traces, or null. */
  public String trouble() {
    return trouble;
  }

  /** Returns how clocks of programs of a request differ. */
  public List<ClockOffset> clocks(Request request) {
    Set<Long> ids = new HashSet<>();
    request.traces().forEach(trace -> ids.add(trace.producer()));
    return clocks.stream()
        .filter(one -> ids.contains(one.pair().from()) && ids.contains(one.pair().to()))
        .toList();
  }
}
