package dev.sluice.analysis;

import java.util.Arrays;

/**
 * Rows of a chunk's batches as runs. For one thread. In words: for each batch that has some, its
 * index, the number of runs, and of each run the first row and the one behind the last.
 */
final class RowRuns {
  private int[] words = new int[64];
  private int length;
  private int head;

  boolean isEmpty() {
    return length == 0;
  }

  /** Adds rows behind all others. */
  void add(int batch, int from, int to) {
    boolean same = length > 0 && words[head] == batch;
    if (same && words[length - 1] == from) {
      words[length - 1] = to;
      return;
    }
    if (words.length < length + 4) {
      words = Arrays.copyOf(words, words.length * 2);
    }
    if (!same) {
      head = length;
      words[length++] = batch;
      words[length++] = 0;
    }
    words[head + 1]++;
    words[length++] = from;
    words[length++] = to;
  }

  /** The words; there are no runs afterwards. */
  int[] take() {
    int[] taken = Arrays.copyOf(words, length);
    length = 0;
    return taken;
  }

  /**
   * Lists the rows of a batch.
   *
   * @param at where its number of runs stands
   * @return how many rows there are
   */
  static int rows(int[] words, int at, int[] rows) {
    int count = 0;
    for (int run = at + 1; run < behind(words, at); run += 2) {
      for (int row = words[run]; row < words[run + 1]; row++) {
        rows[count++] = row;
      }
    }
    return count;
  }

  /** Where the next batch stands. */
  static int behind(int[] words, int at) {
    return at + 1 + 2 * words[at];
  }
}
