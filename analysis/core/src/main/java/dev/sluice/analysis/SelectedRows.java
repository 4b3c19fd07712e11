package dev.sluice.analysis;

import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import java.util.stream.IntStream;

/** The rows of a batch that a worker is given: some, or all if they are null. Any thread. */
public final class SelectedRows {
  private static final int[] ALL = IntStream.range(0, ColumnCursor.MAX_ROWS).toArray();

  private SelectedRows() {}

  /** Returns the numbers of the rows, of which {@link #count} are valid; not to be changed. */
  public static int[] of(ColumnBatch batch, int[] selected) {
    if (selected != null) {
      return selected;
    }
    return batch.rows() <= ALL.length ? ALL : IntStream.range(0, batch.rows()).toArray();
  }

  /** Returns how many rows there are. */
  public static int count(ColumnBatch batch, int[] selected, int count) {
    return selected == null ? batch.rows() : count;
  }
}
