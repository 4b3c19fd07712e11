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
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

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
    long measured = TimeUnit.SECONDS.toNanos(Long.parseLong(arguments.get(4)));
    long warmUp = measured / 2;
    long start = System.nanoTime();
    DoubleStream.Builder rates = DoubleStream.builder();
    boolean more = true;
    while (more) {
      long before = System.nanoTime();
      pass(file, executions, workers);
      long now = System.nanoTime();
      if (measured > 0 && before - start >= warmUp) {
        rates.add(executions * 1e3 / (now - before));
      }
      recorder.progress(
          arguments.get(0), measured == 0 ? 1 : Math.min(1, (now - start) / (1.5 * measured)));
      more = now - start < warmUp + measured;
    }
    recorder.values(cell, RATE, rates.build().toArray());
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
