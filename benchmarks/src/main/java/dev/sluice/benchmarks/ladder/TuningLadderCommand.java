package dev.sluice.benchmarks.ladder;

import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.calls.CallEffort;
import dev.sluice.benchmarks.calls.CallStart;
import dev.sluice.benchmarks.calls.EffortOptions;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.pages.Page;
import dev.sluice.tools.recordings.JsonObject;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the published tunings of a monitoring path one by one. */
@Command(
    name = "tuning-ladder",
    footer = {
      "",
      "Ten nested calls as in method-calls; every execution is written to a file",
      "and counted by decoding it in the end. Each rung changes one thing of the",
      "rung it is against.",
      "",
      "kieker       the peer, with its agents and the queues it can be given",
      "testbed      a small path of ours, in which single steps can be switched:",
      "  record-at-a-time  one write a record, made by reflection; the caller",
      "                    numbers the texts; LinkedBlockingQueue",
      "  chunks            1,024 records a write",
      "  generated         plain code instead of reflection",
      "  texts-by-writer   texts numbered by the writer's thread",
      "  array-queue, disruptor, circular-queue, mpsc-queue",
      "                    other queues, each with room for 16,384 records",
      "  flat-rows         bytes instead of objects in the MPSC queue",
      "  flat-ring         a ring of rows that are written in place",
      "  hard-coded        without look-ups, checks and interfaces",
      "  duration, aggregate, and each with the circular queue",
      "                    less data: 1,000 executions an aggregate",
      "sluice       its own path, instrumented in source and by the agent",
      "",
      "If the writer falls behind, the caller waits, but for the circular queue,",
      "which overwrites what is oldest: that is in the column 'lost'."
    })
public final class TuningLadderCommand extends Experiment {
  private static final CallEffort FULL = new CallEffort(5, 200_000, 10, 100_000);
  private static final CallEffort QUICK = new CallEffort(2, 100_000, 5, 50_000);

  @Option(
      names = "--rung",
      split = ",",
      paramLabel = "RUNG",
      description = "Only these, and the floor.")
  private List<String> rungs = List.of();

  @Mixin private EffortOptions effortOptions;

  @Override
  public About about() {
    return new About(
        "What each published tuning of a monitoring path gains.",
        "tables 1 to 9 of 2014, table 2 of 2016, tables 1 to 5 of 2023");
  }

  private CallEffort effort() {
    return effortOptions.over(isQuick() ? QUICK : FULL);
  }

  @Override
  protected List<Step> steps() {
    List<Rung> chosen = Choice.of("rung", rungs, Ladder.ALL);
    List<Rung> measured =
        Ladder.ALL.stream().filter(rung -> rung.isFloor() || chosen.contains(rung)).toList();
    return CallStart.steps(measured, effort(), Rung::cell);
  }

  @Override
  protected List<String> notes() {
    return effort().lines();
  }

  @Override
  protected void print(Results results, PrintStream out) {
    new LadderReport(results).print(out);
  }

  @Override
  protected List<JsonObject> json(Results results) {
    return new LadderJson(results).rows();
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    return List.of(new LadderFigures(results).comparison());
  }

  @Override
  protected void page(Results results, Page page) {
    new LadderReport(results).add(page);
  }

  @Override
  protected List<Published> published(Results results) {
    return LadderPapers.beside(results);
  }
}
