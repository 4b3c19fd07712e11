package dev.sluice.analysis.traces;

import dev.sluice.analysis.operations.Operations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The traces that one request made, in several threads and processes, as one tree: a trace that
 * came with a call of another process is below the execution that called, one that a trace of its
 * own process started below the execution that started it. For one thread.
 */
public final class Request {
  /** Executions that come first, and of traces that begin together those of the lower id. */
  private static final Comparator<Trace> ORDER =
      Comparator.comparingLong((Trace trace) -> trace.begin())
          .thenComparing(Trace::producer)
          .thenComparing(Trace::id)
          .thenComparing(trace -> trace.end());

  private final List<Part> parts = new ArrayList<>();
  private final Map<Trace, Part> byTrace = new HashMap<>();
  private final List<Flaw> flaws = new ArrayList<>();
  private final List<Trace> linked = new ArrayList<>();
  private List<Open> open = List.of();
  private Trace tree;
  private Part[] of;

  /** Why a request is not known to be complete. */
  public enum Lack {
    /** The trace is not valid, or its last calls may be missing: its state says why. */
    TRACE,
    /** No trace is known that works for this call: its program is not recorded, or it is lost. */
    CALLED,
    /** The call that the trace works for is not known. */
    CALLER,
    /** The trace of the same process that started this one is not known. */
    STARTER,
    /** Which execution of the trace made this call is not known. */
    PLACE,
    /**
     * The trace is valid, but its producer has no end: what it did in other threads may be lost.
     */
    NO_END,
    /** A program without an end may have worked for this message before the trace did. */
    AGAIN
  }

  /**
   * Something that is missing.
   *
   * @param trace where
   * @param remote the call, null if it is not about one
   */
  public record Flaw(Lack lack, Trace trace, Remote remote) {}

  /**
   * A producer without an end: it was killed, or still runs.
   *
   * @param name its name, or null
   * @param from its records of that time or later may be missing; nanoseconds since the epoch
   */
  public record Open(long producer, String name, long from) {}

  /** A trace in the tree. */
  private static final class Part {
    private final Trace trace;
    private final List<Below> below = new ArrayList<>();
    private Part above;

    /** A trace on the way to the top, which is the highest one. */
    private Part higher = this;

    private int[] at;
    private int base = -1;
    private int caller = -1;

    private Part(Trace trace) {
      this.trace = trace;
    }
  }

  /** A trace below an execution, behind those of the other that had begun. */
  private record Below(int behind, int execution, long time, Part part) {}

  /** What is known of all traces that may belong together. */
  private static final class Known {
    private final Map<Remote.Span, Part> calls = new HashMap<>();
    private final Map<Remote.Span, Remote> places = new HashMap<>();
    private final Map<TraceId, Part> ids = new HashMap<>();
    private final Map<Remote.Span, List<Trace>> called = new HashMap<>();
    private final Set<Remote.Span> linked = new HashSet<>();
    private Unended unended;
  }

  private Request() {}

  /**
   * The requests that these traces are of, those that begin first before others. Whether producers
   * have an end is not looked at.
   */
  public static List<Request> of(Collection<Trace> traces) {
    return of(traces, new Unended(0));
  }

  /** The same, where producers may have no end. */
  static List<Request> of(Collection<Trace> traces, Unended unended) {
    Known known = new Known();
    known.unended = unended;
    List<Part> parts = new ArrayList<>();
    for (Trace trace : traces.stream().sorted(ORDER).toList()) {
      unended.add(trace);
      Part part = new Part(trace);
      parts.add(part);
      known.ids.putIfAbsent(TraceId.of(trace), part);
      for (Remote one : trace.remotes) {
        switch (one.kind()) {
          case CALL -> {
            known.calls.putIfAbsent(one.span(), part);
            known.places.putIfAbsent(one.span(), one);
          }
          case PARENT ->
              known.called.computeIfAbsent(one.span(), k -> new ArrayList<>()).add(trace);
          default -> {
            known.called.computeIfAbsent(one.span(), k -> new ArrayList<>()).add(trace);
            known.linked.add(one.span());
          }
        }
      }
    }
    parts.forEach(part -> place(part, known));
    List<Request> requests = new ArrayList<>();
    Map<Part, Request> byTop = new HashMap<>();
    for (Part part : parts) {
      Part top = top(part);
      Request request = byTop.get(top);
      if (request == null) {
        request = new Request();
        byTop.put(top, request);
        requests.add(request);
      }
      request.parts.add(part);
      request.byTrace.put(part.trace, part);
    }
    requests.forEach(request -> request.finish(known));
    return requests;
  }

