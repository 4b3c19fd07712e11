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
import dev.sluice.distributed.DistributedAnalysis;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

/**
 * Rebuilds the traces of a topic some times, alone or as one of several instances. The first time
 * is for warming up.
 */
final class DistributedTask implements OwnJvm.Task {
  static final Metric RATE = AnalysisTask.RATE;
  static final Metric BYTES = new Metric("bytes of parts a record", "B", 1);
  static final Metric STATE = new Metric("state written for a partition", "KiB/s", 0);

  static final String CORE = "core";
  static final String SPLIT = "split";
  static final String WHOLE = "whole";

  /** Parts of the work. */
  static final int PARTITIONS = 2;

  private static TraceStage<OperationStatistics> stage() {
    return new TraceStage<>(
        TraceLimits.DEFAULT, OperationStatistics::new, OperationStatistics::merged);
  }

  /** Arguments: the label, how, the broker, the topic, its records, threads, turns. */
  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws Exception {
    String label = arguments.get(0);
    String how = arguments.get(1);
    String uri = "kafka://" + arguments.get(2) + "/" + arguments.get(3);
    long records = Long.parseLong(arguments.get(4));
    int threads = Integer.parseInt(arguments.get(5));
    int turns = Integer.parseInt(arguments.get(6));
    DoubleStream.Builder rates = DoubleStream.builder();
    Cell cell = Cell.of("analysis", label);
    for (int turn = 0; turn <= turns; turn++) {
      long nanos =
          how.equals(CORE)
              ? core(uri, records)
              : distributed(cell, uri, how.equals(SPLIT), records, threads, turn, recorder);
      if (turn > 0 && nanos > 0) {
        rates.add(records * 1e3 / nanos);
      }
      recorder.progress(label, (turn + 1.0) / (turns + 1));
    }
    recorder.values(cell, RATE, rates.build().toArray());
  }

  private static long core(String uri, long records) throws IOException {
    long before = System.nanoTime();
    try (StageRun<TraceStage.Result<OperationStatistics>> run =
        StageRun.open(stage(), RecordStream.builder(uri + "?until=end"), 1)) {
      TraceStage.Result<OperationStatistics> result = run.drain();
      long nanos = System.nanoTime() - before;
      check(result, run.audit(), records);
      return nanos;
    }
  }

  /** From the first chunk that this instance works on until all is committed; 0 if it had none. */
  private static long distributed(
      Cell cell,
      String uri,
      boolean split,
      long records,
      int threads,
      int turn,
      Step.Recorder recorder)
      throws Exception {
    String id = cell.toString().replaceAll("[^A-Za-z0-9]+", "-") + "-" + turn;
    try (DistributedAnalysis<TraceStage.Result<OperationStatistics>> analysis =
        DistributedAnalysis.builder(stage(), uri)
            .applicationId(id.replaceAll("-(first|second)-", "-"))
            .split(split)
            .partitions(PARTITIONS)
            .threads(threads)
            .start()) {
      while (analysis.figures().chunksSplit() + analysis.figures().records() == 0) {
        if (analysis.awaitEnd(Duration.ofMillis(1))) {
          return 0; // another instance did it all
        }
      }
      long before = System.nanoTime();
      while (!analysis.awaitEnd(Duration.ofMillis(100))) {
        // look again
      }
      long nanos = System.nanoTime() - before;
      var result = analysis.result();
      check(result.value(), result.audit(), records);
      DistributedAnalysis.Figures figures = analysis.figures();
      if (turn > 0 && split && figures.chunksSplit() > 0) {
        double seconds = (double) nanos / TimeUnit.SECONDS.toNanos(1);
        recorder.values(cell, BYTES, figures.bytesSent() / (double) records);
        recorder.values(
            cell, STATE, figures.stateBytes() / 1024.0 / PARTITIONS / Math.max(1, seconds));
      }
      return nanos;
    }
  }

  private static void check(
      TraceStage.Result<OperationStatistics> result, Audit audit, long records) {
    long valid = result.counts().traces(TraceState.VALID);
    if (valid != records / Executions.DEPTH || !audit.complete()) {
      throw new IllegalStateException(valid + " valid traces; " + audit);
    }
  }
}
