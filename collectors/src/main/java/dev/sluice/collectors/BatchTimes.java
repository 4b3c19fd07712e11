package dev.sluice.collectors;

import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;

/** The smallest and largest record time of a batch. Pump only. */
final class BatchTimes {
  private long first;
  private long last;
  private boolean any;

  /**
   * Looks at all rows. {@code timeWords} has by type id the word of the record time, 0 for none.
   */
  BatchTimes of(RowBatch batch, int[] timeWords) {
    final long[] words = batch.words;
    final int end = batch.length();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int at = 0; at < end; ) {
      final long header = words[at];
      final int word = timeWords[RowLayout.typeId(header)];
      if (word != 0) {
        final long time = words[at + word];
        min = Math.min(min, time);
        max = Math.max(max, time);
      }
      at += RowLayout.words(header);
    }
    any = min <= max;
    first = any ? min : 0;
    last = any ? max : 0;
    return this;
  }

  long first() {
    return first;
  }

  long last() {
    return last;
  }

  boolean any() {
    return any;
  }
}
