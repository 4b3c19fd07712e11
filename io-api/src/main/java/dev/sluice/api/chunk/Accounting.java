package dev.sluice.api.chunk;

/**
 * What a chunk says about its producer's records, so that a consumer can prove completeness.
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
  /** Longest producer name, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 64;

  /** The first chunk of a producer that has emitted and dropped nothing, and nothing else. */
  public static Accounting of(long producerId) {
    return new Builder(producerId).build();
  }

  /** Whether this chunk replaces others of its producer. */
  public boolean isRange() {
    return firstSequence < sequence;
  }

  /** The producer id as tools print it: 16 lower-case hexadecimal digits. */
  public String producer() {
    return Ids.print(producerId);
  }

  /** Which chunk of which {@link #producer} it is of. */
  @Override
  public String toString() {
    return "Accounting[producerId=%s, producerName=%s, firstSequence=%d, sequence=%d, end=%b, emitted=%d, dropped=%s]"
        .formatted(producer(), producerName, firstSequence, sequence, end, emitted, dropped);
  }

  /** Sets what is not 0, null or false. */
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

    /** Accounting of that producer. */
    public Builder(long producerId) {
      this.producerId = producerId;
    }

    /** The producer's name for people. */
    public Builder name(String value) {
      producerName = value;
      return this;
    }

    /** The chunk's number, from 0. */
    public Builder sequence(long value) {
      sequence = value;
      return this;
    }

    /** How many chunks right before it this one replaces beside its own. */
    public Builder replacing(long value) {
      earlier = value;
      return this;
    }

    /** Whether it is the last chunk. */
    public Builder end(boolean value) {
      end = value;
      return this;
    }

    /** The {@link CloseReason#number}. */
    public Builder closeReason(int value) {
      closeReason = value;
      return this;
    }

    /** Records emitted so far. */
    public Builder emitted(long value) {
      emitted = value;
      return this;
    }

    /** Records dropped so far. */
    public Builder dropped(DropCounts value) {
      dropped = value;
      return this;
    }

    /** Nanoseconds from instants to the epoch's. */
    public Builder clockOffset(long value) {
      clockOffset = value;
      return this;
    }

    /** Smallest and largest record time. */
    public Builder times(long first, long last) {
      firstTime = first;
      lastTime = last;
      hasTime = true;
      return this;
    }

    /** The accounting. */
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
