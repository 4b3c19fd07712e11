package dev.sluice.tools.report;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.resources.ResourceLines;
import dev.sluice.analysis.traces.LossTimes;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceReconstruction;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Traces whose listener is read while it receives more, by the thread that polls.
 *
 * @param <L> the listener
 */
public final class LiveTraces<L extends TraceListener> {
  private final L listener;
  private final TraceReconstruction reconstruction;
  private final FieldSelection fields;
  private final LossTimes losses = new LossTimes();
  private final Map<Long, Set<String>> attributes = new LinkedHashMap<>();

  /** Tells that listener. */
  public LiveTraces(TraceLimits limits, L listener) {
    this.listener = listener;
    reconstruction = new TraceReconstruction(limits, listener);
    fields = new TraceStage<>(limits, () -> listener, (one, other) -> one).fields();
  }

  /** Returns what came until now, whatever traces are open. */
  public TraceStage.Result<L> result() {
    return result(listener);
  }

  /** Between two polls, which take whole chunks. */
  private <T> TraceStage.Result<T> result(T of) {
    reconstruction.endChunk();
    return new TraceStage.Result<>(
        of, reconstruction.counts(), reconstruction.operations().beyond());
  }

  /** Returns a report of some of them, without resources. */
  ReportStage.Result report(Collected some) {
    return new ReportStage.Result(result(some), new ResourceLines(), null, losses, attributes);
  }

  /** Returns a stage for one worker. */
  public Stage<LiveTraces<L>> stage() {
    return new Stage<>() {
      @Override
      public FieldSelection fields() {
        return fields;
      }

      @Override
      public StageWorker<LiveTraces<L>> newWorker() {
        return new Worker();
      }

      @Override
      public LiveTraces<L> merge(LiveTraces<L> one, LiveTraces<L> other) {
        throw new IllegalStateException("one worker has nothing to merge");
      }
    };
  }

  private final class Worker implements StageWorker<LiveTraces<L>> {
    @Override
    public void header(ChunkHeader header) {
      ReportStage.note(header, attributes);
    }

    @Override
    public void chunk(Accounting accounting) {
      losses.add(accounting);
      reconstruction.chunk(accounting);
    }

    @Override
    public void rows(ColumnBatch batch, int[] rows, int count) {
      reconstruction.accept(batch, rows, count);
    }

    @Override
    public LiveTraces<L> finish() {
      reconstruction.close();
      return LiveTraces.this;
    }
  }
}
