package dev.sluice.serializers.protobuf;

/**
 * Best predictor of a column at its last review. It is kept while it stays good: reviewed after a
 * number of chunks that doubles each time it is confirmed, and when a chunk turns out larger than
 * expected.
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

  /** Requests a review in the next chunk if this chunk has many more bytes than expected. */
  void check(int bytes, int count) {
    if (bytes > bytesPerValue * count * 1.15f + 16) {
      chunksLeft = 0;
    }
  }
}
