package dev.sluice.analysis.requests;

import dev.sluice.analysis.traces.Remote;
import dev.sluice.analysis.traces.Request;
import dev.sluice.analysis.traces.Request.Lack;
import dev.sluice.analysis.traces.RequestSample;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.chunk.Ids;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests through several programs, each from the begin of its first execution to that one's end;
 * of a kind are those with the same first operation. In place of operations they have programs: a
 * call is a trace, and its own time is without that of traces in other programs which it waited
 * for. Who called the first is not asked for.
 *
 * @param figures of those that lack nothing
 * @param requests how many these are
 * @param incomplete how many are left out
 * @param each how many one that is here stands for
 */
public record WholeRequests(RequestStatistics figures, long requests, long incomplete, long each) {
  /** Of what was kept; the sample is not told anything any more. */
  public static WholeRequests of(RequestSample sample) {
    RequestStatistics figures = new RequestStatistics();
    List<Request> all = sample.requests();
    List<Request> whole = all.stream().filter(WholeRequests::isWhole).toList();
    List<Request> several = whole.stream().filter(one -> one.traces().size() > 1).toList();
    several.forEach(request -> add(request, figures));
    return new WholeRequests(
        figures, several.size(), (long) all.size() - whole.size(), sample.each());
  }

  private static boolean isWhole(Request request) {
    Trace first = request.traces().get(0);
    return first.state() == TraceState.VALID
        && !first.isCut()
        && request.flaws().stream()
            .allMatch(
                flaw ->
                    flaw.lack() == Lack.PLACE // of first executions alone it is not known
                        || flaw.lack() == Lack.CALLER && flaw.trace() == first);
  }

  private static void add(Request request, RequestStatistics figures) {
    List<Trace> traces = request.traces();
    Map<Trace, Long> waited = new HashMap<>();
    for (Trace trace : traces) {
      Remote call = request.call(trace);
      if (call != null && !Remote.MESSAGE.equals(call.medium())) {
        waited.merge(request.above(trace), trace.duration(), Long::sum);
      }
    }
    Trace first = traces.get(0);
    long slice = figures.slice(first.begin());
    RequestStatistics.Kind kind = figures.kind(List.of(first.signature(0)));
    kind.requests.at(slice).add(first.duration(), true, own(first, waited), first.failed(0));
    for (Trace trace : traces) {
      String program = program(trace);
      boolean outermost = true;
      for (Trace at = request.above(trace); at != null; at = request.above(at)) {
        outermost &= !program.equals(program(at));
      }
      kind.operations
          .computeIfAbsent(program, absent -> new Tally())
          .at(slice)
          .add(
              trace.duration(), outermost, own(trace, waited), trace.size() > 0 && trace.failed(0));
    }
  }

  private static long own(Trace trace, Map<Trace, Long> waited) {
    return Math.max(0, trace.duration() - waited.getOrDefault(trace, 0L));
  }

  private static String program(Trace trace) {
    return trace.producerName() == null ? Ids.print(trace.producer()) : trace.producerName();
  }
}
