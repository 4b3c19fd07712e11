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
   * Takes executions that have no place in a trace and of which nothing but this is known.
   *
   * @param operation its number in {@code operations}
   */
  default void aggregated(Operations operations, int operation, Aggregate aggregate) {}

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
