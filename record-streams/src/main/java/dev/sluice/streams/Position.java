package dev.sluice.streams;

/**
 * How far a producer's chunks were handled. Sequences and not offsets, because they mean the same
 * on every medium and in every partition, so that a chunk is neither missed nor repeated when a key
 * strategy spreads a producer over partitions or when segments are deleted.
 *
 * @param producerId the producer
 * @param delivered records of the chunks handled
 * @param sequences the chunks handled, as ranges: {@code 0-99}, or with gaps {@code
 *     0-99,105,107-200}. Where there are many gaps, 2048 sequences are 512 hexadecimal digits
 *     behind the first of them, its bit being the highest of the first digit: {@code 4096:8f…}. If
 *     the sequences up to 6143 that are not listed may have been handled or not, {@code ?6143,} is
 *     in front. Empty if none was handled whole
 * @param part the chunk of which a part was handled, or null
 */
public record Position(long producerId, long delivered, String sequences, Part part) {
  /** Checks the number; the ranges are checked by the stream that starts from here. */
  public Position {
    if (delivered < 0) {
      throw new IllegalArgumentException("delivered must be >= 0, was " + delivered);
    }
  }

  /** Between two chunks. */
  public Position(long producerId, long delivered, String sequences) {
    this(producerId, delivered, sequences, null);
  }

  /**
   * The first records of a chunk, in the order in which they are handed over with the same fields
   * and range of time.
   *
   * @param sequence the chunk
   * @param records how many of them were handled, at least 1
   * @param rejected how many of these could not be read
   */
  public record Part(long sequence, int records, int rejected) {
    /** Checks the numbers. */
    public Part {
      if (sequence < 0 || records < 1 || rejected < 0 || rejected > records) {
        throw new IllegalArgumentException(
            "no part of a chunk: " + sequence + " " + records + " " + rejected);
      }
    }
  }
}
