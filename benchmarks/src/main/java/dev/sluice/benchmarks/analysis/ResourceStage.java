package dev.sluice.benchmarks.analysis;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.resources.ResourceLines;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;

/** Time lines of samples, those of one processor in one worker. */
final class ResourceStage implements Stage<ResourceStage.Result> {
  private static final String PROCESSOR = "cpuID";

  /**
   * What came of it.
   *
   * @param records how many were taken
   */
  record Result(ResourceLines lines, long records) {}

  @Override
  public FieldSelection fields() {
    return (type, field) -> ResourceLines.TYPES.contains(type.name());
  }

  /** Ids of texts differ from chunk to chunk, so the key is made of the text. */
  @Override
  public void keys(ColumnBatch batch, long[] keys) {
    int field = batch.type().indexOf(PROCESSOR);
    for (int row = 0; row < batch.rows(); row++) {
      String text = field < 0 ? null : batch.text(batch.values()[batch.start(field) + row]);
      keys[row] = text == null ? 0 : text.hashCode();
    }
  }

  @Override
  public StageWorker<Result> newWorker() {
    return new Worker();
  }

  @Override
  public Result merge(Result one, Result other) {
    one.lines.merge(other.lines);
    return new Result(one.lines, one.records + other.records);
  }

  private static final class Worker implements StageWorker<Result> {
    private final ResourceLines lines = new ResourceLines();
    private long producer;
    private long records;

    @Override
    public void chunk(Accounting accounting) {
      producer = accounting.producerId();
    }

    @Override
    public void rows(ColumnBatch batch, int[] rows, int count) {
      lines.accept(batch, rows, count, producer);
      records += count;
    }

    @Override
    public Result finish() {
      return new Result(lines, records);
    }
  }
}
