package dev.sluice.streams;

/**
 * How far a producer's chunks were handled. Sequences and not offsets, because they mean the same
 * on every medium and in every partition, so that a chunk is neither missed nor repeated when a key
 * strategy spreads a producer over partitions or when segments are deleted.
 *
 * @param producerId the producer
 * @param delivered records of the chunks handled
 * @param sequences the chunks handled, as ranges: {@code 0-99}, or with gaps {@code
 *     0-99,105,107-200}
 */
public record Position(long producerId, long delivered, String sequences) {
  /** Checks the ranges. */
  public Position {
    SequenceSet.parse(sequences);
    if (delivered < 0) {
      throw new IllegalArgumentException("delivered must be >= 0, was " + delivered);
    }
  }
}
