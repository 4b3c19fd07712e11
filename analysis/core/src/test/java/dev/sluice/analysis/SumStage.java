package dev.sluice.analysis;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Of each producer and key: what depends on each of its rows and on their order. */
class SumStage implements Stage<Map<String, Long>> {
  /** What is summed up. */
  static final RecordType TYPE =
      new RecordType(
          "test.sum",
          1,
          List.of(
              Field.of("key", FieldType.LONG),
              Field.of("value", FieldType.LONG),
              Field.of("text", FieldType.STRING),
              Field.of("content", FieldType.BYTES),
              Field.of("unwanted", FieldType.LONG)));

  /** A type that the stage does not look at. */
  static final RecordType OTHER =
      new RecordType("test.other", 1, List.of(Field.of("x", FieldType.LONG)));

  @Override
  public FieldSelection fields() {
    return FieldSelection.of(
        Map.of(TYPE.qualifiedName(), Set.of("key", "value", "text", "content")));
  }

  @Override
  public void keys(ColumnBatch batch, long[] keys) {
    System.arraycopy(batch.values(), batch.start(0), keys, 0, batch.rows());
  }

  @Override
  public StageWorker<Map<String, Long>> newWorker() {
    return new Worker();
  }

  @Override
  public Map<String, Long> merge(Map<String, Long> one, Map<String, Long> other) {
    Map<String, Long> all = new TreeMap<>(one);
    other.forEach((key, value) -> all.merge(key, value, Math::max));
    return all;
  }

  /** Called for each row. */
  void row(long key, long value) {}

  private final class Worker implements StageWorker<Map<String, Long>> {
    private final Map<String, Long> sums = new HashMap<>();
    private long producer;

    @Override
    public void chunk(Accounting accounting) {
      producer = accounting.producerId();
      sums.merge("chunks of " + producer, accounting.sequence(), (old, now) -> old * 31 + now);
    }

    @Override
    public void rows(ColumnBatch batch, int[] rows, int count) {
      long[] values = batch.values();
      for (int i = 0; i < count; i++) {
        int row = rows == null ? i : rows[i];
        long key = values[batch.start(0) + row];
        long value = values[batch.start(1) + row];
        row(key, value);
        String text = batch.text(values[batch.start(2) + row]);
        byte[] content = batch.bytes(3, row);
        long more = 31 * value + (text == null ? 7 : text.hashCode());
        long hash =
            31 * more + (content == null ? 7 : content.length) + values[batch.start(4) + row];
        sums.merge(producer + " " + key, hash, (old, now) -> old * 31 + now);
      }
    }

    @Override
    public Map<String, Long> finish() {
      return sums;
    }
  }
}
