package dev.sluice.analysis;

import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;
import java.util.Arrays;

/**
 * An analysis of records: what it looks at, how its work can be divided, and how the parts of its
 * result are joined. It has no state; that is in its {@linkplain StageWorker workers}, each of
 * which has that of some keys. So the same stage runs in one thread or in several, see {@link
 * StageRun}. Thread-safe.
 *
 * @param <R> the result, or a part of it
 */
public interface Stage<R> {
  /**
   * The fields that it looks at. Records of types of which it looks at none are not handed over.
   */
  FieldSelection fields();

  /**
   * Tells the key of each row. The rows of one producer that have the same key go to one worker, in
   * the order in which they are in the stream; keys of two producers have nothing to do with each
   * other. By default all rows of a producer have one key.
   *
   * @param batch valid during the call only
   * @param keys for the first {@link ColumnBatch#rows} elements, all of which are written
   */
  default void keys(ColumnBatch batch, long[] keys) {
    Arrays.fill(keys, 0, batch.rows(), 0);
  }

  /** A worker without any state. */
  StageWorker<R> newWorker();

  /**
   * Joins the results of two workers, which are not used any more. Results are joined in the order
   * of the workers; which keys each of them had is not told.
   */
  R merge(R one, R other);
}
