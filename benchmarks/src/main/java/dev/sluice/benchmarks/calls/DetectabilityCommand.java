package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.ChildFailure;
import dev.sluice.pages.Page;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how well a slowdown of a method can be seen through monitoring. */
@Command(
    name = "detectability",
    footer = {
      "",
      "Ten nested calls that work for some time are made by a JVM of their own, again",
      "and again; then the same with 2 %% more work. What monitoring adds hides a part",
      "of the difference, and its spread another. The runs that are needed for a given",
      "power are found by drawing from the measured ones, with Welch's t test at 5 %%.",
      "",
      "slower       what the 2 %% are as seen from outside of the monitored calls",
      "effect       the difference over the standard deviation of runs (Cohen's d)",
      "80 %%, 90 %%, 95 %%   runs before and after the change that find it so often"
    })
public final class DetectabilityCommand extends Experiment {
  private static final String VERSION = "version";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";
  private static final String CONTROL = "control";
  private static final int DEPTH = 10;
  private static final int STEPS = 150;
  private static final int SLOWER_STEPS = STEPS + STEPS / 50;
  private static final double SECONDS_A_JVM = 1.2;

  private static final double NANOS_A_CALL = 12_000;

  static final Metric MEAN = new Metric("mean of a run", "ns", 1);
  static final Metric MEDIAN = new Metric("median of a run", "ns", 1);

  private static final List<String> VERSIONS = List.of(BEFORE, AFTER, CONTROL);

  private static final List<Variant> VARIANTS =
      Stream.of(
              List.of(Setup.NONE, Peer.SLUICE),
              List.of(Setup.AGGREGATE, Peer.SLUICE),
              List.of(Setup.AGGREGATE, Peer.JFR),
              List.of(Setup.DURATION_FILE, Peer.SLUICE),
              List.of(Setup.FILE, Peer.SLUICE),
              List.of(Setup.FILE, Peer.KIEKER_BYTEBUDDY),
              List.of(Setup.FILE, Peer.KIEKER_ASPECTJ),
              List.of(Setup.FILE, Peer.JFR),
              List.of(Setup.TCP, Peer.OPENTELEMETRY))
          .map(of -> new Variant((Setup) of.get(0), (Peer) of.get(1), Load.working(DEPTH, STEPS)))
          .toList();

  @Option(names = "--peer", split = ",", paramLabel = "PEER", description = "Only these.")
  private List<String> peers = List.of();

  @Option(names = "--starts", paramLabel = "N", description = "JVMs of each version.")
  private Integer starts;

  @Option(names = "--calls", paramLabel = "N", description = "Calls of each JVM that count.")
  private Integer calls;

  @Override
  public About about() {
    return new About("How many runs it takes to find a method 2 % slower.", "outlook of 2023");
  }

  @Override
  protected List<Step> steps() {
    List<Peer> chosen = Choice.of("peer", peers, List.of(Peer.values()));
    List<Variant> variants =
        VARIANTS.stream()
            .filter(variant -> variant.peer().obstacle() == null)
            .filter(variant -> variant.stage() == Setup.NONE || chosen.contains(variant.peer()))
            .toList();
    int each = EffortOptions.atLeastOne("--calls", calls, isQuick() ? 20_000 : 100_000);
    // At least two, for a spread.
    int times = Math.max(2, EffortOptions.atLeastOne("--starts", starts, isQuick() ? 10 : 30));
    List<Step> steps = new ArrayList<>();
    for (int start = 1; start <= times; start++) {
      long seed = start;
      steps.add(
          new Step(
              "start " + start + " of " + times,
              VERSIONS.size() * variants.size() * (SECONDS_A_JVM + 2 * each * NANOS_A_CALL / 1e9),
              recorder -> run(variants, each, new Random(seed), recorder)));
    }
    return steps;
  }

  /** A JVM of a round. */
  private record OneRun(Variant variant, String version) {}

  private static void run(List<Variant> variants, int calls, Random random, Step.Recorder recorder)
      throws Exception {
    List<OneRun> order = new ArrayList<>();
    for (Variant variant : variants) {
      Load slower = Load.working(DEPTH, SLOWER_STEPS);
      order.add(new OneRun(variant, BEFORE));
      order.add(new OneRun(new Variant(variant.stage(), variant.peer(), slower), AFTER));
      order.add(new OneRun(variant, CONTROL));
    }
    Collections.shuffle(order, random);
    int done = 0;
    for (OneRun one : order) {
      recorder.progress(one.variant.toString(), (double) done++ / order.size());
      Cell cell = cell(one.variant, one.version);
      try {
        run(one.variant, cell, calls, recorder);
      } catch (ChildFailure | IOException e) {
        recorder.failed(cell, e);
      }
    }
  }

  /** One JVM, alone on the machine. */
  private static void run(Variant variant, Cell cell, int calls, Step.Recorder recorder)
      throws IOException, InterruptedException {
    Histogram times = new Histogram(3);
    double mean;
    try (ScratchFolder folder = ScratchFolder.create();
        CallProcess process = CallProcess.start(variant, folder.path().resolve("run"))) {
      process.warmUp(calls);
      CallProcess.Turn turn = process.call(0, calls);
      mean = (double) turn.sum() / turn.calls();
      process.end();
      process.times().forEach((number, nanos) -> times.recordValue(nanos));
    }
    recorder.values(cell, MEAN, mean);
    recorder.values(cell, MEDIAN, times.getValueAtPercentile(50));
  }

  static Cell cell(Variant variant, String version) {
    return Cell.of(
        CallFigures.STAGE, variant.stage(), CallFigures.PEER, variant.peer(), VERSION, version);
  }

  @Override
  protected List<String> notes() {
    return Peer.obstacles();
  }

  @Override
  protected void print(Results results, PrintStream out) {
    new DetectabilityReport(results, VARIANTS, VERSIONS).print(out);
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    return Stream.of(MEAN, MEDIAN)
        .map(metric -> Comparison.of(results, metric, VERSION, BEFORE))
        .toList();
  }

  @Override
  protected void page(Results results, Page page) {
    new DetectabilityReport(results, VARIANTS, VERSIONS).add(page);
  }
}
