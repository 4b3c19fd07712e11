package dev.sluice.benchmarks.analysis;

import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.ChildFailure;
import dev.sluice.pages.Page;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** Trace reconstruction, the second experiment of 2013. */
@Command(
    name = "analysis-traces",
    footer = {
      "",
      "A file of operation executions, ten nested calls a trace, is decoded, its traces",
      "are rebuilt, and calls, times and quantiles of their operations summed up.",
      "",
      "1 worker       all in one thread",
      "2, 4 workers   so many threads, of which the first reads; each decodes what it needs",
      "2 processes    1 worker each, at the same time, each the whole file: their sum",
      "kieker         Kieker's analysis controller: from record objects in memory to",
      "               message traces, without reading, decoding or statistics",
      "least heap     the smallest -Xmx with which one pass succeeds"
    })
public final class TracesExperiment extends Experiment {
  private static final Metric HEAP = new Metric("least heap", "MiB", 0);
  private static final int[] HEAPS = {
    6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256
  };
  private static final String KIEKER = "kieker";
  private static final String TWO = "2 processes";

  @Override
  public About about() {
    return new About(
        "Rebuild traces in one thread, in several, and with Kieker.", "2013, experiment 2");
  }

  @Override
  protected List<String> notes() {
    return List.of(
        "Decoding, rebuilding of traces and statistics of operations; Kieker rebuilds alone.");
  }

  private long executions() {
    return isQuick() ? 4_000_000 : 20_000_000;
  }

  private int seconds() {
    return isQuick() ? 6 : 20;
  }

  @Override
  protected List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (int workers : new int[] {1, 2, 4}) {
      String label = workers == 1 ? "1 worker" : workers + " workers";
      steps.add(new Step(label, 1.5 * seconds() + 2, recorder -> rate(label, workers, recorder)));
    }
    steps.add(new Step(TWO, 1.5 * seconds() + 2, this::twoProcesses));
    int records = isQuick() ? 200_000 : 1_000_000;
    int passes = isQuick() ? 6 : 10;
    steps.add(
        new Step(
            KIEKER,
            isQuick() ? 12 : 60,
            recorder ->
                OwnJvm.run(
                    KiekerTracesTask.class,
                    List.of("-Xmx2g"),
                    List.of(KIEKER, records, passes),
                    recorder)));
    for (int workers : new int[] {1, 2}) {
      for (long length : new long[] {executions() / 4, executions()}) {
        String label = workers + (workers == 1 ? " worker, " : " workers, ") + length + " records";
        steps.add(
            new Step(
                "least heap, " + label,
                isQuick() ? 8 : 20,
                recorder ->
                    recorder.values(
                        Cell.of("analysis", label), HEAP, heap(workers, length, recorder))));
      }
    }
    return steps;
  }

  /** The recording of that many executions, written when it is first asked for. */
  private synchronized Path recording(long executions) throws IOException {
    Path file = scratch().resolve("executions-" + executions + ".slu");
    if (!file.toFile().exists()) {
      Recording.write(file, executions);
    }
    return file;
  }

  private void rate(String label, int workers, Step.Recorder recorder)
      throws IOException, InterruptedException {
    task(label, workers, executions(), seconds(), "-Xmx1g", recorder);
  }

  private void task(
      String label, int workers, long length, int seconds, String heap, Step.Recorder recorder)
      throws IOException, InterruptedException {
    OwnJvm.run(
        AnalysisTask.Traces.class,
        List.of(heap),
        List.of(label, workers, recording(length), length, seconds),
        recorder);
  }

  private void twoProcesses(Step.Recorder recorder) throws Exception {
    recording(executions());
    TwoAtOnce.run(
        () -> rate(TWO + ", first", 1, recorder), () -> rate(TWO + ", second", 1, recorder));
  }

  private double heap(int workers, long length, Step.Recorder recorder)
      throws IOException, InterruptedException {
    for (int heap : HEAPS) {
      try {
        task("-Xmx" + heap + "m", workers, length, 0, "-Xmx" + heap + "m", recorder);
        return heap;
      } catch (ChildFailure e) {
        if (e.isInterrupt()) {
          throw e;
        }
      }
    }
    throw new IllegalStateException("more than " + HEAPS[HEAPS.length - 1] + " MiB");
  }

  @Override
  protected void print(Results results, PrintStream out) throws IOException {
    super.print(results, out);
    ratios(results).forEach(out::println);
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    Cell kieker = Cell.of("analysis", KIEKER);
    return List.of(
        Comparison.of(results, AnalysisTask.RATE, cell -> true, cell -> kieker),
        Comparison.of(results, HEAP));
  }

  @Override
  protected void page(Results results, Page page) {
    page.heading("Ratios");
    ratios(results).forEach(page::paragraph);
  }

  /** The comparisons for which the experiment is made, as far as they were measured. */
  private static List<String> ratios(Results results) {
    List<String> lines = new ArrayList<>();
    double one = rate(results, "1 worker");
    double two = rate(results, "2 workers");
    double processes = rate(results, TWO + ", first") + rate(results, TWO + ", second");
    line(lines, "1 worker against Kieker", one / rate(results, KIEKER));
    line(lines, "2 workers against 1", two / one);
    line(lines, "2 workers against 2 processes together", two / processes);
    return lines;
  }

  private static void line(List<String> lines, String what, double ratio) {
    if (!Double.isNaN(ratio)) {
      lines.add(what + ": " + Report.decimals(ratio, 2) + " times as fast");
    }
  }

  /** Mean of the passes; NaN if there are none. */
  private static double rate(Results results, String analysis) {
    return results.mean(Cell.of("analysis", analysis), AnalysisTask.RATE);
  }
}
