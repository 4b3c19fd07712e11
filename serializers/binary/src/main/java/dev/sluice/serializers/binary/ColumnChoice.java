package dev.sluice.serializers.binary;

/**
 * Best encoding of a column when it was last reviewed. It is kept while it stays good: reviewed
 * after a number of values that doubles each time the choice is confirmed, and sooner when pages
 * turn out larger or smaller than expected.
 */
final class ColumnChoice {
  /**
   * Minimum number of values after which a choice is reviewed: for a new choice, in small pages and
   * in large ones.
   */
  private static final int MIN_INTERVAL = 512;

  private static final int NEW_INTERVAL = 1024;

  /**
   * Maximum number of values after which a choice is reviewed that was confirmed often: in small
   * pages and in large ones.
   */
  private static final int MAX_INTERVAL = 32 * 1024;

  /** Encoding, numbered as in {@link BinaryFormat#encoding}. */
  int encoding;

  /** Choice for the values of runs. */
  private ColumnChoice values;

  private ColumnChoice lengths;
  private int valuesLeft;
  private int interval = MIN_INTERVAL;

  /**
   * Smallest and largest number of bytes of a value when nothing clearly better was found; the
   * largest sinks again.
   */
  private float least;

  private float most;

  /** Returns whether a review is due; counts the values that are about to be encoded. */
  boolean isDue(int count) {
    valuesLeft -= count;
    return valuesLeft < 0;
  }

  /**
   * Returns whether a page took much more bytes than expected, which means that its data changed.
   * If it took somewhat more, or much less, the next page is reviewed.
   */
  boolean isSurprised(int bytes, int count) {
    float expected = most * count;
    if (bytes > expected * 1.1f + 2 || bytes < least * count * 0.7f - 2) {
      valuesLeft = 0;
    }
    return bytes > expected * 1.3f + 4;
  }

  /**
   * Sets a choice; the next review comes later if the choice is hardly better than the one before.
   *
   * @param chosen bytes that the page took as chosen before
   * @param bytes bytes that it takes now
   */
  void decide(int best, int chosen, int bytes, int count) {
    float perValue = (float) bytes / count;
    if (chosen - bytes <= bytes >> 4) {
      interval = Math.min(2 * interval, MAX_INTERVAL);
      least = Math.min(least, perValue);
      float weight = Math.min(1, (float) count / NEW_INTERVAL);
      most = Math.max(most + (perValue - most) * weight, perValue);
    } else {
      interval = Math.max(MIN_INTERVAL, Math.min(count, NEW_INTERVAL));
      least = perValue;
      most = perValue;
    }
    valuesLeft = interval;
    encoding = best;
  }

  ColumnChoice values() {
    if (values == null) {
      values = new ColumnChoice();
    }
    return values;
  }

  ColumnChoice lengths() {
    if (lengths == null) {
      lengths = new ColumnChoice();
    }
    return lengths;
  }
}
