package dev.sluice.benchmarks.analysis;

import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Results;
import java.util.List;
import picocli.CommandLine.Command;

/** All analyses of traces together, the third experiment of 2013. */
@Command(
    name = "analysis-full",
    footer = {
      "",
      "Operation executions, ten nested calls a trace, are decoded and their traces",
      "rebuilt; of these come statistics, requests by kind with their calls by path (call",
      "tree and dependency graph in one), and the messages of each sequence diagram. The records of 2013, of a program named Kieker.WebGUI,",
      "are not published; these are made."
    })
public final class FullExperiment extends SizesExperiment {
  private static final long[] SIZES = {500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000};
  private static final long[] QUICK_SIZES = {500_000, 1_000_000};

  /** Made by the command. */
  public FullExperiment() {
    super(AnalysisTask.Full.class, Recording::write);
  }

  @Override
  public About about() {
    return new About(
        "Make all that is known of traces, by one worker and several.", "2013, experiment 3");
  }

  @Override
  protected List<String> notes() {
    return List.of("Decoding, traces, statistics, requests, call paths and messages.");
  }

  @Override
  long[] sizes() {
    return isQuick() ? QUICK_SIZES : SIZES;
  }

  @Override
  protected List<Published> published(Results results) {
    return List.of(
        new Published(
            "2013, figure 6",
            "asynchronous filters against synchronous, few records",
            "significantly slower",
            "see the lines above"));
  }
}
