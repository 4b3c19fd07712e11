package dev.sluice.benchmarks.calls;

import java.io.IOException;

/**
 * What takes the records of a monitored program, and counts the executions that arrived when the
 * program has ended. For one thread.
 */
public interface Receiver extends AutoCloseable {
  /** Where it is: a URI, a path or a port. */
  String address();

  /**
   * Waits, for a bounded time, until {@code executions} executions have arrived; the program still
   * runs.
   */
  default void await(long executions) throws IOException {}

  /**
   * Executions that what arrived accounts for, by decoding it.
   *
   * @throws IOException if it cannot be read or is not sound
   */
  long executions() throws IOException;

  @Override
  default void close() {}
}
