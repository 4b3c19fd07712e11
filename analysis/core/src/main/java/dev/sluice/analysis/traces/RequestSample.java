package dev.sluice.analysis.traces;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The first execution of each trace of requests that left their process: of all of them or, if
 * there is not room for that, of a part that the ids of requests choose, so that each of these is
 * whole. A trace that neither calls nor is called is in none. For one thread.
 */
public final class RequestSample implements TraceListener {
  /** There is room for so many traces and calls. */
  private static final int MOST = 1 << 16;

  private final RequestTraces traces = new RequestTraces(this::isIn, 1);
  private int size;

  /** Of 2 to that power of requests, one is here. */
  private int shift;

  @Override
  public void accept(Trace trace) {
    traces.accept(trace);
    bound(isIn(trace) ? size(trace) : 0);
  }

  @Override
  public void joined(Trace trace) {
    traces.joined(trace);
    bound(isIn(trace) ? size(trace) : 0);
  }

  private void bound(int more) {
    size += more;
    while (size > MOST) {
      part(shift + 1);
    }
  }

  private static int size(Trace trace) {
    return 1 + trace.remotes.size();
  }

  private void part(int least) {
    shift = least;
    traces.kept.removeIf(trace -> !isIn(trace));
    traces.without.removeIf(trace -> !isIn(trace));
    Stream<Trace> all = Stream.concat(traces.kept.stream(), traces.without.stream());
    size = all.mapToInt(RequestSample::size).sum();
  }

  /** Whether one of its requests is in the part: it works for several if it has links. */
  private boolean isIn(Trace trace) {
    return trace.remotes.stream().anyMatch(one -> isIn(one.span()));
  }

  private boolean isIn(Remote.Span span) {
    long request = new Remote.Span(span.high(), span.low(), 0).hash();
    return shift == 0 || shift < Long.SIZE && request >>> Long.SIZE - shift == 0;
  }

  /** Adds what another partition has. */
  public void merge(RequestSample other) {
    part(Math.max(shift, other.shift));
    other.traces.kept.forEach(this::accept);
    other.traces.without.forEach(this::joined);
  }

  /** How many requests one that is here stands for. */
  public long each() {
    return 1L << shift;
  }

  /** The requests; these are not told anything any more. */
  public List<Request> requests() {
    List<Request> requests = new ArrayList<>(traces.requests());
    requests.removeIf(one -> one.span() == null || !isIn(one.span()));
    return requests;
  }
}
