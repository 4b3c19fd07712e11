package dev.sluice.serializers.binary;

/**
 * How a column was encoded best when that was last looked at. Kept while it stays good: reviewed
 * after a number of values that doubles each time the choice is confirmed, and sooner when pages
 * turn out larger or smaller than expected.
 */
final class ColumnChoice {
  /** Values after which a choice is reviewed: when it is new, in small pages and in large ones. */
  private static final int MIN_INTERVAL = 512;

  private static final int NEW_INTERVAL = 1024;

  /** The same when it was confirmed often. */
  private static final int MAX_INTERVAL = 32 * 1024;

  /** As {@link BinaryFormat#encoding} numbers it. */
  int encoding;

  /** For runs. */
  private ColumnChoice values;

  private ColumnChoice lengths;
  private int valuesLeft;
  private int interval = MIN_INTERVAL;

  /** Fewest and most bytes a value took when nothing clearly better was found; most sinks again. */
  private float least;

  private float most;

  /** Whether it is time to look again; counts the values that are about to be encoded. */
  boolean isDue(int count) {
    valuesLeft -= count;
    return valuesLeft < 0;
  }

  /**
   * Whether a page took so much more than expected that its data must have changed. If it took
   * somewhat more, or much less, the next page is looked at again.
   */
  boolean isSurprised(int bytes, int count) {
    float expected = most * count;
    if (bytes > expected * 1.1f + 2 || bytes < least * count * 0.7f - 2) {
      valuesLeft = 0;
    }
    return bytes > expected * 1.3f + 4;
  }

  /**
   * Takes a choice, which is looked at again the later the more often it was hardly better than the
   * one before.
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
