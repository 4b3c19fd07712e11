package dev.sluice.analysis.statistics;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.Aggregate;
import java.io.IOException;

/** What was measured of one operation; times are nanoseconds. For one thread. */
public final class OperationFigures {
  private final String signature;
  private final Durations durations;
  private final BatchMeans batches = new BatchMeans();
  private long unfinished;
  private long placed;
  private long uncertain;
  private long self;

  OperationFigures(String signature, boolean packed) {
    this.signature = signature;
    durations = new Durations(packed);
  }

  /** An execution took that long. */
  void add(long nanos, boolean failed) {
    durations.add(nanos, failed);
    batches.add(nanos);
  }

  /** Executions that a program counted; they are in no interval. */
  void add(Aggregate aggregate) {
    durations.add(aggregate);
  }

  /** The execution just added had that self time. */
  void addSelf(long nanos, boolean certain) {
    placed++;
    uncertain += certain ? 0 : 1;
    self = Durations.sum(self, nanos);
  }

  void addUnfinished() {
    unfinished++;
  }

  void state(StateCodec codec) throws IOException {
    durations.state(codec);
    batches.state(codec);
    unfinished = codec.number(unfinished);
    placed = codec.number(placed);
    uncertain = codec.number(uncertain);
    self = codec.number(self);
  }

  void merge(OperationFigures other) {
    durations.merge(other.durations);
    batches.merge(other.batches);
    unfinished += other.unfinished;
    placed += other.placed;
    uncertain += other.uncertain;
    self = Durations.sum(self, other.self);
  }

  /** The operation. */
  public String signature() {
    return signature;
  }

  /** All executions that ended, with what they called; a recursion counts each of its calls. */
  public Durations durations() {
    return durations;
  }

  /** Executions that ended. */
  public long calls() {
    return durations.calls();
  }

  /** Time of all of them, with what they called. */
  public long total() {
    return durations.total();
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

  /** Means of consecutive executions, for intervals. */
  BatchMeans batches() {
    return batches;
  }
}
