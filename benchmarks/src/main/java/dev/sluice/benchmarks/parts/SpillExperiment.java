package dev.sluice.benchmarks.parts;

import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.collectors.FullRingPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Records a second into a spill directory and out of it. */
final class SpillExperiment extends Experiment {
  private static final int ROUNDS = 5;
  private static final double SECONDS_A_ROUND = 10;

  @Option(
      names = "--spill",
      paramLabel = "DIR",
      description = "The spill directory (default: a temporary one); its segments are deleted.")
  private Path directory;

  @Override
  public About about() {
    return new About("Records into a spill directory while the sink is down, and out.", "-");
  }

  @Override
  protected List<Step> steps() {
    int rounds = isQuick() ? 1 : ROUNDS;
    return Stream.of(FullRingPolicy.BLOCK, FullRingPolicy.DROP_NEWEST)
        .map(
            policy ->
                new Step(
                    policy.name(),
                    rounds * SECONDS_A_ROUND,
                    recorder -> run(policy.name(), rounds, recorder)))
        .toList();
  }

  private void run(String policy, int rounds, Step.Recorder recorder)
      throws IOException, InterruptedException {
    try (ScratchFolder scratch = ScratchFolder.create()) {
      Path folder = directory == null ? scratch.path() : directory;
      OwnJvm.run(
          SpillThroughput.class,
          List.of(),
          List.of(policy, folder.toString(), Integer.toString(rounds)),
          recorder);
    }
  }
}
