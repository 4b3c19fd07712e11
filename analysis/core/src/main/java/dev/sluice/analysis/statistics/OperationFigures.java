package dev.sluice.analysis.statistics;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Times;
import dev.sluice.analysis.traces.Aggregate;
import java.io.IOException;

/** What was measured of one operation; times are nanoseconds. For one thread. */
public final class OperationFigures {
  private final String signature;
  private final ProbeCalls probes;
  private long unfinished;
  private long placed;
  private long uncertain;
  private long self;

  OperationFigures(String signature, ProbeCalls.Room room) {
    this.signature = signature;
    probes = new ProbeCalls(room);
  }

  /** An execution in a trace of that producer took that long. */
  void add(long nanos, boolean failed, long producer) {
    probes.of(producer).traced().add(nanos, failed);
  }

  /** An execution of that producer took that long; it may be in a trace as well. */
  void addTimed(long nanos, boolean failed, long producer) {
    probes.of(producer).timed().add(nanos, failed);
  }

  /** Executions that a program counted. */
  void addCounted(Aggregate aggregate, long producer) {
    probes.of(producer).counted().add(aggregate);
  }

  /** The execution just added had that self time. */
  void addSelf(long nanos, boolean certain) {
    placed++;
    uncertain += certain ? 0 : 1;
    self = Times.sum(self, nanos);
  }

  void addUnfinished() {
    unfinished++;
  }

  void state(StateCodec codec) throws IOException {
    probes.state(codec);
    unfinished = codec.number(unfinished);
    placed = codec.number(placed);
    uncertain = codec.number(uncertain);
    self = codec.number(self);
  }

  void merge(OperationFigures other) {
    probes.merge(other.probes);
    unfinished += other.unfinished;
    placed += other.placed;
    uncertain += other.uncertain;
    self = Times.sum(self, other.self);
  }

  /** The operation. */
  public String signature() {
    return signature;
  }

  /**
   * All executions that ended, with what they called; a recursion counts each of its calls. Of
   * executions that several probes of a producer record, those of the probe that recorded most.
   */
  public Durations durations() {
    return probes.once();
  }

  /** Executions that another probe recorded as well, and that are left out. */
  public long repeated() {
    return probes.calls() - durations().calls();
  }

  /** Executions that ended. */
  public long calls() {
    return durations().calls();
  }

  /** Time of all of them, with what they called. */
  public long total() {
    return durations().total();
  }

  /** Time of all {@link #placed} executions without what they called. */
  public long self() {
    return self;
  }

  /** Executions with a place in a trace; of others nobody knows what they called. */
  public long placed() {
    return placed;
  }

  /** Placed ones in traces that are not valid: their self time may hold that of missing ones. */
  public long uncertain() {
    return uncertain;
  }

  /** Executions of which the end is missing; they are in no other figure. */
  public long unfinished() {
    return unfinished;
  }
}
