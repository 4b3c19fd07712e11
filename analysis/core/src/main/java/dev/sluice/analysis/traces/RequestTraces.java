package dev.sluice.analysis.traces;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps given traces, and their calls that came without them. For one thread. */
public final class RequestTraces implements TraceListener {
  private final Set<TraceId> wanted;
  private final List<Trace> kept = new ArrayList<>();
  private final Map<TraceId, List<Remote>> without = new HashMap<>();
  private int room;

  /** With at most so many executions of all of them. */
  public RequestTraces(Set<TraceId> wanted, int mostExecutions) {
    this.wanted = wanted;
    room = mostExecutions;
  }

  @Override
  public void accept(Trace trace) {
    if (wanted.contains(TraceId.of(trace))) {
      Trace copy = trace.copy(room);
      room -= copy.size;
      kept.add(copy);
    }
  }

  @Override
  public void joined(Trace trace) {
    if (wanted.contains(TraceId.of(trace))) {
      List<Remote> of = without.computeIfAbsent(TraceId.of(trace), id -> new ArrayList<>());
      trace.remotes.stream().limit(Remote.MOST - of.size()).forEach(of::add);
    }
  }

  /** The requests that they are of. */
  public List<Request> requests() {
    for (Trace trace : kept) {
      List<Remote> more = without.remove(TraceId.of(trace));
      if (more != null) {
        more.addAll(trace.remotes);
        trace.remotes = List.copyOf(more);
      }
    }
    return Request.of(kept);
  }
}
