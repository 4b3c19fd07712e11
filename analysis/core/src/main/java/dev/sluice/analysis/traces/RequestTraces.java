package dev.sluice.analysis.traces;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Keeps some traces, and their calls that came without them. For one thread. */
public final class RequestTraces implements TraceListener {
  final List<Trace> kept = new ArrayList<>();

  /** What came of a trace before or after it, or of one without executions. */
  final List<Trace> without = new ArrayList<>();

  private final Predicate<Trace> wanted;
  private final int each;
  private final boolean withEmpty;
  private final Unended unended;
  private int room;

  /**
   * Of these.
   *
   * @param mostExecutions of all of them
   * @param withEmpty whether traces of which no execution came are parts of requests
   * @param timeout how long a producer without an end may have lived after its last records
   */
  public RequestTraces(
      Set<TraceId> wanted, int mostExecutions, boolean withEmpty, Duration timeout) {
    this.wanted = trace -> wanted.contains(TraceId.of(trace));
    this.each = Integer.MAX_VALUE;
    this.withEmpty = withEmpty;
    unended = new Unended(TimeUnit.NANOSECONDS.convert(timeout));
    room = mostExecutions;
  }

  /** With at most so many executions of each. */
  RequestTraces(Predicate<Trace> wanted, int each) {
    this.wanted = wanted;
    this.each = each;
    withEmpty = false;
    unended = new Unended(0);
    room = Integer.MAX_VALUE;
  }

  @Override
  public void accept(Trace trace) {
    unended.add(trace);
    if (wanted.test(trace)) {
      Trace copy = trace.copy(Math.min(each, room), Remote.MOST);
      room -= copy.size;
      kept.add(copy);
    }
  }

  @Override
  public void joined(Trace trace) {
    unended.add(trace);
    if (wanted.test(trace)) {
      without.add(trace.copy(0, Remote.MOST));
    }
  }

  private static Trace join(Trace trace, Trace more) {
    List<Remote> all = new ArrayList<>(trace.remotes);
    all.addAll(more.remotes);
    trace.remotes = all;
    return trace;
  }

  @Override
  public void unended(long producer, String name, long from) {
    unended.add(producer, name, from);
  }

  /** The requests that they are of. */
  public List<Request> requests() {
    Map<TraceId, Trace> more = new HashMap<>();
    without.forEach(one -> more.merge(TraceId.of(one), one, RequestTraces::join));
    for (Trace trace : kept) {
      Trace of = more.remove(TraceId.of(trace));
      if (of != null) {
        join(trace, of);
      }
    }
    if (withEmpty) {
      kept.addAll(more.values());
    }
    return Request.of(kept, unended);
  }
}
