package dev.sluice.benchmarks.calls;

import dev.sluice.tools.Bounds;
import dev.sluice.tools.ToolException;
import picocli.CommandLine.Option;

/** How much is measured, in detail. */
public final class EffortOptions {
  @Option(names = "--starts", paramLabel = "N", description = "JVMs of each line.")
  private Integer starts;

  @Option(names = "--fresh", paramLabel = "N", description = "First calls of each JVM.")
  private Integer fresh;

  @Option(names = "--rounds", paramLabel = "N", description = "Turns of each JVM.")
  private Integer rounds;

  @Option(names = "--calls", paramLabel = "N", description = "Calls of each turn and thread.")
  private Integer calls;

  /** What was asked for, and for the rest what is usual. */
  public CallEffort over(CallEffort usual) {
    return new CallEffort(
        atLeastOne("--starts", starts, usual.starts()),
        atLeastOne("--fresh", fresh, usual.fresh()),
        atLeastOne("--rounds", rounds, usual.rounds()),
        atLeastOne("--calls", calls, usual.calls()));
  }

  /**
   * The value of an option, or what is usual.
   *
   * @throws ToolException if it is below 1
   */
  static int atLeastOne(String option, Integer value, int usual) {
    return value == null ? usual : Bounds.atLeastOne(option, value);
  }
}
