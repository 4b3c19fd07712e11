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

  private final int most;
  private final int mostExecutions;
  private final Predicate<Trace> wantedTraces;
  private final Predicate<String> operations;
  private final BitSet asked = new BitSet();
  private final BitSet wanted = new BitSet();
  private final PriorityQueue<Trace> kept = new PriorityQueue<>(ORDER);
  private long found;

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

  @Override
  public void accept(Trace trace) {
    if (!wantedTraces.test(trace) || operations != null && !contains(trace)) {
      return;
    }
    found++;
    if (kept.size() < most) {
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
    List<Trace> traces = traces();
    int count = codec.count(traces.size(), most);
    for (int i = 0; i < count; i++) {
      Trace trace = Trace.state(codec, codec.isReading() ? null : traces.get(i), all);
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

  /** Those that are kept, slowest first. */
  public List<Trace> traces() {
    return kept.stream().sorted(ORDER.reversed()).toList();
  }
}
