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
final class JoinedJson {
  private static final int LACKS = 40;

  /** What may be elsewhere in what was read, if it was not looked for. */
  private static final Set<Lack> ELSEWHERE = EnumSet.of(Lack.CALLED, Lack.CALLER, Lack.STARTER);

  private final ReportModel model;

  JoinedJson(ReportModel model) {
    this.model = model;
  }

  List<JsonObject> rows() {
    List<JsonObject> rows = new ArrayList<>();
    Set<TraceId> known = new HashSet<>();
    for (Request request : model.requests()) {
      request.traces().forEach(trace -> known.add(TraceId.of(trace)));
      if (request.traces().size() > 1 || !request.isComplete()) {
        rows.add(row(request, true));
      }
    }
    List<Trace> others = new ArrayList<>(model.traces());
    others.removeIf(trace -> known.contains(TraceId.of(trace)));
    Request.of(others).stream()
        .filter(request -> request.w3cTrace() != null && request.traces().size() > 1)
        .forEach(request -> rows.add(row(request, false)));
    return rows;
  }

  private JsonObject row(Request request, boolean isWhole) {
    List<Trace> traces = request.traces();
    long begin = traces.get(0).begin();
    List<Object> lacks = new ArrayList<>();
    for (Flaw flaw : request.flaws().stream().limit(LACKS).toList()) {
      Trace trace = flaw.trace();
      Remote call = flaw.lack() == Lack.CALLED ? flaw.remote() : null;
      int by = call == null ? -1 : row(trace, trace.starter(call.order(), call.depth()));
      Long time = call == null ? null : (Long) (call.time() - begin);
      boolean isKnown = isWhole || !ELSEWHERE.contains(flaw.lack());
      String text =
          isKnown ? RequestText.lack(flaw, model.audit.complete()) : RequestText.elsewhere(flaw);
      lacks.add(Arrays.asList(traces.indexOf(trace), by, time, text));
    }
    JsonObject json = JsonObject.of("w3cTrace", request.w3cTrace());
    json.put("complete", request.isComplete()).put("whole", isWhole);
    json.put("lacks", lacks).put("lacking", request.flaws().size());
    json.put("linked", request.linked().stream().map(RequestText::linked).toList());
    return json.put("parts", traces.stream().map(one -> part(request, one, begin)).toList());
  }

  /** Trace, the one above it, the line there, begin, when the call left, and how. */
  private List<Object> part(Request request, Trace trace, long begin) {
    Trace above = request.above(trace);
    Remote from = trace.remoteParent();
    Remote call =
        above == null || from == null
            ? null
            : above.remotes().stream()
                .filter(one -> one.kind() == Remote.Kind.CALL && one.span().equals(from.span()))
                .findFirst()
                .orElse(null);
    return Arrays.asList(
        model.key(trace),
        above == null ? -1 : request.traces().indexOf(above),
        above == null ? -1 : row(above, request.caller(trace)),
        trace.begin() - begin,
        call == null ? null : (Long) (call.time() - begin),
        call == null ? null : Remote.MESSAGE.equals(call.medium()) ? "message" : "call");
  }

  /** The line of an execution. */
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
