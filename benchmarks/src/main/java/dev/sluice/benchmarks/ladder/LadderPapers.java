package dev.sluice.benchmarks.ladder;

import dev.sluice.benchmarks.calls.CallMetrics;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Means of papers, with ten nested calls on other machines, beside ours, and their steps. */
final class LadderPapers {
  private static final String MICROS = ", µs";
  private static final String TRACES = ", writing, traces/s";

  /**
   * A tuning of a paper.
   *
   * @param theirs how many times as long a call took there
   * @param rung ours that has it
   * @param other ours that has it not
   */
  private record Tuning(String source, String what, double theirs, String rung, String other) {}

  private static final List<Tuning> TUNINGS =
      List.of(
          new Tuning("2014, tables 1, 3", "PT1", 16_600.0 / 31_600, "generated", "chunks"),
          new Tuning("2014, tables 3, 5", "PT2", 31_600.0 / 56_000, "disruptor", "array-queue"),
          new Tuning("2014, tables 5, 7", "PT3", 56_000.0 / 113_200, "flat-rows", "mpsc-queue"),
          new Tuning("2014, tables 7, 9", "PT4", 113_200.0 / 141_200, "hard-coded", "flat-ring"),
          new Tuning(
              "2016, table 2",
              "texts by the writer",
              12.424 / 18.932,
              "texts-by-writer",
              "generated"),
          new Tuning(
              "2016, table 2", "MPSC queue", 2.785 / 12.424, "mpsc-queue", "texts-by-writer"),
          new Tuning("2016, table 2", "MPSC queue", 2.785 / 12.424, "kieker-mpsc", "kieker-linked"),
          new Tuning(
              "2023, table 1",
              "byte code instead of source",
              4.7711 / 2.4169,
              "sluice-agent",
              "sluice-source"),
          new Tuning("2023, table 2", "durations", 2.3426 / 2.4169, "duration", "texts-by-writer"),
          new Tuning(
              "2023, table 2", "durations", 2.3426 / 2.4169, "sluice-duration", "sluice-agent"),
          new Tuning(
              "2023, table 3",
              "circular queue",
              1.5017 / 2.4169,
              "circular-queue",
              "texts-by-writer"),
          new Tuning(
              "2023, table 3",
              "circular queue, durations",
              1.6503 / 2.3426,
              "duration-circular",
              "duration"),
          new Tuning("2023, table 4", "aggregates", 0.4014 / 2.3426, "aggregate", "duration"),
          new Tuning(
              "2023, table 4",
              "aggregates",
              0.4014 / 2.3426,
              "sluice-aggregate",
              "sluice-duration"),
          new Tuning(
              "2023, table 5",
              "circular queue, aggregates",
              0.3897 / 0.4014,
              "aggregate-circular",
              "aggregate"));

  private final Results results;
  private final LadderFigures figures;
  private final List<Published> all = new ArrayList<>();

  private LadderPapers(Results results) {
    this.results = results;
    this.figures = new LadderFigures(results);
  }

  static List<Published> beside(Results results) {
    LadderPapers papers = new LadderPapers(results);
    papers.waller();
    papers.strubel();
    papers.reichelt();
    TUNINGS.forEach(tuning -> papers.all.add(papers.beside(tuning)));
    return papers.all;
  }

  /** Tables 1, 3, 5, 7 and 9: each tuning builds upon the one before. */
  private void waller() {
    rate("2014, table 1", "basis", 16_600, "chunks");
    rate("2014, table 3", "PT1, no reflection", 31_600, "generated");
    rate("2014, table 5", "PT2, Disruptor", 56_000, "disruptor");
    rate("2014, table 7", "PT3, flat records", 113_200, "flat-rows");
    rate("2014, table 9", "PT4, hard-coded", 141_200, "hard-coded");
  }

  /** Table 2, with the writer that discards. */
  private void strubel() {
    String table = "2016, table 2";
    time(table, "before, LinkedBlockingQueue", 18.932, "generated");
    time(table, "refactored, LinkedBlockingQueue", 12.424, "texts-by-writer");
    time(table, "refactored, MPSC queue", 2.785, "mpsc-queue");
  }

  private void reichelt() {
    time("2023, table 1", "no instrumentation", 0.0548, Ladder.NONE);
    time("2023, table 1", "AspectJ", 4.7711, "kieker-linked");
    time("2023, table 1", "source instrumentation", 2.4169, "texts-by-writer");
    time("2023, table 2", "durations", 2.3426, "duration");
    time("2023, table 3", "circular queue", 1.5017, "circular-queue");
    time("2023, table 3", "circular queue, durations", 1.6503, "duration-circular");
    time("2023, table 4", "aggregates", 0.4014, "aggregate");
    time("2023, table 5", "aggregates, circular queue", 0.3897, "aggregate-circular");
  }

  private void rate(String table, String what, int theirs, String rung) {
    all.add(
        new Published(
            table,
            what + TRACES + " (" + rung + ")",
            String.format(Locale.ROOT, "%,d", theirs),
            Report.mean(results, Ladder.named(rung).cell(), CallMetrics.RATE)));
  }

  private void time(String table, String what, double theirs, String rung) {
    Rung ours = Ladder.named(rung);
    all.add(
        new Published(
            table,
            what + MICROS + " (" + rung + ")",
            Report.decimals(theirs, 3),
            results.has(ours.cell(), CallMetrics.RESPONSE)
                ? Report.decimals(
                    results.summary(ours.cell(), CallMetrics.RESPONSE).mean() / 1e3, 3)
                : Rung.NONE));
  }

  private Published beside(Tuning tuning) {
    return new Published(
        tuning.source,
        tuning.what + ", times as long (" + tuning.rung + " against " + tuning.other + ")",
        Report.decimals(tuning.theirs, 2),
        figures
            .ratio(Ladder.named(tuning.rung), Ladder.named(tuning.other))
            .map(ratio -> Report.decimals(ratio.median(), 2))
            .orElse(Rung.NONE));
  }

  /** How many times as long a call took with a rung than with the one before, in a paper. */
  static Optional<Double> step(Rung rung) {
    return TUNINGS.stream()
        .filter(tuning -> tuning.rung.equals(rung.name()) && tuning.other.equals(rung.before()))
        .map(Tuning::theirs)
        .findFirst();
  }
}
