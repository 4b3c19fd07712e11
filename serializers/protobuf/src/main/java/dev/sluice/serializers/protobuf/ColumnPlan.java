package dev.sluice.serializers.protobuf;

/**
 * The predictor that did best for a column when that was last looked at. Kept while it stays good:
 * reviewed after a number of chunks that doubles each time it is confirmed, and when a chunk turns
 * out larger than expected.
 */
final class ColumnPlan {
  private static final int MIN_INTERVAL = 16;
  private static final int MAX_INTERVAL = 256;

  int predictor;
  int reference;
  private int chunksLeft;
  private int interval = MIN_INTERVAL;
  private float bytesPerValue;

  boolean isDue() {
    return --chunksLeft < 0;
  }

  void decide(int newPredictor, int newReference, long bytes, int count) {
    boolean same = predictor == newPredictor && reference == newReference;
    interval = same ? Math.min(2 * interval, MAX_INTERVAL) : MIN_INTERVAL;
    chunksLeft = interval;
    predictor = newPredictor;
    reference = newReference;
    bytesPerValue = (float) bytes / count;
  }

  /** Asks for a review in the next chunk if this one's bytes are many more than expected. */
  void check(int bytes, int count) {
    if (bytes > bytesPerValue * count * 1.15f + 16) {
      chunksLeft = 0;
    }
  }
}
