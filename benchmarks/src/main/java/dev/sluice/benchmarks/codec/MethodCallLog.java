package dev.sluice.benchmarks.codec;

import dev.sluice.testkit.TestBatch;
import java.nio.file.Path;

/** The recorded log of method calls, for experiments of other packages. */
public final class MethodCallLog {
  private MethodCallLog() {}

  /**
   * The set MOO-F: operation executions of the method-call benchmark, in the order of their ends.
   *
   * @param data the folder with all logs
   * @throws dev.sluice.tools.ToolException if it is missing or not what it should be
   */
  public static TestBatch read(Path data) {
    return RecordSet.MOO_F.load(data);
  }
}
