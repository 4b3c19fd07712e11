package dev.sluice.tools.export;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;

/** Rebuilds traces for an export, which also receives chunks and other records. */
public final class ExportStage implements Stage<TraceStage.Result<TraceExport>> {
  private final TraceExport export;
  private final TraceStage<TraceExport> traces;

  ExportStage(TraceExport export, TraceLimits limits) {
    this.export = export;
    this.traces = new TraceStage<>(limits, () -> export, (one, other) -> one);
  }

  @Override
  public FieldSelection fields() {
    FieldSelection ofTraces = traces.fields();
    return (type, field) -> ofTraces.contains(type, field) || export.wants(type);
  }

  @Override
  public StageWorker<TraceStage.Result<TraceExport>> newWorker() {
    StageWorker<TraceStage.Result<TraceExport>> worker = traces.newWorker();
    return new StageWorker<>() {
      @Override
      public void chunk(Accounting accounting) {
        export.chunk(accounting); // first: the first chunk of a producer may tell of a loss
        worker.chunk(accounting);
      }

      @Override
      public void rows(ColumnBatch batch, int[] rows, int count) {
        if (export.wants(batch.type())) {
          export.rows(batch);
        } else {
          worker.rows(batch, rows, count);
        }
      }

      @Override
      public TraceStage.Result<TraceExport> finish() {
        return worker.finish();
      }
    };
  }

  /** There is one worker only: the export is for one thread. */
  @Override
  public TraceStage.Result<TraceExport> merge(
      TraceStage.Result<TraceExport> one, TraceStage.Result<TraceExport> other) {
    throw new IllegalStateException("an export has one worker");
  }
}
