package dev.sluice.analysis.statistics;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.traces.Aggregate;
import java.io.IOException;

/** What was measured of one operation; times are nanoseconds. For one thread. */
public final class OperationFigures {
  private final String signature;
  private final ProbeCalls probes;
  private long unfinished;
  private long uncertain;

  OperationFigures(String signature, ProbeCalls.Room room) {
    this.signature = signature;
    probes = new ProbeCalls(room);
  }

  /** An execution in a trace of that producer took that long. */
  void add(long nanos, long own, boolean failed, boolean certain, long producer) {
    probes.of(producer).traced().add(nanos, false, own, failed);
    uncertain += certain ? 0 : 1;
  }

  /** An execution of a trace that is not known took that long. */
  void addOutside(long nanos, boolean failed) {
    probes.of(ProbeCalls.ANY).traced().add(nanos, failed);
  }

  /** An execution of that producer took that long; it may be in a trace as well. */
  void addTimed(long nanos, boolean failed, long producer) {
    probes.of(producer).timed().add(nanos, failed);
  }

  /** Executions that a program counted. */
  void addCounted(Aggregate aggregate, long producer) {
    probes.of(producer).counted().add(aggregate);
  }

  void addUnfinished() {
    unfinished++;
  }

  void state(StateCodec codec) throws IOException {
    probes.state(codec);
    unfinished = codec.number(unfinished);
    uncertain = codec.number(uncertain);
  }

  void merge(OperationFigures other) {
    probes.merge(other.probes);
    unfinished += other.unfinished;
    uncertain += other.uncertain;
  }

  /** The operation. */
  public String signature() {
    return signature;
  }

  /**
   * Returns the figures of all executions that ended, each counted once: of executions that several
   * probes of a producer record, those of the probe that recorded most.
   */
  public Calls once() {
    return probes.once();
  }

  /** Returns how many executions another probe recorded as well; they are left out. */
  public long repeated() {
    return probes.calls() - once().calls();
  }

  /**
   * Returns how many executions are in traces that are not valid: their self time may hold that of
   * missing ones.
   */
  public long uncertain() {
    return uncertain;
  }

  /** Returns how many executions lack an end; they are in no other figure. */
  public long unfinished() {
    return unfinished;
  }
}
