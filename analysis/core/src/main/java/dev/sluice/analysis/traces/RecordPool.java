package dev.sluice.analysis.traces;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Blocks of records, each a {@code long[]} of {@link #WORDS} words a record; a block of the next
 * size is twice as large. What is given back is used again, up to a bound. For one thread.
 */
final class RecordPool {
  /** Words of a record. */
  static final int WORDS = 4;

  private static final int SMALLEST = 16;

  private final List<Deque<long[]>> free = new ArrayList<>();
  private final int keep;
  private int kept;

  /**
   * With nothing in it.
   *
   * @param keep for how many records blocks may wait to be used again
   */
  RecordPool(int keep) {
    this.keep = keep;
  }

  /** A block for the first records of a trace. Its content is not defined. */
  long[] take() {
    return take(0);
  }

  private long[] take(int size) {
    while (free.size() <= size) {
      free.add(new ArrayDeque<>());
    }
    long[] block = free.get(size).pollLast();
    if (block == null) {
      return new long[(SMALLEST << size) * WORDS];
    }
    kept -= records(block);
    return block;
  }

  /** A block twice as large with the same records, in exchange. */
  long[] grown(long[] block) {
    long[] larger = take(sizeOf(block) + 1);
    System.arraycopy(block, 0, larger, 0, block.length);
    give(block);
    return larger;
  }

  /** Takes a block back. */
  void give(long[] block) {
    if (kept + records(block) <= keep) {
      kept += records(block);
      free.get(sizeOf(block)).addLast(block);
    }
  }

  /** How many records the block has room for. */
  static int records(long[] block) {
    return block.length / WORDS;
  }

  private static int sizeOf(long[] block) {
    return Integer.numberOfTrailingZeros(records(block) / SMALLEST);
  }
}
