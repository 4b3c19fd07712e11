package dev.sluice.cli.trace;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceReconstruction;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;

/** Statistics that are looked at while they grow, by the thread that polls. */
final class LiveTop {
  private final OperationStatistics statistics = new OperationStatistics();
  private final TraceReconstruction reconstruction;
  private final FieldSelection fields;

  LiveTop(TraceLimits limits) {
    reconstruction = new TraceReconstruction(limits, statistics);
    fields =
        new TraceStage<>(limits, OperationStatistics::new, OperationStatistics::merged).fields();
  }

  TraceStage.Result<OperationStatistics> result() {
    return new TraceStage.Result<>(
        statistics, reconstruction.counts(), reconstruction.operations().beyond());
  }

  /** For one worker. */
  Stage<LiveTop> stage() {
    return new Stage<>() {
      @Override
      public FieldSelection fields() {
        return fields;
      }

      @Override
      public StageWorker<LiveTop> newWorker() {
        return new Worker();
      }

      @Override
      public LiveTop merge(LiveTop one, LiveTop other) {
        throw new IllegalStateException("one worker has nothing to merge");
      }
    };
  }

  private final class Worker implements StageWorker<LiveTop> {
    @Override
    public void chunk(Accounting accounting) {
      reconstruction.chunk(accounting);
    }

    @Override
    public void rows(ColumnBatch batch, int[] rows, int count) {
      reconstruction.accept(batch, rows, count);
    }

    @Override
    public LiveTop finish() {
      reconstruction.close();
      return LiveTop.this;
    }
  }
}
