package dev.sluice.collectors;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;

/**
 * A batch that may be too much for one chunk: a prefix of its rows is shown to the encoder, rows
 * can be taken out, and the remaining rows move to the front. Pump only.
 */
final class PendingBatch {
  private final RowBatch shown;
  private int words;
  private int rows;

  PendingBatch(RowBatch batch) {
    this.shown = batch;
  }

  /** Returns the rows to be encoded next. */
  RowBatch shown() {
    return shown;
  }

  /** Starts from all rows of the batch, at most {@code maxRows} of them shown. */
  void begin(int maxRows) {
    words = shown.length();
    rows = shown.rows();
    if (rows > maxRows) {
      show(maxRows);
    }
  }

  /** Shows only the first {@code count} rows. */
  void show(int count) {
    int length = offset(count);
    shown.clear();
    shown.append(shown.words, 0, length, count);
  }

  /** Removes one of the shown rows. */
  void remove(int row) {
    int count = shown.rows() - 1;
    int at = offset(row);
    int length = RowLayout.words(shown.words[at]);
    System.arraycopy(shown.words, at + length, shown.words, at, words - at - length);
    words -= length;
    rows--;
    show(count);
  }

  /** Removes all shown rows; the batch then has the rows that were not shown. */
  void end() {
    int from = shown.length();
    int left = rows - shown.rows();
    shown.clear();
    shown.append(shown.words, from, words - from, left);
  }

  /** Returns the type id of one of the shown rows. */
  int typeId(int row) {
    return RowLayout.typeId(shown.words[offset(row)]);
  }

  /**
   * Sets the smallest and largest record time of the shown rows in an accounting, if a row has one.
   *
   * @param timeWords by type id, the word of the record time, 0 for none
   */
  void addTimes(Accounting.Builder accounting, int[] timeWords) {
    final long[] rowWords = shown.words;
    final int end = shown.length();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int at = 0; at < end; ) {
      final long header = rowWords[at];
      final int word = timeWords[RowLayout.typeId(header)];
      if (word != 0) {
        final long time = rowWords[at + word];
        min = Math.min(min, time);
        max = Math.max(max, time);
      }
      at += RowLayout.words(header);
    }
    if (min <= max) {
      accounting.times(min, max);
    }
  }

  private int offset(int row) {
    int at = 0;
    for (int i = 0; i < row; i++) {
      at += RowLayout.words(shown.words[at]);
    }
    return at;
  }
}
