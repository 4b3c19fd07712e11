package dev.sluice.analysis.traces;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.StateCodec;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/**
 * Puts records back together to traces and tells a listener of each, such as statistics; each
 * worker has a listener of its own, and in the end they are merged. All records of a trace go to
 * one worker.
 *
 * @param <L> the listener
 */
public final class TraceStage<L extends TraceListener> implements Stage<TraceStage.Result<L>> {
  /**
   * 2 to that power of ids that follow each other are for one worker: traces that run at the same
   * time have such ids, so most chunks have rows of few workers.
   */
  private static final int NEIGHBOURS = 10;

  /** The same for nanoseconds: about a second. */
  private static final int NEIGHBOURS_IN_TIME = 30;

  private final TraceLimits limits;
  private final Supplier<L> listeners;
  private final BinaryOperator<L> merge;
  private final Executed executed = new Executed();

  /**
   * What came of it.
   *
   * @param listener with what all workers' listeners were told
   * @param counts of the traces
   * @param otherOperations how often an operation could not be told apart any more
   */
  public record Result<L>(L listener, TraceCounts counts, long otherOperations) {}

  /**
   * A stage.
   *
   * @param limits for each worker
   * @param listeners makes a listener; called once for each worker, by any thread
   * @param merge joins two listeners that are not told anything any more
   */
  public TraceStage(TraceLimits limits, Supplier<L> listeners, BinaryOperator<L> merge) {
    this.limits = Objects.requireNonNull(limits, "limits");
    this.listeners = Objects.requireNonNull(listeners, "listeners");
    this.merge = Objects.requireNonNull(merge, "merge");
  }

  @Override
  public FieldSelection fields() {
    return (type, field) ->
        TraceFields.kind(type) != TraceFields.Kind.OTHER
            && TraceFields.NAMES.contains(field.name());
  }

  @Override
  public void keys(ColumnBatch batch, long[] keys) {
    int id = batch.type().indexOf("traceId");
    // What belongs to no trace may go anywhere.
    int field = id >= 0 ? id : Math.max(0, batch.type().recordTimeField());
    int shift = id >= 0 ? NEIGHBOURS : NEIGHBOURS_IN_TIME;
    int from = batch.start(field);
    int rows = batch.rows();
    long[] values = batch.values();
    for (int row = 0; row < rows; row++) {
      keys[row] = values[from + row] >> shift;
    }
  }

  @Override
  public StageWorker<Result<L>> newWorker() {
    return new Worker<>(limits, listeners.get(), executed);
  }

  @Override
  public Result<L> merge(Result<L> one, Result<L> other) {
    one.counts.merge(other.counts);
    return new Result<>(
        merge.apply(one.listener, other.listener),
        one.counts,
        one.otherOperations + other.otherOperations);
  }

  private static final class Worker<L extends TraceListener> implements StageWorker<Result<L>> {
    private final L listener;
    private final TraceReconstruction reconstruction;

    Worker(TraceLimits limits, L listener, Executed executed) {
      this.listener = listener;
      this.reconstruction = new TraceReconstruction(limits, listener, executed);
    }

    @Override
    public void chunk(Accounting accounting) {
      reconstruction.chunk(accounting);
    }

    @Override
    public void rows(ColumnBatch batch, int[] rows, int count) {
      reconstruction.accept(batch, rows, count);
    }

    @Override
    public void write(DataOutput out) throws IOException {
      state(StateCodec.writing(out));
    }

    @Override
    public void read(DataInput in) throws IOException {
      state(StateCodec.reading(in));
    }

    private void state(StateCodec codec) throws IOException {
      reconstruction.state(codec);
      listener.state(codec, reconstruction.operations());
    }

    @Override
    public Result<L> finish() {
      reconstruction.close();
      return new Result<>(listener, reconstruction.counts(), reconstruction.operations().beyond());
    }
  }
}
