package dev.sluice.tools.report;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.Trace;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Number of traces that each trace started in other threads, of all traces or, if there are more
 * than {@value #MAX_TRACES}, of a sample by id, which does not depend on their order. For one
 * thread.
 */
final class StartedTraces {
  static final int MAX_TRACES = 1 << 12;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  final Map<Id, Started> all = new HashMap<>();

  /** Sampling as a power of two: one of 2 to this power traces is kept. */
  private int shift;

  record Id(long producer, long trace) {
    boolean isIn(int shift) {
      long hash = (producer * GOLDEN_RATIO ^ trace) * GOLDEN_RATIO;
      return shift == 0 || (hash ^ hash >>> 29) * GOLDEN_RATIO >>> Long.SIZE - shift == 0;
    }
  }

  /** Traces that a trace started; its kind is -1 until the trace itself has arrived. */
  static final class Started {
    int kind = -1;
    long traces;

    /** Total duration of these traces in nanoseconds. */
    long nanos;

    private void add(int ofKind, long more, long moreNanos) {
      kind = Math.max(kind, ofKind);
      traces += more;
      nanos += moreNanos;
    }
  }

  void add(Trace trace, int kind) {
    add(new Id(trace.producer(), trace.id()), kind, 0, 0);
    if (trace.hasParent()) {
      add(new Id(trace.producer(), trace.parentTrace()), -1, 1, trace.duration());
    }
  }

  private void add(Id id, int kind, long traces, long nanos) {
    if (id.isIn(shift)) {
      all.computeIfAbsent(id, absent -> new Started()).add(kind, traces, nanos);
      while (all.size() > MAX_TRACES) {
        part(shift + 1);
      }
    }
  }

  private void part(int least) {
    shift = least;
    all.keySet().removeIf(id -> !id.isIn(shift));
  }

  /**
   * Adds what another partition has.
   *
   * @param kinds the numbers here of the kinds there
   */
  void merge(StartedTraces other, int[] kinds) {
    part(Math.max(shift, other.shift));
    other.all.forEach(
        (id, one) -> add(id, one.kind < 0 ? -1 : kinds[one.kind], one.traces, one.nanos));
  }

  void state(StateCodec codec) throws IOException {
    codec.name("started 1");
    shift = codec.count(shift, Integer.SIZE - 1);
    for (Id id : codec.each(all.keySet(), MAX_TRACES, new Id(0, 0))) {
      Id same = new Id(codec.number(id.producer), codec.number(id.trace));
      Started one = all.computeIfAbsent(same, absent -> new Started());
      one.kind = codec.number(one.kind);
      one.traces = codec.number(one.traces);
      one.nanos = codec.number(one.nanos);
    }
  }

  /** Returns how many traces one that is here stands for. */
  long each() {
    return 1L << shift;
  }
}
