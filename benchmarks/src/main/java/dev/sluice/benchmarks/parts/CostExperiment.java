package dev.sluice.benchmarks.parts;

import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import java.util.List;
import java.util.stream.Stream;

/** Heap and CPU of a collector at its defaults. */
final class CostExperiment extends Experiment {
  private static final int SECONDS = 20;
  private static final int QUICK_SECONDS = 4;

  @Override
  public About about() {
    return new About("Heap and CPU of a collector at its defaults.", "-");
  }

  @Override
  protected List<Step> steps() {
    int seconds = isQuick() ? QUICK_SECONDS : SECONDS;
    return Stream.of(CollectorCost.FLOODED, CollectorCost.IDLE, CollectorCost.BUSY)
        .map(
            name ->
                new Step(
                    name,
                    CollectorCost.WARM_UP_SECONDS + seconds,
                    recorder ->
                        OwnJvm.run(
                            CollectorCost.class,
                            List.of(),
                            List.of(name, Integer.toString(seconds)),
                            recorder)))
        .toList();
  }
}
