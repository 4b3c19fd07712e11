package dev.sluice.api.chunk;

/**
 * Accounting block of a chunk: its number and record counts, from which a consumer can prove
 * completeness.
 *
 * @param producerId random 64-bit id, drawn at each start of a collector
 * @param producerName name of the producer for people, at most {@value #MAX_NAME_BYTES} bytes of
 *     UTF-8, or null
 * @param sequence number of this chunk in the producer's stream, from 0
 * @param end whether this is the producer's last chunk
 * @param closeReason {@link CloseReason#number} of why this chunk was closed, 0 if it does not say
 * @param emitted records emitted so far: all rows sealed up to and with this chunk, and all drops
 *     before sealing
 * @param dropped records dropped so far, by cause
 * @param clockOffset nanoseconds to add to an instant of this chunk ({@code nanoTime}) for
 *     nanoseconds since the epoch; their sum reaches the year 2262
 * @param firstTime smallest record time in the chunk as stored (without {@code clockOffset});
 *     meaningless if {@code !hasTime}
 * @param lastTime largest record time in the chunk as stored
 * @param hasTime whether the chunk has a record with a record time
 * @param firstSequence the first of the chunks that this one replaces, the last being {@code
 *     sequence}; the same as {@code sequence} unless chunks were made one
 */
public record Accounting(
    long producerId,
    String producerName,
    long sequence,
    boolean end,
    int closeReason,
    long emitted,
    DropCounts dropped,
    long clockOffset,
    long firstTime,
    long lastTime,
    boolean hasTime,
    long firstSequence) {
  /** Maximum length of a producer name, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 64;

  /**
   * Returns the accounting of the first chunk of a producer that has emitted and dropped nothing.
   */
  public static Accounting of(long producerId) {
    return new Builder(producerId).build();
  }

  /** Returns whether this chunk replaces others of its producer. */
  public boolean isRange() {
    return firstSequence < sequence;
  }

  /** Returns the producer id as tools print it: 16 lower-case hexadecimal digits. */
  public String producer() {
    return Ids.print(producerId);
  }

  /** Returns a text that names the chunk's number and its {@link #producer}. */
  @Override
  public String toString() {
    return "Accounting[producerId=%s, producerName=%s, firstSequence=%d, sequence=%d, end=%b, emitted=%d, dropped=%s]"
        .formatted(producer(), producerName, firstSequence, sequence, end, emitted, dropped);
  }

  /** Builds an {@link Accounting}; values that are not set are 0, null or false. */
  public static final class Builder {
    private final long producerId;
    private String producerName;
    private long sequence;
    private boolean end;
    private int closeReason;
    private long emitted;
    private DropCounts dropped = DropCounts.NONE;
    private long clockOffset;
    private long firstTime;
    private long lastTime;
    private boolean hasTime;
    private long earlier;

    /** Begins the accounting of the producer with this id. */
    public Builder(long producerId) {
      this.producerId = producerId;
    }

    /** Sets the producer's name for people. */
    public Builder name(String value) {
      producerName = value;
      return this;
    }

    /** Sets the chunk's sequence number in the producer's stream, from 0. */
    public Builder sequence(long value) {
      sequence = value;
      return this;
    }

    /**
     * Sets the number of preceding chunks that this chunk replaces in addition to its own sequence
     * number.
     */
    public Builder replacing(long value) {
      earlier = value;
      return this;
    }

    /** Sets whether this is the producer's last chunk. */
    public Builder end(boolean value) {
      end = value;
      return this;
    }

    /** Sets the {@link CloseReason#number} of why the chunk was closed; 0 if unknown. */
    public Builder closeReason(int value) {
      closeReason = value;
      return this;
    }

    /** Sets the number of records emitted so far. */
    public Builder emitted(long value) {
      emitted = value;
      return this;
    }

    /** Sets the number of records dropped so far, by cause. */
    public Builder dropped(DropCounts value) {
      dropped = value;
      return this;
    }

    /** Sets the nanoseconds to add to an instant of the chunk for nanoseconds since the epoch. */
    public Builder clockOffset(long value) {
      clockOffset = value;
      return this;
    }

    /** Sets the smallest and the largest record time in the chunk. */
    public Builder times(long first, long last) {
      firstTime = first;
      lastTime = last;
      hasTime = true;
      return this;
    }

    /** Returns the accounting built from the values set so far. */
    public Accounting build() {
      return new Accounting(
          producerId,
          producerName,
          sequence,
          end,
          closeReason,
          emitted,
          dropped,
          clockOffset,
          firstTime,
          lastTime,
          hasTime,
          sequence - earlier);
    }
  }
}
