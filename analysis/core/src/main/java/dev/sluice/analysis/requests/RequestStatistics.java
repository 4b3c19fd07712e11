package dev.sluice.analysis.requests;

import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceState;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Requests and their calls, for {@link RequestComparison}. A request is a valid trace; others are
 * left out. Calls without a trace are kept apart. Figures are kept by slices of time of equal
 * length, which doubles whenever there would be more than {@value #MOST_SLICES} with something in
 * them; so what they hold does not depend on the order in which requests come.
 *
 * <p>At most {@value #MOST_KINDS} pairs of first operation and first call, and {@value
 * #MOST_TALLIES} operations of them, are told apart; others share {@link Operations#OTHER_NAME}. An
 * operation whose times spread over six doublings takes at most 60 KiB. For one thread.
 */
public final class RequestStatistics implements TraceListener {
  static final int MOST_SLICES = 64;
  static final int MOST_KINDS = 512;
  static final int MOST_TALLIES = 4096;

  private final Map<Name, Kind> kinds = new LinkedHashMap<>();
  private final Map<Probe, Kind> outside = new LinkedHashMap<>();

  /** 2 to that power of nanoseconds is a slice; the first are about a millisecond. */
  private int shift = 20;

  private SortedSet<Long> slices = new TreeSet<>();
  private int[] active = {};
  private int[] stack = {};
  private int tallies;
  private long beyond;

  /** The first operation of a request, and what that calls first; null if nothing. */
  record Name(String root, String first) {}

  /** Who tells of calls without a trace; several may tell of the same. */
  private record Probe(long producer, Told as) {
    Probe by(Told other) {
      return new Probe(producer, other);
    }
  }

  private enum Told {
    UNPLACED,
    TIMED,
    COUNTED
  }

  /** Requests, and their calls by signature. */
  static final class Kind {
    final Tally requests = new Tally();
    final Map<String, Tally> operations = new LinkedHashMap<>();
    private Tally[] byNumber = {};

    void add(Kind other) {
      requests.add(other.requests);
      other.operations.forEach(
          (name, tally) -> operations.computeIfAbsent(name, n -> new Tally()).add(tally));
    }
  }

  @Override
  public void accept(Trace trace) {
    if (trace.state() != TraceState.VALID) {
      return;
    }
    Operations all = trace.operations();
    long slice = slice(trace.begin(0));
    Kind kind = kind(trace.signature(0), trace.size() > 1 ? trace.signature(1) : null);
    kind.requests.at(slice).add(trace.duration(0), true, trace.self(0), trace.failed(0));
    if (stack.length < trace.size()) {
      stack = new int[trace.size() * 2];
    }
    if (active.length < all.size()) {
      active = new int[all.size() * 2];
    }
    int depth = 0;
    for (int i = 0, size = trace.size(); i < size; i++) {
      depth = returned(trace, depth, trace.parent(i));
      stack[depth++] = i;
      boolean outermost = active[trace.operation(i)]++ == 0;
      tally(kind, all, trace.operation(i))
          .at(slice)
          .add(trace.duration(i), outermost, trace.self(i), trace.failed(i));
    }
    returned(trace, depth, -1);
  }

  /** Takes calls from the stack until that one is on top. */
  private int returned(Trace trace, int depth, int caller) {
    int left = depth;
    while (left > 0 && stack[left - 1] != caller) {
      active[trace.operation(stack[--left])]--;
    }
    return left;
  }

  @Override
  public void outside(Operations all, int operation, long begin, long end, boolean failed) {
    without(0, Told.UNPLACED, all, operation, begin).add(Math.max(0, end - begin), true, 0, failed);
  }

  @Override
  public void timed(
      Operations all, int operation, long producer, long end, long nanos, boolean failed) {
    without(producer, Told.TIMED, all, operation, end).add(nanos, true, 0, failed);
  }

  @Override
  public void aggregated(Operations all, int operation, long producer, Aggregate aggregate) {
    without(producer, Told.COUNTED, all, operation, aggregate.time()).add(aggregate);
  }

  private CallFigures without(long producer, Told as, Operations all, int operation, long time) {
    long slice = slice(time);
    Kind kind = outside.computeIfAbsent(new Probe(producer, as), probe -> new Kind());
    return tally(kind, all, operation).at(slice);
  }

  private long slice(long time) {
    slices.add(time >> shift);
    while (slices.size() > MOST_SLICES) {
      lengthen();
    }
    return time >> shift;
  }

  private void lengthen() {
    shift++;
    SortedSet<Long> old = slices;
    slices = new TreeSet<>();
    old.forEach(slice -> slices.add(slice >> 1));
    Consumer<Kind> each =
        kind -> {
          kind.requests.lengthen();
          kind.operations.values().forEach(Tally::lengthen);
        };
    kinds.values().forEach(each);
    outside.values().forEach(each);
  }

  private Kind kind(String root, String first) {
    Name name = new Name(root, first);
    Kind kind = kinds.get(name);
    if (kind != null) {
      return kind;
    }
    if (kinds.size() >= MOST_KINDS / 2 && first != null) {
      return kind(root, null);
    }
    if (kinds.size() >= MOST_KINDS && !root.equals(Operations.OTHER_NAME)) {
      return kind(Operations.OTHER_NAME, null);
    }
    return kinds.computeIfAbsent(name, absent -> new Kind());
  }

  private Tally tally(Kind kind, Operations all, int operation) {
    if (operation >= kind.byNumber.length) {
      kind.byNumber = Arrays.copyOf(kind.byNumber, all.size() * 2);
    }
    if (kind.byNumber[operation] == null) {
      boolean more = tallies++ < MOST_TALLIES;
      beyond += more ? 0 : 1;
      String name = more ? all.signature(operation) : Operations.OTHER_NAME;
      kind.byNumber[operation] = kind.operations.computeIfAbsent(name, n -> new Tally());
    }
    return kind.byNumber[operation];
  }

  /** Both as one, for {@code TraceStage}; neither is told anything any more. */
  public static RequestStatistics merged(RequestStatistics one, RequestStatistics other) {
    while (one.shift < other.shift) {
      one.lengthen();
    }
    while (other.shift < one.shift) {
      other.lengthen();
    }
    one.slices.addAll(other.slices);
    other.kinds.forEach((name, kind) -> one.kind(name.root, name.first).add(kind));
    other.outside.forEach(
        (probe, kind) -> one.outside.computeIfAbsent(probe, absent -> new Kind()).add(kind));
    one.beyond += other.beyond;
    while (one.slices.size() > MOST_SLICES) {
      one.lengthen();
    }
    return one;
  }

  /** Whether there is neither a request nor a call without one. */
  public boolean isEmpty() {
    return slices.isEmpty();
  }

  /** Operations of kinds that are not told apart, because there are too many. */
  public long beyond() {
    return beyond;
  }

  /** Those with something in them, in the order of time. */
  long[] slices() {
    return slices.stream().mapToLong(slice -> slice).toArray();
  }

  /** When a slice begins. */
  long begin(long slice) {
    return slice << shift;
  }

  Map<Name, Kind> kinds() {
    return kinds;
  }

  /** Calls without a trace; of two probes of a producer, what the one has that has more. */
  Kind outside() {
    Kind all = new Kind();
    outside.forEach(
        (probe, kind) -> {
          Told other = probe.as == Told.TIMED ? Told.COUNTED : Told.TIMED;
          boolean both = probe.as != Told.UNPLACED && outside.containsKey(probe.by(other));
          Kind rival = both ? outside.get(probe.by(other)) : new Kind();
          kind.operations.forEach(
              (name, tally) -> {
                long calls = tally.sum(slices()).calls();
                long others =
                    rival.operations.getOrDefault(name, new Tally()).sum(slices()).calls();
                if (calls > others || calls == others && probe.as == Told.TIMED) {
                  all.operations.computeIfAbsent(name, n -> new Tally()).add(tally);
                }
              });
        });
    return all;
  }
}
