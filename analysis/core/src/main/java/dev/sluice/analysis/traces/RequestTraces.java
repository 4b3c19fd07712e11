package dev.sluice.analysis.traces;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Keeps some traces, and their calls that came without them. For one thread. */
public final class RequestTraces implements TraceListener {
  final List<Trace> kept = new ArrayList<>();

  /** What came of a trace before or after it. */
  final List<Trace> without = new ArrayList<>();

  private final Predicate<Trace> wanted;
  private final int each;
  private int room;

  /** Of these, with at most so many executions of all of them. */
  public RequestTraces(Set<TraceId> wanted, int mostExecutions) {
    this(trace -> wanted.contains(TraceId.of(trace)), Integer.MAX_VALUE, mostExecutions);
  }

  /** With at most so many executions of each, and of all of them. */
  RequestTraces(Predicate<Trace> wanted, int each, int most) {
    this.wanted = wanted;
    this.each = each;
    room = most;
  }

  @Override
  public void accept(Trace trace) {
    if (wanted.test(trace)) {
      Trace copy = trace.copy(Math.min(each, room), Remote.MOST);
      room -= copy.size;
      kept.add(copy);
    }
  }

  @Override
  public void joined(Trace trace) {
    if (wanted.test(trace)) {
      without.add(trace.copy(0, Remote.MOST));
    }
  }

  /** The requests that they are of. */
  public List<Request> requests() {
    Map<TraceId, List<Remote>> more = new HashMap<>();
    for (Trace trace : without) {
      more.computeIfAbsent(TraceId.of(trace), id -> new ArrayList<>()).addAll(trace.remotes);
    }
    for (Trace trace : kept) {
      List<Remote> all = more.remove(TraceId.of(trace));
      if (all != null) {
        all.addAll(trace.remotes);
        trace.remotes = all;
      }
    }
    return Request.of(kept);
  }
}
