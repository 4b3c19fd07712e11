package dev.sluice.serializers.binary;

/**
 * How a column was encoded best when that was last looked at. Kept while it stays good: reviewed
 * after a number of values that doubles each time the choice is confirmed, and at once when a page
 * turns out larger than expected.
 */
final class ColumnChoice {
  /** Values after which a choice is reviewed, when it is new and when it was confirmed often. */
  private static final int MIN_INTERVAL = 1024;

  private static final int MAX_INTERVAL = 32 * 1024;

  int predictor;
  int reference;
  int packing;

  /** For runs. */
  private ColumnChoice values;

  private ColumnChoice lengths;
  private int valuesLeft;
  private int interval = MIN_INTERVAL;

  /** Bytes a value took when this was chosen. */
  private float bytesPerValue;

  /** Whether it is time to look again; counts the values that are about to be encoded. */
  boolean isDue(int count) {
    valuesLeft -= count;
    return valuesLeft < 0;
  }

  /** Takes a choice, which is looked at again the later the more often it was the same. */
  void decide(int newPredictor, int newReference, int newPacking) {
    boolean same = predictor == newPredictor && reference == newReference && packing == newPacking;
    interval = same ? Math.min(2 * interval, MAX_INTERVAL) : MIN_INTERVAL;
    valuesLeft = interval;
    predictor = newPredictor;
    reference = newReference;
    packing = newPacking;
  }

  /** Notes what the choice took when it was made. */
  void expect(int bytes, int count) {
    bytesPerValue = (float) bytes / count;
  }

  /** Notes what it took later: much more or much less says that the data has changed. */
  void observe(int bytes, int count) {
    float expected = bytesPerValue * count;
    if (bytes > expected * 1.1f + 4 || bytes < expected * 0.7f - 4) {
      valuesLeft = 0;
    }
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
