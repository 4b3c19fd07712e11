package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.About;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;

/** Measures how the cost of monitoring grows with the depth of calls. */
@Command(
    name = "depth-scaling",
    footer = {
      "",
      "As method-calls, with 2 to 128 nested calls; figure 5 of the paper of 2023.",
      "Deep calls are made less often, so that each load has as many executions."
    })
public final class DepthScalingCommand extends ScalingExperiment {
  private static final int LEAST = 2;
  private static final int MOST = 128;
  private static final int EXECUTIONS = 2_500_000;
  private static final int QUICK_EXECUTIONS = 300_000;

  /** Its loads differ in depth. */
  public DepthScalingCommand() {
    super("depth");
  }

  @Override
  public About about() {
    return new About("What monitoring adds to calls that are 2 to 128 deep.", "figure 5 of 2023");
  }

  @Override
  Map<String, Load> loads() {
    Map<String, Load> loads = new LinkedHashMap<>();
    // Fewer depths for a first look.
    for (int depth = LEAST; depth <= MOST; depth *= isQuick() ? 8 : 2) {
      loads.put(Integer.toString(depth), Load.of(depth, 1));
    }
    return loads;
  }

  @Override
  CallEffort usual(Load load, boolean quick) {
    int executions = quick ? QUICK_EXECUTIONS : EXECUTIONS;
    return new CallEffort(
        quick ? 2 : 5, executions / load.depth(), quick ? 5 : 10, executions / 2 / load.depth());
  }
}
