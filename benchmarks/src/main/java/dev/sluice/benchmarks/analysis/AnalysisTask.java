package dev.sluice.benchmarks.analysis;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.benchmarks.rate.Executions;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import java.io.IOException;
import java.util.List;
import java.util.function.ToLongFunction;

/** Analyses a recording again and again, from its file or from its chunks in memory. */
abstract class AnalysisTask<R> implements OwnJvm.Task {
  static final Metric RATE = new Metric("throughput", "M records/s", 2);
  static final String FILE = "file";
  static final String MEMORY = "memory";

  private final Stage<R> stage;
  private final ToLongFunction<R> records;

  private AnalysisTask(Stage<R> stage, ToLongFunction<R> records) {
    this.stage = stage;
    this.records = records;
  }

  /** The first experiment's. */
  static final class Resources extends AnalysisTask<ResourceStage.Result> {
    Resources() {
      super(new ResourceStage(), ResourceStage.Result::records);
    }
  }

  /** The second experiment's, told by a label alone. */
  static final class Traces extends AnalysisTask<TraceStage.Result<OperationStatistics>> {
    Traces() {
      super(
          new TraceStage<>(
              TraceLimits.DEFAULT, OperationStatistics::new, OperationStatistics::merged),
          result -> result.counts().traces(TraceState.VALID) * Executions.DEPTH);
    }

    @Override
    Cell told(String source, long records, int workers) {
      return Cell.of("analysis", source);
    }
  }

  /** The third experiment's. */
  static final class Full extends AnalysisTask<TraceStage.Result<FullListener>> {
    Full() {
      super(
          new TraceStage<>(TraceLimits.DEFAULT, FullListener::new, FullListener::merged),
          result -> result.listener().messages() / 2);
    }
  }

  /** A cell of the experiments. */
  static Cell cell(String source, long records, int workers) {
    return Cell.of("source", source, "records", records, "workers", workers);
  }

  Cell told(String source, long records, int workers) {
    return cell(source, records, workers);
  }

  /** Arguments: source or label, workers, the file, its records, seconds that count. */
  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws IOException {
    String source = arguments.get(0);
    int workers = Integer.parseInt(arguments.get(1));
    String file = arguments.get(2);
    long expected = Long.parseLong(arguments.get(3));
    double seconds = Double.parseDouble(arguments.get(4));
    List<Chunk> chunks = source.equals(MEMORY) ? MemoryChunks.of(file) : List.of();
    Cell cell = told(source, expected, workers);
    double[] rates =
        Passes.rates(
            expected,
            seconds,
            () -> pass(from(chunks, file), workers, expected),
            done -> recorder.progress(cell.toString(), done));
    recorder.values(cell, RATE, rates);
  }

  private static RecordStreamBuilder from(List<Chunk> chunks, String file) {
    return chunks.isEmpty()
        ? RecordStream.builder("file:" + file)
        : RecordStream.builder(new MemoryChunks(chunks));
  }

  private void pass(RecordStreamBuilder source, int workers, long expected) throws IOException {
    try (StageRun<R> run = StageRun.open(stage, source, workers)) {
      long came = records.applyAsLong(run.drain());
      if (came != expected || !run.audit().complete()) {
        throw new IllegalStateException(came + " records analysed; " + run.audit());
      }
    }
  }
}
