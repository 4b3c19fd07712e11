package dev.sluice.analysis.requests;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Requests and their calls, for {@link RequestComparison} and {@link RequestFigures}. A request is
 * a trace. Calls without a trace are kept apart. Figures are kept by slices of time of equal
 * length, which doubles whenever there would be more than {@value #MOST_SLICES} with something in
 * them; so what they hold does not depend on the order in which requests come.
 *
 * <p>At most {@value #MOST_KINDS} kinds by their first operations, and {@value #MOST_TALLIES}
 * operations of them, are told apart; others share {@link Operations#OTHER_NAME}. An operation
 * whose times spread over six doublings takes about 60 KiB, and 110 KiB if several hundred calls of
 * a slice are in one bin. For one thread.
 */
public class RequestStatistics implements TraceListener {
  static final int MOST_SLICES = 64;
  static final int MOST_KINDS = 512;
  static final int MOST_TALLIES = 4096;

  /** So many executions tell the kind of a trace. */
  public static final int LEVELS = 6;

  /** In place of the first operation of a trace that lacks it. */
  public static final String MISSING = "(first call missing)";

  private static final Kind NOTHING = new Kind();

  private final boolean validAlone;
  private final Map<Name, Kind> kinds = new LinkedHashMap<>();
  private final Map<Probe, Kind> outside = new LinkedHashMap<>();
  private final TracedCalls traced = new TracedCalls();

  /** 2 to that power of nanoseconds is a slice; usually the first are about a millisecond. */
  private int shift;

  private SortedSet<Long> slices = new TreeSet<>();
  private int[] active = {};
  private int[] stack = {};
  private int tallies;
  private long beyond;
  private long first = Long.MAX_VALUE;

  /**
   * The first operations of a request: the first, what that calls first and, from there on, what
   * each calls as long as that is its only call; {@value #LEVELS} at most.
   */
  public record Name(List<String> calls) {
    /** That of the kind of request: the first one that is no dispatcher, or the last. */
    String request(Set<String> dispatchers) {
      int at = 0;
      while (at < calls.size() - 1 && dispatchers.contains(calls.get(at))) {
        at++;
      }
      return calls.get(at);
    }
  }

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
    /** Those whose beginning and end are there. */
    final Tally requests = new Tally();

    /** The others, which took that time at least. */
    final Tally cut = new Tally();

    /** Those of both that are not valid. */
    final Tally invalid = new Tally();

    final Map<String, Tally> operations = new LinkedHashMap<>();
    final int number;
    private Tally[] byNumber = {};

    Kind(int number) {
      this.number = number;
    }

    Kind() {
      this(-1);
    }

    void add(Kind other) {
      requests.add(other.requests);
      cut.add(other.cut);
      invalid.add(other.invalid);
      other.operations.forEach(
          (name, tally) -> operations.computeIfAbsent(name, n -> new Tally()).add(tally));
    }

    private void lengthen() {
      requests.lengthen();
      cut.lengthen();
      invalid.lengthen();
      operations.values().forEach(Tally::lengthen);
    }

    private void state(StateCodec codec) throws IOException {
      requests.state(codec);
      cut.state(codec);
      invalid.state(codec);
      for (String name : codec.each(operations.keySet(), MOST_TALLIES + MOST_KINDS, null)) {
        operations.computeIfAbsent(codec.given(name), absent -> new Tally()).state(codec);
      }
    }
  }

  /** Of valid traces alone, for a comparison. */
  public RequestStatistics() {
    this(true);
  }

  /** Of valid traces alone, or of all. */
  public RequestStatistics(boolean validAlone) {
    this(validAlone, 20);
  }

  /** The same; the first slices last 2 to the power of {@code shift} of nanoseconds. */
  public RequestStatistics(boolean validAlone, int shift) {
    this.validAlone = validAlone;
    this.shift = shift;
  }

  @Override
  public void accept(Trace trace) {
    if (!validAlone || trace.state() == TraceState.VALID) {
      add(trace);
    } else {
      traced.add(trace);
    }
  }

  /**
   * Takes a trace, whatever its state.
   *
   * @return the number of its kind, see {@link #name(int)}
   */
  public int add(Trace trace) {
    traced.add(trace);
    Operations all = trace.operations();
    long slice = slice(trace.begin());
    first = Math.min(first, trace.begin());
    boolean begun = begins(trace);
    Kind kind = kind(trace);
    boolean failed = begun && trace.failed(0);
    long own = begun ? trace.self(0) : 0;
    (trace.isCut() ? kind.cut : kind.requests).at(slice).add(trace.duration(), true, own, failed);
    if (trace.state() != TraceState.VALID) {
      kind.invalid.at(slice).add(trace.duration(), true, own, failed);
    }
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
      if (!trace.unfinished(i)) {
        tally(kind, all, trace.operation(i))
            .at(slice)
            .add(trace.duration(i), outermost, trace.self(i), trace.failed(i));
      }
    }
    returned(trace, depth, -1);
    return kind.number;
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
    without(0, Told.UNPLACED, all, operation, begin).add(Math.max(0, end - begin), failed);
  }

  @Override
  public void timed(
      Operations all, int operation, long producer, long end, long nanos, boolean failed) {
    without(producer, Told.TIMED, all, operation, end).add(nanos, failed);
  }

  @Override
  public void aggregated(Operations all, int operation, long producer, Aggregate aggregate) {
    without(producer, Told.COUNTED, all, operation, aggregate.time()).add(aggregate);
  }

  private Calls without(long producer, Told as, Operations all, int operation, long time) {
    long slice = slice(time);
    return tally(outside(new Probe(producer, as)), all, operation).at(slice);
  }

  /** Beyond {@value #MOST_TALLIES} producers, those that come later share one. */
  private Kind outside(Probe probe) {
    boolean fits = outside.size() < MOST_TALLIES || outside.containsKey(probe);
    return outside.computeIfAbsent(fits ? probe : new Probe(0, probe.as), absent -> new Kind());
  }

  long slice(long time) {
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
    kinds.values().forEach(Kind::lengthen);
    outside.values().forEach(Kind::lengthen);
  }

  /** Whether the call that a trace begins with is there. */
  private static boolean begins(Trace trace) {
    return trace.size() > 0 && trace.depth(0) == 0;
  }

  /** The number that {@link #add} gave a trace, or a copy of its first {@link #LEVELS} calls. */
  public int number(Trace trace) {
    return kind(trace).number;
  }

  private Kind kind(Trace trace) {
    if (!begins(trace)) {
      return kind(List.of(MISSING));
    }
    int level = 1;
    while (level < Math.min(LEVELS, trace.size())
        && trace.parent(level) == level - 1
        && (level == 1 || isOnly(trace, level))) {
      level++;
    }
    String[] calls = new String[level];
    Arrays.setAll(calls, trace::signature);
    return kind(List.of(calls));
  }

  /** Whether the caller calls nothing else; of a copy its times tell, as of the trace itself. */
  private static boolean isOnly(Trace trace, int call) {
    return trace.duration(call - 1) - trace.self(call - 1) == trace.duration(call);
  }

  Kind kind(List<String> calls) {
    Kind kind = kinds.get(new Name(calls));
    if (kind != null) {
      return kind;
    }
    int size = Math.min(calls.size(), 3);
    if (size > 1 && kinds.size() >= MOST_KINDS >> size - 1) {
      return kind(calls.subList(0, size - 1));
    }
    if (kinds.size() >= MOST_KINDS && !calls.get(0).equals(Operations.OTHER_NAME)) {
      return kind(List.of(Operations.OTHER_NAME));
    }
    return kinds.computeIfAbsent(new Name(List.copyOf(calls)), absent -> new Kind(kinds.size()));
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
    one.merge(other);
    return one;
  }

  /**
   * Adds what another partition has; the other is not told anything any more.
   *
   * @return the numbers here of the kinds there
   */
  public int[] merge(RequestStatistics other) {
    lengthen(other.shift);
    other.lengthen(shift);
    slices.addAll(other.slices);
    int[] here = new int[other.kinds.size()];
    other.kinds.forEach(
        (name, kind) -> {
          Kind own = kind(name.calls);
          own.add(kind);
          here[kind.number] = own.number;
        });
    other.outside.forEach((probe, kind) -> outside(probe).add(kind));
    traced.merge(other.traced);
    beyond += other.beyond;
    first = Math.min(first, other.first);
    while (slices.size() > MOST_SLICES) {
      lengthen();
    }
    return here;
  }

  private void lengthen(int least) {
    while (shift < least) {
      lengthen();
    }
  }

  @Override
  public void state(StateCodec codec, Operations all) throws IOException {
    codec.name("requests 5");
    shift = codec.count(shift, Long.SIZE - 1);
    long[] some = codec.numbers(slices(), slices.size());
    Arrays.stream(some).forEach(slices::add);
    for (Name name : codec.each(kinds.keySet(), MOST_KINDS + 1, new Name(List.of()))) {
      List<String> calls = new ArrayList<>();
      for (String call : codec.each(name.calls, LEVELS, null)) {
        calls.add(codec.given(call));
      }
      Name same = new Name(List.copyOf(calls));
      kinds.computeIfAbsent(same, absent -> new Kind(kinds.size())).state(codec);
    }
    Probe none = new Probe(0, Told.UNPLACED);
    for (Probe probe : codec.each(outside.keySet(), Integer.MAX_VALUE, none)) {
      Probe same = new Probe(codec.number(probe.producer), codec.constant(Told.class, probe.as));
      outside.computeIfAbsent(same, absent -> new Kind()).state(codec);
    }
    traced.state(codec);
    tallies = codec.number(tallies);
    beyond = codec.number(beyond);
  }

  /** Whether there is neither a request nor a call without one. */
  public boolean isEmpty() {
    return slices.isEmpty();
  }

  /** The name of the kind with that number. */
  public Name name(int number) {
    return List.copyOf(kinds.keySet()).get(number);
  }

  /** A slice lasts 2 to that power of nanoseconds. */
  int shift() {
    return shift;
  }

  /**
   * Operations whose requests are told apart by what they call: those on the way that nearly all
   * requests take, up to the last from which different ones are called.
   */
  Set<String> dispatchers() {
    return Dispatchers.of(kinds, slices());
  }

  /** Operations of kinds that are not told apart, because there are too many. */
  public long beyond() {
    return beyond;
  }

  /** Those with something in them, in the order of time. */
  long[] slices() {
    return slices.stream().mapToLong(slice -> slice).toArray();
  }

  /** When the first request began; when the first slice does if no request was added here. */
  long begin() {
    return first == Long.MAX_VALUE ? begin(slices()[0]) : first;
  }

  /** When a slice begins. */
  long begin(long slice) {
    return slice << shift;
  }

  Map<Name, Kind> kinds() {
    return kinds;
  }

  /**
   * Returns calls that count although they came without a trace: of what several probes of a
   * producer recorded of an operation, the calls of the probe that recorded most.
   */
  Kind outside() {
    Kind all = new Kind();
    outside.forEach(
        (probe, kind) ->
            kind.operations.forEach(
                (name, tally) -> {
                  if (probe.as == Told.UNPLACED || hasMost(probe, name)) {
                    all.operations.computeIfAbsent(name, n -> new Tally()).add(tally);
                  }
                }));
    return all;
  }

  private boolean hasMost(Probe probe, String operation) {
    long own = calls(probe, operation);
    boolean isTimed = probe.as == Told.TIMED;
    long rival = calls(probe.by(isTimed ? Told.COUNTED : Told.TIMED), operation);
    return own > traced.calls(probe.producer, operation)
        && (own > rival || own == rival && isTimed);
  }

  private long calls(Probe probe, String operation) {
    Kind kind = outside.getOrDefault(probe, NOTHING);
    return kind.operations.getOrDefault(operation, new Tally()).sum(slices()).calls();
  }
}
