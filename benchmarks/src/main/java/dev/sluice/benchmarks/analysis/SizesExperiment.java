package dev.sluice.benchmarks.analysis;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;

/** An analysis of recordings of several sizes, from file and memory, by one and more workers. */
abstract class SizesExperiment extends Experiment {
  private static final int[] WORKERS = {1, 2, 4};
  private static final double SECONDS = 6;
  private static final double QUICK_SECONDS = 2;

  private final Class<? extends AnalysisTask<?>> task;
  private final ObjLongConsumer<Path> writer;

  /**
   * Of a task.
   *
   * @param writer writes that many records to a file that does not exist
   */
  SizesExperiment(Class<? extends AnalysisTask<?>> task, ObjLongConsumer<Path> writer) {
    this.task = task;
    this.writer = writer;
  }

  /** Numbers of records, ascending. */
  abstract long[] sizes();

  @Override
  protected List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    double seconds = isQuick() ? QUICK_SECONDS : SECONDS;
    for (String source : List.of(AnalysisTask.MEMORY, AnalysisTask.FILE)) {
      for (long records : sizes()) {
        for (int workers : WORKERS) {
          steps.add(
              new Step(
                  name(source, records, workers),
                  1 + 1.5 * seconds,
                  recorder -> run(source, records, workers, seconds, recorder)));
        }
      }
    }
    return steps;
  }

  private static String name(String source, long records, int workers) {
    return "%s, %s, %s"
        .formatted(source, Figures.count(records, "record"), Figures.count(workers, "worker"));
  }

  private void run(String source, long records, int workers, double seconds, Step.Recorder recorder)
      throws IOException, InterruptedException {
    OwnJvm.run(
        task,
        List.of("-Xmx1g"),
        List.of(source, workers, recording(records), records, seconds),
        recorder);
  }

  private Path recording(long records) throws IOException {
    Path file = scratch().resolve("records-" + records + ".slu");
    if (!file.toFile().exists()) {
      writer.accept(file, records);
    }
    return file;
  }

  @Override
  protected void print(Results results, PrintStream out) throws IOException {
    super.print(results, out);
    efficiencies(results).forEach(out::println);
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    return List.of(Comparison.of(results, AnalysisTask.RATE, "workers", "1"));
  }

  @Override
  protected void page(Results results, Page page) {
    page.heading("Speed-up and efficiency");
    efficiencies(results).forEach(page::paragraph);
    page.heading("Charts");
    page.chart(
        Report.lines(
            Chart.of("throughput", Axis.log("records"), Axis.linear(AnalysisTask.RATE.toString())),
            results,
            cell -> true,
            AnalysisTask.RATE,
            cell ->
                cell.get("source")
                    + ", "
                    + Figures.count(Integer.parseInt(cell.get("workers")), "worker"),
            "records"));
  }

  /**
   * Speed-up and efficiency as the paper of 2013 has them: the ends of the intervals of the two
   * times, crosswise, and by the number of threads.
   */
  private List<String> efficiencies(Results results) {
    List<String> lines = new ArrayList<>();
    for (Cell cell : results.cells()) {
      int workers = Integer.parseInt(cell.get("workers"));
      long records = Long.parseLong(cell.get("records"));
      Cell one = AnalysisTask.cell(cell.get("source"), records, 1);
      if (workers > 1 && results.has(one, AnalysisTask.RATE)) {
        Summary alone = results.summary(one, AnalysisTask.RATE);
        Summary several = results.summary(cell, AnalysisTask.RATE);
        lines.add(
            name(cell.get("source"), records, workers) + ": " + line(alone, several, workers));
      }
    }
    return lines;
  }

  static String line(Summary alone, Summary several, int workers) {
    double low = several.low() / alone.high();
    double high = several.high() / alone.low();
    return "speed-up "
        + interval(low, high)
        + ", efficiency "
        + interval(low / workers, high / workers);
  }

  private static String interval(double low, double high) {
    return Report.decimals(low, 2) + " to " + Report.decimals(high, 2);
  }
}