  /** Puts a trace below the one that it works for. */
  private static void place(Part part, Known known) {
    Trace trace = part.trace;
    Remote from = trace.remoteParent();
    Part caller =
        from == null ? known.ids.get(TraceId.ofParent(trace)) : known.calls.get(from.span());
    Part first = known.ids.get(TraceId.of(trace));
    if (first != part) {
      caller = first; // another part of the same trace
    }
    // What comes from outside may go round in a circle.
    if (caller == null || top(caller) == part) {
      return;
    }
    part.above = caller;
    part.higher = caller;
    Remote call = from == null ? null : known.places.get(from.span());
    int order = call == null ? trace.parentOrder() : call.order();
    int depth = call == null ? trace.parentDepth() : call.depth();
    boolean isPart = first != part;
    int execution = isPart ? -1 : caller.trace.starter(order, depth);
    part.caller = execution;
    int behind = execution < 0 ? caller.trace.size - 1 : caller.trace.begun(order);
    caller.below.add(
        new Below(behind, execution, call == null ? trace.begin() : call.time(), part));
  }

  /** Also shortens the way that it went, so that a long chain takes no time of its square. */
  private static Part top(Part part) {
    Part top = part;
    while (top.higher != top) {
      top.higher = top.higher.higher;
      top = top.higher;
    }
    return top;
  }

  private void finish(Known known) {
    // By its own clock what is called may begin before.
    parts.sort(Comparator.comparing(part -> part.above != null));
    for (Part part : parts) {
      above(part, known);
      for (Remote call : part.trace.remotes) {
        if (call.kind() == Remote.Kind.CALL) {
          called(part.trace, call, known);
        }
      }
      for (Below below : part.below) {
        if (below.execution < 0 && part.trace.callsKnown) {
          flaws.add(new Flaw(Lack.PLACE, below.part.trace, below.part.trace.remoteParent()));
        }
      }
    }
    if (!flaws.isEmpty()) {
      open = known.unended.around(traces());
    }
  }

  /** What is missing of the trace itself, and of what it works for. */
  private void above(Part part, Known known) {
    Trace trace = part.trace;
    if (!trace.callsKnown) {
      flaws.add(new Flaw(Lack.TRACE, trace, null));
    } else if (known.unended.mayLack(trace)) {
      flaws.add(new Flaw(Lack.NO_END, trace, null));
    }
    Remote from = trace.remoteParent();
    if (from != null && !known.calls.containsKey(from.span())) {
      flaws.add(new Flaw(Lack.CALLER, trace, from));
    } else if (from == null && trace.hasParent() && part.above == null) {
      flaws.add(new Flaw(Lack.STARTER, trace, null));
    }
  }

  private void called(Trace trace, Remote call, Known known) {
    List<Trace> all = known.called.getOrDefault(call.span(), List.of());
    if (all.isEmpty()) {
      flaws.add(new Flaw(Lack.CALLED, trace, call));
    } else if (Remote.MESSAGE.equals(call.medium())
        && known.unended.mayHaveHandled(call.time(), all)) {
      flaws.add(new Flaw(Lack.AGAIN, all.get(0), call));
    }
    if (known.linked.contains(call.span())) {
      for (Trace one : all) {
        boolean links =
            one.remotes.stream()
                .anyMatch(r -> r.kind() == Remote.Kind.LINK && r.span().equals(call.span()));
        if (links && !linked.contains(one)) {
          linked.add(one);
          if (!one.callsKnown) {
            flaws.add(new Flaw(Lack.TRACE, one, null));
          }
        }
      }
    }
  }

  /** Its traces, those at the top first. */
  public List<Trace> traces() {
    return parts.stream().map(part -> part.trace).toList();
  }

  /** Traces that work for several messages of which it sent one. */
  public List<Trace> linked() {
    return List.copyOf(linked);
  }

  /** What is missing; of one that is complete nothing. */
  public List<Flaw> flaws() {
    return List.copyOf(flaws);
  }

