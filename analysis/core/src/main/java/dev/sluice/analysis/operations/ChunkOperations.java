package dev.sluice.analysis.operations;

import dev.sluice.api.record.ColumnBatch;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * From ids of texts in a chunk to numbers of operations: each text is looked up once a chunk. For
 * one thread.
 */
public final class ChunkOperations {
  private final Operations operations;
  private final IntConsumer met;

  /**
   * By id of the text: the number of the chunk in the upper half, of the operation in the lower.
   */
  private long[] known = {};

  private int chunk;

  /** For the operations of that table. */
  public ChunkOperations(Operations operations) {
    this(operations, id -> {});
  }

  /** The same; {@code met} is told the number of each operation of a chunk, once at least. */
  public ChunkOperations(Operations operations, IntConsumer met) {
    this.operations = operations;
    this.met = met;
  }

  /** The next batch is of another chunk, whose ids have other meanings. */
  public void nextChunk() {
    if (++chunk == 0) {
      Arrays.fill(known, 0);
      chunk = 1;
    }
  }

  /** Prepares for the ids of a batch; before {@link #id} is called for it. */
  public void batch(ColumnBatch batch) {
    int ids = batch.maxId() - batch.minId() + 1;
    if (known.length < ids) {
      known = Arrays.copyOf(known, Math.max(ids, known.length * 2));
    }
  }

  /** The number of the operation that is called as the text with that id. */
  public int id(ColumnBatch batch, long text) {
    int index = (int) text - batch.minId();
    long entry = known[index];
    return (int) (entry >>> 32) == chunk ? (int) entry : lookUp(batch, text, index);
  }

  private int lookUp(ColumnBatch batch, long text, int index) {
    int id = operations.id(batch.text(text));
    known[index] = (long) chunk << 32 | id;
    met.accept(id);
    return id;
  }
}
