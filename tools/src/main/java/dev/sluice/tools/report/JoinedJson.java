package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Remote;
import dev.sluice.analysis.traces.Request;
import dev.sluice.analysis.traces.Request.Flaw;
import dev.sluice.analysis.traces.Request.Lack;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceId;
import dev.sluice.tools.recordings.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Requests through several programs, of traces that the page shows: where each trace has its place,
 * and what is missing. Times are nanoseconds since the first of their traces began, each by the
 * clock of its program. For one thread.
 */
record JoinedJson(ReportModel model) {
  private static final int LACKS = 40;

  /**
   * Kinds of missing parts that may be elsewhere in the source; not reported unless they were
   * searched.
   */
  private static final Set<Lack> ELSEWHERE = EnumSet.of(Lack.CALLED, Lack.CALLER, Lack.STARTER);

  List<JsonObject> rows() {
    Set<TraceId> known = new HashSet<>();
    model.requests.forEach(one -> one.traces().forEach(of -> known.add(TraceId.of(of))));
    List<Trace> others = new ArrayList<>(model.traces());
    others.removeIf(trace -> known.contains(TraceId.of(trace)));
    List<JsonObject> rows = new ArrayList<>();
    model.requests.forEach(request -> rows.add(row(request, true)));
    Request.of(others).stream()
        .filter(request -> request.w3cTrace() != null)
        .forEach(request -> rows.add(row(request, false)));
    return rows;
  }

  private JsonObject row(Request request, boolean isWhole) {
    List<Trace> traces = request.traces();
    long begin = traces.get(0).begin();
    List<Object> lacks = new ArrayList<>();
    List<Flaw> flaws = new ArrayList<>(request.flaws());
    flaws.removeIf(flaw -> !isWhole && ELSEWHERE.contains(flaw.lack()));
    boolean isEntered = flaws.removeIf(flaw -> isEntry(flaw, request));
    for (Flaw flaw : flaws.subList(0, Math.min(LACKS, flaws.size()))) {
      Remote call = flaw.lack() == Lack.CALLED ? flaw.remote() : null;
      int by = call == null ? -1 : flaw.trace().starter(call.order(), call.depth());
      lacks.add(
          Arrays.asList(
              traces.indexOf(flaw.trace()),
              row(flaw.trace(), by),
              time(call, begin),
              RequestText.lack(flaw, model.audit.complete())));
    }
    return JsonObject.of(
            "w3cTrace", request.w3cTrace(),
            // Of those that are not whole no ends are known, and may be missing.
            "complete", flaws.isEmpty() && (isWhole || model.audit.complete()),
            "whole", isWhole,
            "lacks", lacks,
            "lacking", flaws.size(),
            "linked", request.linked().stream().map(model::key).toList(),
            "parts", traces.stream().map(one -> part(request, one, begin)).toList())
        .put("entered", isEntered);
  }

  /**
   * Returns whether it is only not known who called the first trace, as a browser that is not
   * monitored: no fault if nothing is missing of what was recorded.
   */
  private boolean isEntry(Flaw flaw, Request request) {
    return flaw.lack() == Lack.CALLER
        && request.traces().get(0) == flaw.trace()
        && model.audit.complete();
  }

  /** Trace, the one above it, the line there, begin, when the call left, and how. */
  private List<Object> part(Request request, Trace trace, long begin) {
    Trace above = request.above(trace);
    Remote call = request.call(trace);
    String how = call == null ? null : Remote.MESSAGE.equals(call.medium()) ? "message" : "call";
    return Arrays.asList(
        model.key(trace),
        request.traces().indexOf(above),
        above == null ? -1 : row(above, request.caller(trace)),
        trace.begin() - begin,
        time(call, begin),
        how);
  }

  private static Long time(Remote call, long begin) {
    return call == null ? null : (Long) (call.time() - begin);
  }

  /** Returns the line of an execution. */
  private static int row(Trace trace, int execution) {
    List<TraceRow> rows = execution < 0 ? List.of() : TraceRow.of(trace);
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).members().contains(execution)) {
        return i;
      }
    }
    return -1;
  }
}
