package dev.sluice.tools.report;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.resources.ResourceLines;
import dev.sluice.analysis.traces.LossTimes;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Traces and what samplers recorded, in one pass. */
public final class ReportStage implements Stage<ReportStage.Result> {
  /** Maximum number of producers whose attributes are kept. */
  private static final int PRODUCERS = 64;

  private final TraceStage<Collected> traces;

  /**
   * Result of the stage.
   *
   * @param traces with all that listened to them
   * @param lines of resources
   * @param causes why requests failed; null if that was not read
   * @param losses when records were lost
   * @param attributes of some producers by id, as of their newest chunks: name, a space, value
   */
  public record Result(
      TraceStage.Result<Collected> traces,
      ResourceLines lines,
      FailureCauses causes,
      LossTimes losses,
      Map<Long, Set<String>> attributes) {}

  /** Creates a stage that keeps the traces of the given ids beside the slowest. */
  public ReportStage(Set<Long> ids, TraceLimits limits) {
    this(ids, limits, 0);
  }

  /**
   * Creates a stage for a source that may be read again for the requests of at most the given
   * number of traces.
   */
  ReportStage(Set<Long> ids, TraceLimits limits, int links) {
    traces = new TraceStage<>(limits, () -> new Collected(ids, links), Collected::merged);
  }

  @Override
  public FieldSelection fields() {
    FieldSelection ofTraces = traces.fields();
    return (type, field) ->
        ResourceLines.TYPES.contains(type.name())
            || FailureCauses.reads(type.name(), field.name())
            || ofTraces.contains(type, field);
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
    one.causes.merge(other.causes);
    one.attributes.putAll(other.attributes);
    // Each worker receives all chunks.
    return new Result(
        traces.merge(one.traces, other.traces), one.lines, one.causes, one.losses, one.attributes);
  }

  /** Keeps what a producer says of itself, if there is room. */
  static void note(ChunkHeader header, Map<Long, Set<String>> attributes) {
    long id = header.accounting().producerId();
    if (attributes.size() < PRODUCERS || attributes.containsKey(id)) {
      Set<String> texts = new LinkedHashSet<>();
      header.attributes().asMap().forEach((name, value) -> texts.add(name + " " + value));
      attributes.put(id, texts);
    }
  }

  private static final class Worker implements StageWorker<Result> {
    private final StageWorker<TraceStage.Result<Collected>> traces;
    private final ResourceLines lines = new ResourceLines();
    private final FailureCauses causes = new FailureCauses();
    private final LossTimes losses = new LossTimes();
    private final Map<Long, Set<String>> attributes = new LinkedHashMap<>();
    private long producer;

    Worker(StageWorker<TraceStage.Result<Collected>> traces) {
      this.traces = traces;
    }

    @Override
    public void header(ChunkHeader header) {
      note(header, attributes);
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
        causes.accept(batch, rows, count, producer);
        traces.rows(batch, rows, count);
      }
    }

    @Override
    public void write(DataOutput out) throws IOException {
      state(StateCodec.writing(out));
      traces.write(out);
    }

    @Override
    public void read(DataInput in) throws IOException {
      state(StateCodec.reading(in));
      traces.read(in);
    }

    private void state(StateCodec codec) throws IOException {
      lines.state(codec);
      causes.state(codec);
      losses.state(codec);
      codec.name("attributes 1");
      for (long kept : codec.each(attributes.keySet(), PRODUCERS, 0L)) {
        long id = codec.number(kept);
        codec.texts(attributes.computeIfAbsent(id, absent -> new LinkedHashSet<>()));
      }
    }

    @Override
    public Result finish() {
      return new Result(traces.finish(), lines, causes, losses, attributes);
    }
  }
}
