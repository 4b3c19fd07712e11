package dev.sluice.tools.report;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.resources.ResourceLines;
import dev.sluice.analysis.traces.LossTimes;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Set;

/** Traces and what samplers recorded, in one pass. */
public final class ReportStage implements Stage<ReportStage.Result> {
  private final TraceStage<Collected> traces;

  /**
   * What came of it.
   *
   * @param traces with all that listened to them
   * @param lines of resources
   * @param losses when records were lost
   */
  public record Result(
      TraceStage.Result<Collected> traces, ResourceLines lines, LossTimes losses) {}

  /** With traces of these ids beside the slowest. */
  public ReportStage(Set<Long> ids, TraceLimits limits) {
    traces = new TraceStage<>(limits, () -> new Collected(ids), Collected::merged);
  }

  @Override
  public FieldSelection fields() {
    FieldSelection ofTraces = traces.fields();
    return (type, field) ->
        ResourceLines.TYPES.contains(type.name()) || ofTraces.contains(type, field);
  }

  @Override
  public void keys(ColumnBatch batch, long[] keys) {
    traces.keys(batch, keys);
  }

  @Override
  public StageWorker<Result> newWorker() {
    return new Worker(traces.newWorker());
  }

  @Override
  public Result merge(Result one, Result other) {
    one.lines.merge(other.lines);
    // Each worker is told of all chunks.
    return new Result(traces.merge(one.traces, other.traces), one.lines, one.losses);
  }

  private static final class Worker implements StageWorker<Result> {
    private final StageWorker<TraceStage.Result<Collected>> traces;
    private final ResourceLines lines = new ResourceLines();
    private final LossTimes losses = new LossTimes();
    private long producer;

    Worker(StageWorker<TraceStage.Result<Collected>> traces) {
      this.traces = traces;
    }

    @Override
    public void chunk(Accounting accounting) {
      producer = accounting.producerId();
      losses.add(accounting);
      traces.chunk(accounting);
    }

    @Override
    public void rows(ColumnBatch batch, int[] rows, int count) {
      if (ResourceLines.TYPES.contains(batch.type().name())) {
        lines.accept(batch, rows, count, producer);
      } else {
        traces.rows(batch, rows, count);
      }
    }

    @Override
    public void write(DataOutput out) throws IOException {
      lines.state(StateCodec.writing(out));
      losses.state(StateCodec.writing(out));
      traces.write(out);
    }

    @Override
    public void read(DataInput in) throws IOException {
      lines.state(StateCodec.reading(in));
      losses.state(StateCodec.reading(in));
      traces.read(in);
    }

    @Override
    public Result finish() {
      return new Result(traces.finish(), lines, losses);
    }
  }
}