  /**
   * Of one that is not complete, producers whose end is missing and that may have worked for it.
   */
  public List<Open> open() {
    return open;
  }

  /**
   * Whether nothing is missing: all traces are valid, nothing of their producers was lost while
   * they ran, and each call has a trace that works for it.
   */
  public boolean isComplete() {
    return flaws.isEmpty();
  }

  /** The trace id of the W3C, 32 hexadecimal digits; null if it did not leave its process. */
  public String w3cTrace() {
    Remote.Span span = span();
    return span == null ? null : span.trace();
  }

  /** One of its calls. */
  Remote.Span span() {
    for (Part part : parts) {
      for (Remote one : part.trace.remotes) {
        if (one.kind() != Remote.Kind.LINK) {
          return one.span();
        }
      }
    }
    return null;
  }

  /** The trace with the execution that called that one, or started it; null at the top. */
  public Trace above(Trace trace) {
    Part above = byTrace.get(trace).above;
    return above == null ? null : above.trace;
  }

  /** The execution of the trace above that called that one, or started it; -1 if not known. */
  public int caller(Trace trace) {
    return byTrace.get(trace).caller;
  }

  /** The call that a trace of it works for; null if that is not known, or there is none. */
  public Remote call(Trace trace) {
    Trace above = above(trace);
    Remote from = trace.remoteParent();
    return above == null || from == null
        ? null
        : above.remotes.stream()
            .filter(one -> one.kind() == Remote.Kind.CALL && one.span().equals(from.span()))
            .findFirst()
            .orElse(null);
  }

  /** All executions of all traces as one; times are those of each process's clock. */
  public Trace tree() {
    if (tree == null) {
      build();
    }
    return tree;
  }

  /** The trace that an execution of the tree is of. */
  public Trace trace(int execution) {
    tree();
    return of[execution].trace;
  }

  /** Whether an execution of the tree is called by none of its own trace. */
  public boolean enters(int execution) {
    int above = tree().parent(execution);
    return above < 0 || of[above] != of[execution];
  }

  private void build() {
    int size = parts.stream().mapToInt(part -> part.trace.size).sum();
    tree = new Trace(new Operations(Math.max(1, size)));
    tree.prepare(size);
    tree.calls = parts.stream().mapToInt(part -> part.trace.calls).sum();
    of = new Part[size];
    List<int[]> places = new ArrayList<>();
    List<Part> active = new ArrayList<>();
    int next = 0;
    for (Part top : parts) {
      if (top.above == null) {
        enter(top, -1, active, places);
      }
      while (!active.isEmpty()) {
        Part part = active.get(active.size() - 1);
        int[] place = places.get(places.size() - 1); // of the next execution, of the next below
        boolean all = place[0] == part.trace.size;
        if (place[1] < part.below.size() && (all || part.below.get(place[1]).behind < place[0])) {
          Below below = part.below.get(place[1]++);
          enter(below.part, below.execution < 0 ? -1 : part.at[below.execution], active, places);
        } else if (!all) {
          part.at[place[0]] = next;
          put(part, place[0]++, next++);
        } else {
          active.remove(active.size() - 1);
          places.remove(places.size() - 1);
        }
      }
    }
  }

  private static void enter(Part part, int base, List<Part> active, List<int[]> places) {
    part.base = base;
    part.at = new int[part.trace.size];
    part.below.sort(
        Comparator.comparingInt(Below::behind)
            .thenComparing(Below::time)
            .thenComparing(below -> below.part.trace, ORDER));
    active.add(part);
    places.add(new int[2]);
  }

  private void put(Part part, int from, int to) {
    Trace trace = part.trace;
    int parent = trace.parent[from];
    boolean isLoose = trace.isLoose(from) || parent < 0 && part.base < 0 && part.above != null;
    tree.operation[to] = tree.operations.id(trace.signature(from));
    tree.parent[to] = parent >= 0 ? part.at[parent] : isLoose ? -1 : part.base;
    tree.depth[to] = tree.parent[to] < 0 ? 0 : tree.depth[tree.parent[to]] + 1;
    tree.order[to] = to;
    tree.begin[to] = trace.begin[from];
    tree.end[to] = trace.end[from];
    tree.self[to] = trace.self[from];
    tree.flags[to] = (byte) (isLoose ? trace.flags[from] | Trace.LOOSE : trace.flags[from]);
    of[to] = part;
  }
}
