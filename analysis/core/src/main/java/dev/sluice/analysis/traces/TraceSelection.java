package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import java.io.IOException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * Keeps the slowest of the traces that are wanted and have a given operation, as objects of their
 * own. For one thread.
 */
public final class TraceSelection implements TraceListener {
  /** The slowest last; of equal ones that which began first. */
  public static final Comparator<Trace> ORDER =
      Comparator.comparingLong((Trace trace) -> trace.duration())
          .thenComparing(Comparator.comparingLong((Trace trace) -> trace.begin()).reversed())
          .thenComparing(Comparator.comparingLong(Trace::id).reversed());

  /**
   * A trace that lasts that part of its recording or longer is the program itself, or a thread that
   * loops for ever: no request, if there are others.
   */
  public static final double RUN = 0.9;

  /** So many of those are kept beside the others, where they come last. */
  private static final int MAX_RUNS = 64;

  private final int most;
  private final int mostExecutions;
  private final Predicate<Trace> wantedTraces;
  private final Predicate<String> operations;
  private final BitSet asked = new BitSet();
  private final BitSet wanted = new BitSet();
  private final PriorityQueue<Trace> kept = new PriorityQueue<>(ORDER);
  private int spare;
  private long found;
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  /**
   * Keeps no trace yet.
   *
   * @param most traces to be kept
   * @param mostExecutions executions that are kept of each
   * @param traces asked for each trace, whether it is wanted
   * @param operations asked once for each operation's signature; null if all traces are wanted
   */
  public TraceSelection(
      int most, int mostExecutions, Predicate<Trace> traces, Predicate<String> operations) {
    this.most = most;
    this.mostExecutions = mostExecutions;
    this.wantedTraces = traces;
    this.operations = operations;
  }

  /** Keeps the slowest of all traces. */
  public static TraceSelection slowest(int most, int mostExecutions) {
    return new TraceSelection(most, mostExecutions, trace -> true, null);
  }

  /** Keeps the slowest requests; traces as long as the recording only if there is room. */
  public static TraceSelection requests(
      int most, int mostExecutions, Predicate<Trace> traces, Predicate<String> operations) {
    TraceSelection selection = new TraceSelection(most, mostExecutions, traces, operations);
    selection.spare = MAX_RUNS;
    return selection;
  }

  @Override
  public void accept(Trace trace) {
    begin = Math.min(begin, trace.begin());
    end = Math.max(end, trace.end());
    if (!wantedTraces.test(trace) || operations != null && !contains(trace)) {
      return;
    }
    found++;
    if (kept.size() < most + spare) {
      kept.add(trace.copy(mostExecutions));
    } else if (most > 0 && ORDER.compare(trace, kept.peek()) > 0) {
      kept.remove();
      kept.add(trace.copy(mostExecutions));
    }
  }

  @Override
  public void state(StateCodec codec, Operations all) throws IOException {
    codec.name("selection 3");
    found = codec.number(found);
    for (Trace one : codec.each(traces(), most, null)) {
      Trace trace = Trace.state(codec, one, all);
      if (codec.isReading()) {
        kept.add(trace);
      }
    }
  }

  private boolean contains(Trace trace) {
    for (int i = 0; i < trace.size(); i++) {
      int operation = trace.operation(i);
      if (!asked.get(operation)) {
        asked.set(operation);
        wanted.set(operation, operations.test(trace.signature(i)));
      }
      if (wanted.get(operation)) {
        return true;
      }
    }
    return false;
  }

  /** Adds what another partition has. */
  public void merge(TraceSelection other) {
    found += other.found;
    kept.addAll(other.kept);
    while (kept.size() > most) {
      kept.remove();
    }
  }

  /** How many traces there were to choose from. */
  public long found() {
    return found;
  }

  /** Those that are kept, slowest first; of requests, those as long as the recording last. */
  public List<Trace> traces() {
    Comparator<Trace> order = ORDER.reversed();
    return kept.stream()
        .sorted(spare == 0 ? order : Comparator.comparing(this::isRun).thenComparing(order))
        .limit(most)
        .toList();
  }

  private boolean isRun(Trace trace) {
    return trace.duration() >= RUN * (end - begin);
  }
}
