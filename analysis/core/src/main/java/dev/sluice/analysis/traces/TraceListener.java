package dev.sluice.analysis.traces;

import dev.sluice.analysis.operations.Operations;

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
}
