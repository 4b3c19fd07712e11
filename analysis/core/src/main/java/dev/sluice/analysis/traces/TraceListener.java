package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import java.io.IOException;

/** Is told of every trace as it is closed. Called by one thread. */
@FunctionalInterface
public interface TraceListener {
  /**
   * Takes a trace.
   *
   * @param trace valid during the call only; {@link Trace#copy} keeps it
   */
  void accept(Trace trace);

  /**
   * Takes an execution that has no place in a trace. Times are nanoseconds since the epoch.
   *
   * @param operation its number in {@code operations}
   */
  default void outside(
      Operations operations, int operation, long begin, long end, boolean failed) {}

  /**
   * Takes the duration of an execution. A producer may record the same execution in a trace, too.
   *
   * @param operation its number in {@code operations}
   * @param producer the id of its producer
   * @param end when it ended, nanoseconds since the epoch
   * @param nanos at least 0
   */
  default void timed(
      Operations operations, int operation, long producer, long end, long nanos, boolean failed) {}

  /**
   * Takes executions of which nothing but this is known. A producer may record the same ones in
   * traces, and their durations, too.
   *
   * @param operation its number in {@code operations}
   * @param producer the id of their producer
   */
  default void aggregated(
      Operations operations, int operation, long producer, Aggregate aggregate) {}

  /**
   * Takes calls to other processes that came when their trace was closed, or without it; and a
   * trace of which nothing is known but which other one started it.
   *
   * @param trace without executions; valid during the call only
   */
  default void joined(Trace trace) {}

  /**
   * Takes that a producer has lost records, before the next of its traces that they may concern.
   *
   * @param producer its id
   */
  default void lost(long producer) {}

  /**
   * Takes, when all traces came, that a producer has no end: it was killed, or still runs.
   *
   * @param producer its id
   * @param name its name, or null
   * @param from its records of that time or later may be missing; nanoseconds since the epoch
   */
  default void unended(long producer, String name, long from) {}

  /**
   * Writes or reads what it was told so far, for a distributed run; by default it is refused.
   *
   * @param operations what the numbers of operations mean, now and afterwards
   * @throws IOException what {@code codec} throws
   */
  default void state(StateCodec codec, Operations operations) throws IOException {
    throw new UnsupportedOperationException(getClass().getName() + " cannot keep its state");
  }
}
