package dev.sluice.benchmarks.analysis;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.benchmarks.rate.Executions;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.util.List;

/** Decodes a recording, rebuilds its traces and sums up their operations, again and again. */
final class TracesTask implements OwnJvm.Task {
  static final Metric RATE = new Metric("throughput", "M records/s", 2);

  /** Arguments: the label, workers, the file, its executions, seconds; 0 for a single pass. */
  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws IOException {
    Cell cell = Cell.of("analysis", arguments.get(0));
    int workers = Integer.parseInt(arguments.get(1));
    String file = arguments.get(2);
    long executions = Long.parseLong(arguments.get(3));
    double seconds = Double.parseDouble(arguments.get(4));
    double[] rates =
        Passes.rates(
            executions,
            seconds,
            () -> pass(file, executions, workers),
            done -> recorder.progress(arguments.get(0), done));
    recorder.values(cell, RATE, rates);
  }

  private static void pass(String file, long executions, int workers) throws IOException {
    TraceStage<OperationStatistics> stage =
        new TraceStage<>(
            TraceLimits.DEFAULT, OperationStatistics::new, OperationStatistics::merged);
    try (StageRun<TraceStage.Result<OperationStatistics>> run =
        StageRun.open(stage, RecordStream.builder("file:" + file), workers)) {
      long valid = run.drain().counts().traces(TraceState.VALID);
      if (valid != executions / Executions.DEPTH || !run.audit().complete()) {
        throw new IllegalStateException(valid + " valid traces; " + run.audit());
      }
    }
  }
}
