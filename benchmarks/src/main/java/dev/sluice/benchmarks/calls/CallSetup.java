package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How the monitored program is started, and what is found when it has ended. Immutable. */
interface CallSetup {
  /** Options of the JVM, class path included. */
  List<String> options(Path folder) throws IOException;

  /** Environment variables of the JVM. */
  default Map<String, String> environment() {
    return Map.of();
  }

  /** The class of the application, without its package. */
  String application();

  /** How many other threads hold on to what a thread may own. */
  default int others() {
    return 0;
  }

  /** How many executions the records account for that arrived. */
  long delivered(Path folder) throws IOException;
}
