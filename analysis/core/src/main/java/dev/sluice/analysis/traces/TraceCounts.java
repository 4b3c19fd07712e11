package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many traces of each state there are and of how many records they were made. {@link #records}
 * is the sum of those of all states, {@link #outside} and {@link #unused}. For one thread.
 */
public final class TraceCounts {
  private final long[] traces = new long[TraceState.values().length];
  private final long[] records = new long[TraceState.values().length];
  private final Map<Reason, Long> reasons = new EnumMap<>(Reason.class);
  private final Map<String, Long> causes = new TreeMap<>();
  private long unproven;
  private long missing;
  private long outside;
  private long unused;
  private long backwards;
  private long late;
  private long forgotten;
  private String fault;

  void count(Trace trace) {
    int state = trace.state().ordinal();
    traces[state]++;
    records[state] += trace.records();
    if (trace.state() == TraceState.VALID) {
      unproven += trace.isProven() ? 0 : 1;
      return;
    }
    missing += trace.missing();
    trace.reasons().forEach(reason -> reasons.merge(reason, 1L, Long::sum));
    trace.dropCauses().forEach(cause -> causes.merge(cause, 1L, Long::sum));
    if (fault == null) {
      fault = trace.fault();
    }
  }

  void countOutside() {
    outside++;
  }

  void countUnused(long count) {
    unused += count;
  }

  void countBackwards() {
    backwards++;
  }

  void countLate() {
    late++;
  }

  void countForgotten() {
    forgotten++;
  }

  /** Traces of that state. */
  public long traces(TraceState state) {
    return traces[state.ordinal()];
  }

  /** Records of traces of that state. */
  public long records(TraceState state) {
    return records[state.ordinal()];
  }

  /** All traces. */
  public long traces() {
    return traces[0] + traces[1] + traces[2];
  }

  /** All records of executions, events and traces that came. */
  public long records() {
    return records[0] + records[1] + records[2] + outside + unused;
  }

  /** Incomplete and broken traces by reason; one may have several. */
  public Map<Reason, Long> reasons() {
    return new EnumMap<>(reasons);
  }

  /** Traces that may lack records dropped for that cause, by its label. */
  public Map<String, Long> dropCauses() {
    return new TreeMap<>(causes);
  }

  /** Valid traces that are not {@linkplain Trace#isProven proven}. */
  public long unproven() {
    return unproven;
  }

  /** Executions or events that are missing for certain. */
  public long missing() {
    return missing;
  }

  /** Executions that name no place in a trace: order index or depth is below 0. */
  public long outside() {
    return outside;
  }

  /**
   * Records that were not needed: events of operations of which the producer emits executions as
   * well, announcements of traces of which nothing else came, and repeated ones.
   */
  public long unused() {
    return unused;
  }

  /** Executions that ended before they began: their clock went backwards. */
  public long backwards() {
    return backwards;
  }

  /**
   * Chunks that came when they were not waited for any more: traces may have been closed without
   * their records, and are incomplete or not proven for want of them.
   */
  public long late() {
    return late;
  }

  /** What was wrong with the first broken trace, or null. */
  public String fault() {
    return fault;
  }

  /**
   * Calls to other processes, or from them, that were not kept: a trace has more than 4 096, or
   * more than 65 536 waited for their traces. They are not joined with the traces there.
   */
  public long forgotten() {
    return forgotten;
  }

  void state(StateCodec codec) throws IOException {
    for (int i = 0; i < traces.length; i++) {
      traces[i] = codec.number(traces[i]);
      records[i] = codec.number(records[i]);
    }
    for (Reason reason : Reason.values()) {
      long count = codec.number(reasons.getOrDefault(reason, 0L));
      if (count > 0) {
        reasons.put(reason, count);
      }
    }
    codec.counts(causes);
    unproven = codec.number(unproven);
    missing = codec.number(missing);
    outside = codec.number(outside);
    unused = codec.number(unused);
    backwards = codec.number(backwards);
    late = codec.number(late);
    forgotten = codec.number(forgotten);
    fault = codec.text(fault);
  }

  /** Adds what another partition counted. */
  public void merge(TraceCounts other) {
    for (int i = 0; i < traces.length; i++) {
      traces[i] += other.traces[i];
      records[i] += other.records[i];
    }
    other.reasons.forEach((reason, count) -> reasons.merge(reason, count, Long::sum));
    other.causes.forEach((cause, count) -> causes.merge(cause, count, Long::sum));
    unproven += other.unproven;
    missing += other.missing;
    outside += other.outside;
    unused += other.unused;
    backwards += other.backwards;
    forgotten += other.forgotten;
    late = Math.max(late, other.late); // all partitions are told of all chunks
    fault = fault == null ? other.fault : fault;
  }
}
