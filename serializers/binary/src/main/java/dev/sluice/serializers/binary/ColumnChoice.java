package dev.sluice.serializers.binary;

/**
 * How a column was encoded best when that was last looked at. Kept while it stays good: reviewed
 * after a number of pages that doubles each time the choice is confirmed, and at once when a page
 * turns out larger than expected.
 */
final class ColumnChoice {
  private static final int MIN_INTERVAL = 16;
  private static final int MAX_INTERVAL = 256;

  int predictor;
  int reference;
  int packing;

  /** Width of a frame's values without exceptions, and blocks until it is looked at again. */
  int width;

  int blocks;

  /** For runs. */
  private ColumnChoice values;

  private ColumnChoice lengths;
  private int pagesLeft;
  private int interval = MIN_INTERVAL;

  /** Bytes a value took when this was chosen, and bytes a column may be larger before a review. */
  private float bytesPerValue;

  boolean isDue() {
    return --pagesLeft < 0;
  }

  boolean isWorse(int bytes, int count) {
    return bytes > bytesPerValue * count * 1.15f + 8;
  }

  void decide(int newPredictor, int newReference, int newPacking, int bytes, int count) {
    boolean same = predictor == newPredictor && reference == newReference && packing == newPacking;
    interval = same ? Math.min(2 * interval, MAX_INTERVAL) : MIN_INTERVAL;
    pagesLeft = interval;
    predictor = newPredictor;
    reference = newReference;
    packing = newPacking;
    bytesPerValue = (float) bytes / count;
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

  /** Before the column is tried with another predictor: what was learnt about its parts is void. */
  void forget() {
    blocks = 0;
    values().pagesLeft = 0;
    lengths().pagesLeft = 0;
  }
}
