package dev.sluice.benchmarks.parts;

import dev.sluice.api.config.Key;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** From emit to the consumer's handler through a broker. */
final class LatencyExperiment extends Experiment {
  private static final int SECONDS = 16;
  private static final int QUICK_SECONDS = 4;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      description = "The delay of the sink (default: 200ms, the sink's own).")
  private String delay = "200ms";

  @Override
  public About about() {
    return new About("Emit to the consumer's handler through Kafka, at three rates.", "-");
  }

  @Override
  protected List<Step> steps() {
    Key.duration("delay", null, Duration.ZERO, "").named("--delay").parse(delay);
    int seconds = isQuick() ? QUICK_SECONDS : SECONDS;
    return Stream.of("600", "6000", "60000")
        .map(
            rate ->
                new Step(
                    rate + " records/s",
                    KafkaLatency.WARM_UP_SECONDS + seconds + 4,
                    recorder ->
                        OwnJvm.run(
                            KafkaLatency.class,
                            List.of(),
                            List.of(rate, delay, Integer.toString(seconds)),
                            recorder)))
        .toList();
  }
}
