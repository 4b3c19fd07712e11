package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.app.CallWorker;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A monitored program to be started, and what takes its records. For one thread. */
public interface CallTarget extends AutoCloseable {
  /** Options of the JVM, class path included. */
  List<String> options() throws IOException;

  /** Environment variables of the JVM. */
  default Map<String, String> environment() {
    return Map.of();
  }

  /** The class of the application; without a package it is in the one of {@link CallWorker}. */
  String application();

  /** How many other threads hold on to what a thread may own. */
  default int others() {
    return 0;
  }

  /** What takes the records. */
  Receiver receiver();

  @Override
  default void close() {
    receiver().close();
  }
}
