package dev.sluice.analysis;

import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.streams.RecordStreamBuilder;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The code of {@code docs/analysis.md}; {@link AnalysisPageTest} holds the two together. */
final class AnalysisSnippets {
  private AnalysisSnippets() {}

  static void statistics(RecordStreamBuilder source, Consumer<Object> print) throws IOException {
    // snippet: statistics
    TraceStage<OperationStatistics> stage =
        new TraceStage<>(
            TraceLimits.DEFAULT, OperationStatistics::new, OperationStatistics::merged);
    try (StageRun<TraceStage.Result<OperationStatistics>> run = StageRun.open(stage, source, 2)) {
      TraceStage.Result<OperationStatistics> result = run.drain();
      for (OperationFigures operation : result.listener().bySelf()) {
        print.accept(operation.signature() + " " + operation.once().nanos(0.99));
      }
      print.accept(result.counts().reasons() + " " + run.audit().complete());
    }
    // end
  }

  // snippet: listener
  /** Counts failed executions by the root of their trace. */
  static final class Failures implements TraceListener {
    final Map<String, Integer> byRoot = new TreeMap<>();

    @Override
    public void accept(Trace trace) { // the same object again and again; copy() keeps one
      for (int i = 0; i < trace.size(); i++) { // in the order in which they began
        if (trace.failed(i)) {
          byRoot.merge(trace.signature(0), 1, Integer::sum);
        }
      }
    }

    Failures merge(Failures other) {
      other.byRoot.forEach((root, count) -> byRoot.merge(root, count, Integer::sum));
      return this;
    }
  }

  // end

  static TraceStage<Failures> failures() {
    return new TraceStage<>(TraceLimits.DEFAULT, Failures::new, Failures::merge);
  }

  /** The longest garbage collections of each Java VM, in milliseconds since it started. */
  static final class Collections implements Stage<Map<String, Long>> {
    @Override
    public FieldSelection fields() {
      return FieldSelection.of(
          Map.of("sluice.garbage_collection.1", Set.of("vmName", "collectionTimeMS")));
    }

    @Override
    public StageWorker<Map<String, Long>> newWorker() {
      return new StageWorker<>() {
        private final Map<String, Long> most = new TreeMap<>();

        @Override
        public void chunk(Accounting accounting) {} // who sent the rows that come next

        @Override
        public void rows(ColumnBatch batch, int[] rows, int count) {
          long[] values = batch.values();
          int vm = batch.start(batch.type().indexOf("vmName"));
          int time = batch.start(batch.type().indexOf("collectionTimeMS"));
          for (int i = 0; i < count; i++) {
            int row = rows == null ? i : rows[i];
            most.merge(batch.text(values[vm + row]), values[time + row], Math::max);
          }
        }

        @Override
        public Map<String, Long> finish() {
          return most;
        }
      };
    }

    @Override
    public Map<String, Long> merge(Map<String, Long> one, Map<String, Long> other) {
      other.forEach((vm, time) -> one.merge(vm, time, Math::max));
      return one;
    }
  }
}
