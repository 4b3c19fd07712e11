package dev.sluice.analysis.statistics;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceState;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Calls, total and self time, failures and quantiles of each operation: of all executions, those of
 * traces that are not valid included. Bounded by the number of {@link Operations} that are told
 * apart. For one thread.
 */
public final class OperationStatistics implements TraceListener {
  private OperationFigures[] byId = new OperationFigures[64];
  private final ProbeCalls.Room room = new ProbeCalls.Room();

  @Override
  public void accept(Trace trace) {
    boolean certain = trace.state() == TraceState.VALID;
    for (int i = 0, size = trace.size(); i < size; i++) {
      OperationFigures figures = of(trace.operations(), trace.operation(i));
      if (trace.unfinished(i)) {
        figures.addUnfinished();
      } else {
        figures.add(trace.duration(i), trace.self(i), trace.failed(i), certain, trace.producer());
      }
    }
  }

  @Override
  public void outside(Operations operations, int operation, long begin, long end, boolean failed) {
    of(operations, operation).addOutside(Math.max(0, end - begin), failed);
  }

  @Override
  public void timed(
      Operations operations, int operation, long producer, long end, long nanos, boolean failed) {
    of(operations, operation).addTimed(nanos, failed, producer);
  }

  @Override
  public void aggregated(Operations operations, int operation, long producer, Aggregate aggregate) {
    of(operations, operation).addCounted(aggregate, producer);
  }

  private OperationFigures of(Operations operations, int operation) {
    if (operation >= byId.length) {
      byId = Arrays.copyOf(byId, Math.max(operation + 1, byId.length * 2));
    }
    OperationFigures figures = byId[operation];
    if (figures == null) {
      figures = new OperationFigures(operations.signature(operation), room);
      byId[operation] = figures;
    }
    return figures;
  }

  @Override
  public void state(StateCodec codec, Operations operations) throws IOException {
    codec.name("statistics 6");
    for (int id = 0; id < operations.size(); id++) {
      if (codec.flag(id < byId.length && byId[id] != null)) {
        of(operations, id).state(codec);
      }
    }
  }

  /** Both as one, for {@code TraceStage}; neither is told anything any more. */
  public static OperationStatistics merged(OperationStatistics one, OperationStatistics other) {
    one.merge(other);
    return one;
  }

  /** Adds what another has, which stays as it is; this one may not be told anything any more. */
  public void merge(OperationStatistics other) {
    Map<String, Integer> indexes = new HashMap<>();
    int end = 0;
    for (int i = 0; i < byId.length; i++) {
      if (byId[i] != null) {
        indexes.put(byId[i].signature(), i);
        end = i + 1;
      }
    }
    for (OperationFigures figures : other.byId) {
      if (figures == null) {
        continue;
      }
      Integer index = indexes.get(figures.signature());
      if (index == null) {
        if (end == byId.length) {
          byId = Arrays.copyOf(byId, byId.length * 2);
        }
        index = end++;
        byId[index] = new OperationFigures(figures.signature(), room);
      }
      byId[index].merge(figures);
    }
  }

  /** Returns all operations, those with the most self time first, then by time and name. */
  public List<OperationFigures> bySelf() {
    return all()
        .sorted(
            Comparator.comparing(OperationFigures::once, Calls.BY_SELF)
                .thenComparing(OperationFigures::signature))
        .toList();
  }

  /** All operations in no particular order. */
  public Stream<OperationFigures> all() {
    return Arrays.stream(byId).filter(Objects::nonNull);
  }
}
