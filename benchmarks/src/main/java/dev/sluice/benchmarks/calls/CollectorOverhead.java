package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.benchmarks.frame.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The first question of the slides of 2017: what record at a time and collectors add to the
 * response time of the monitored application. Calls of about ten microseconds, so that their rate
 * is that of the second question.
 */
public final class CollectorOverhead {
  /** Steps of {@code WorkingClass}: about ten microseconds. */
  private static final int STEPS = 5_000;

  private static final Load LOAD = Load.working(1, STEPS);
  private static final CallEffort FULL = new CallEffort(3, 100_000, 10, 100_000);
  private static final CallEffort QUICK = new CallEffort(1, 50_000, 4, 30_000);
  private static final String SLIDES = "2017, EQ1";

  private CollectorOverhead() {}

  /** Those that measure, in two or more turns of all variants. */
  public static List<Step> steps(boolean quick) {
    List<Variant> variants = new ArrayList<>();
    variants.add(new Variant(Setup.FLOOR, Peer.SLUICE, LOAD));
    variants.add(new Variant(Setup.NONE, Peer.SLUICE, LOAD));
    variants.add(new Variant(Setup.KAFKA_SINGLE, Peer.KIEKER_BYTEBUDDY, LOAD));
    variants.add(new Variant(Setup.KAFKA, Peer.KIEKER_COLLECTOR, LOAD));
    variants.add(new Variant(Setup.KAFKA, Peer.KIEKER_BYPASS, LOAD));
    variants.add(new Variant(Setup.KAFKA_SINGLE, Peer.SLUICE, LOAD));
    variants.add(new Variant(Setup.KAFKA, Peer.SLUICE, LOAD));
    return CallStart.steps(variants, quick ? QUICK : FULL, CallFigures::cell);
  }

  /** Who was measured, and what it came to. */
  public static Section section(Results results) {
    CallFigures figures = new CallFigures(results);
    // The floor is for the frame of method calls: its loop is compiled to other code.
    Cell floor = CallFigures.cell(Setup.FLOOR, Peer.SLUICE);
    return Section.of(
        "What the application notices, about 100 000 calls/s",
        CallOrder.of(results).stream().filter(cell -> !cell.equals(floor)).toList(),
        CallFigures.columns()
            .with(">mean ns", cell -> figures.time(cell, Summary::mean, 0))
            .with(">95 %", cell -> figures.interval(cell, CallMetrics.RESPONSE, 0))
            .with(">p50", cell -> figures.time(cell, Summary::p50, 0))
            .with(">p99", cell -> figures.time(cell, Summary::p99, 0))
            .with(">above none, mean", cell -> above(results, cell, Summary::mean))
            .with(">above none, p50", cell -> above(results, cell, Summary::p50))
            .with(">calls/s", cell -> figures.mean(cell, CallMetrics.RATE))
            .with(">CPU ns/record", cell -> figures.mean(cell, CallMetrics.CPU))
            .with(">emitted", cell -> figures.count(cell, CallMetrics.EMITTED))
            .with(">lost", cell -> figures.count(cell, Metric.LOST)));
  }

  private static String above(Results results, Cell cell, ToDoubleFunction<Summary> of) {
    Cell none = CallFigures.cell(Setup.NONE, Peer.SLUICE);
    return results.has(none, CallMetrics.RESPONSE)
        ? Report.decimals(
            of.applyAsDouble(results.summary(cell, CallMetrics.RESPONSE))
                - of.applyAsDouble(results.summary(none, CallMetrics.RESPONSE)),
            0)
        : "-";
  }

  /** The slides' figures beside ours. */
  public static List<Published> published(Results results) {
    List<Published> all = new ArrayList<>();
    beside(results, all, "baseline", "106.0 to 106.2", Setup.NONE, Peer.SLUICE);
    beside(
        results,
        all,
        "record at a time",
        "152.8 to 152.9",
        Setup.KAFKA_SINGLE,
        Peer.KIEKER_BYTEBUDDY);
    beside(results, all, "collector", "163.3 to 163.6", Setup.KAFKA, Peer.KIEKER_COLLECTOR);
    beside(results, all, "collector, bypass", "141.5 to 141.6", Setup.KAFKA, Peer.KIEKER_BYPASS);
    beside(results, all, "record at a time", "-", Setup.KAFKA_SINGLE, Peer.SLUICE);
    beside(results, all, "collector", "-", Setup.KAFKA, Peer.SLUICE);
    return all;
  }

  private static void beside(
      Results results, List<Published> all, String what, String theirs, Setup stage, Peer peer) {
    Cell cell = CallFigures.cell(stage, peer);
    if (results.has(cell, CallMetrics.RESPONSE)) {
      Summary ours = results.summary(cell, CallMetrics.RESPONSE);
      all.add(
          new Published(
              SLIDES,
              what + ", µs, 95 % (" + cell + ")",
              theirs,
              Report.decimals(ours.low() / 1e3, 2)
                  + " to "
                  + Report.decimals(ours.high() / 1e3, 2)));
    }
  }
}
