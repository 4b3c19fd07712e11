package dev.sluice.distributed;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageWorker;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Of each producer, type and key what depends on every value of every record and on their order: a
 * record that is lost, doubled or out of order changes it. The key is the first field.
 */
class HashStage implements Stage<Map<String, Long>> {
  private final FieldSelection fields;

  HashStage(FieldSelection fields) {
    this.fields = fields;
  }

  @Override
  public FieldSelection fields() {
    return fields;
  }

  @Override
  public void keys(ColumnBatch batch, long[] keys) {
    for (int row = 0; row < batch.rows(); row++) {
      keys[row] = key(batch, row);
    }
  }

  private static long key(ColumnBatch batch, int row) {
    return batch.type().fields().isEmpty() ? 0 : value(batch, 0, row) & 0x3f;
  }

  private static long value(ColumnBatch batch, int field, int row) {
    FieldType type = batch.type().fields().get(field).type();
    long cell = batch.values()[batch.start(field) + row];
    if (type.isText()) {
      return Objects.hashCode(batch.text(cell));
    }
    return type.hasContent() ? Arrays.hashCode(batch.bytes(field, row)) : cell;
  }

  @Override
  public StageWorker<Map<String, Long>> newWorker() {
    return new Worker();
  }

  @Override
  public Map<String, Long> merge(Map<String, Long> one, Map<String, Long> other) {
    Map<String, Long> all = new TreeMap<>(one);
    other.forEach(
        (key, value) ->
            all.merge(
                key,
                value,
                (a, b) -> {
                  // Only what each worker is told of may be in both, and is the same.
                  if (!key.startsWith("chunks") || !a.equals(b)) {
                    throw new IllegalStateException(key + " is in two parts: " + a + ", " + b);
                  }
                  return a;
                }));
    return all;
  }

  private final class Worker implements StageWorker<Map<String, Long>> {
    private final Map<String, Long> hashes = new TreeMap<>();
    private final int[] ordinals = new int[ColumnCursor.MAX_ROWS];
    private long producer;

    @Override
    public void chunk(Accounting accounting) {
      producer = accounting.producerId();
      hashes.merge("chunks " + producer, accounting.sequence() + 1, (old, now) -> old * 31 + now);
    }

    @Override
    public void rows(ColumnBatch batch, int[] rows, int count) {
      batch.ordinals(ordinals);
      for (int i = 0; i < (rows == null ? batch.rows() : count); i++) {
        int row = rows == null ? i : rows[i];
        long hash = ordinals[row];
        for (int field = 0; field < batch.type().fields().size(); field++) {
          Field of = batch.type().fields().get(field);
          if (fields.contains(batch.type(), of)) {
            hash = 31 * hash + 7 * of.name().hashCode() + value(batch, field, row);
          }
        }
        String key = producer + " " + batch.type().name() + " " + key(batch, row);
        hashes.merge(key, hash, (old, now) -> old * 31 + now);
      }
    }

    @Override
    public Map<String, Long> finish() {
      return hashes;
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(hashes.size());
      for (Map.Entry<String, Long> entry : hashes.entrySet()) {
        out.writeUTF(entry.getKey());
        out.writeLong(entry.getValue());
      }
    }

    @Override
    public void read(DataInput in) throws IOException {
      for (int count = in.readInt(); count > 0; count--) {
        hashes.put(in.readUTF(), in.readLong());
      }
    }
  }
}
