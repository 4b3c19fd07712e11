package dev.sluice.benchmarks.logging;

import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * What a message costs with our appender for Log4j and with its asynchronous one that writes JSON.
 */
@Command(
    name = "logging",
    footer = {
      "",
      "Two threads log a pattern with three arguments, 20,000 messages a second and then",
      "as fast as they can, to a file; messages that did not get there are counted."
    })
public final class LoggingExperiment extends Experiment {
  static final Metric CALL = new Metric("application thread", "ns a message", 0);
  static final Metric CPU = new Metric("process CPU", "ns a message", 0);
  static final Metric BYTES = new Metric("file", "bytes a message", 1);

  private static final int ROUNDS = 5;
  private static final int SECONDS = 5;
  private static final int QUICK_SECONDS = 1;

  @Override
  public About about() {
    return new About("Time, CPU and bytes of a logged message beside Log4j's own appender.", "-");
  }

  @Override
  protected List<Step> steps() {
    int seconds = isQuick() ? QUICK_SECONDS : SECONDS;
    List<Step> steps = new ArrayList<>();
    for (int round = 1; round <= (isQuick() ? 1 : ROUNDS); round++) {
      for (LoggingLoad.Appender appender : LoggingLoad.Appender.values()) {
        steps.add(
            new Step(
                appender + " " + round,
                3.0 * seconds,
                recorder -> measure(appender, seconds, recorder)));
      }
    }
    return steps;
  }

  private static void measure(LoggingLoad.Appender appender, int seconds, Step.Recorder recorder)
      throws Exception {
    try (ScratchFolder folder = ScratchFolder.create()) {
      OwnJvm.run(
          LoggingLoad.class, List.of(), List.of(appender.name(), folder.path(), seconds), recorder);
    }
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    String theirs = LoggingLoad.Appender.LOG4J_JSON.toString();
    return Stream.of(CALL, CPU, BYTES)
        .map(metric -> Comparison.of(results, metric, "appender", theirs))
        .toList();
  }
}
