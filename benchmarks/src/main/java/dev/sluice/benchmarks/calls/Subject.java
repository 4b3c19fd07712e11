package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;

/** A monitored program that is measured beside others; a value, whose text is its name. */
public interface Subject {
  /** What calls; the same for all subjects of a step. */
  Load load();

  /** Whether all others are compared with it. */
  boolean isFloor();

  /** Whether executions end up in records. */
  boolean records();

  /**
   * The program to be started.
   *
   * @param folder empty, for whatever is needed
   */
  CallTarget target(Path folder) throws IOException;
}
