package dev.sluice.api.chunk;

/**
 * What a chunk says about its producer, so that a consumer can prove completeness.
 *
 * @param producerId random 64-bit id, drawn at each start of a collector
 * @param producerName name of the producer, at most {@value #MAX_NAME_BYTES} bytes of UTF-8, or
 *     null
 * @param sequence number of this chunk in the producer's stream, from 0
 * @param end whether this is the producer's last chunk
 * @param emitted records emitted so far: all rows sealed up to and with this chunk, and all drops
 *     before sealing
 * @param dropped records dropped so far, by cause
 * @param clockOffset nanoseconds to add to an instant of this chunk ({@code nanoTime}) for
 *     nanoseconds since the epoch
 * @param firstTime smallest record time in the chunk as stored (without {@code clockOffset});
 *     meaningless if {@code !hasTime}
 * @param lastTime largest record time in the chunk as stored
 * @param hasTime whether the chunk has a record with a record time
 */
public record Accounting(
    long producerId,
    String producerName,
    long sequence,
    boolean end,
    long emitted,
    DropCounts dropped,
    long clockOffset,
    long firstTime,
    long lastTime,
    boolean hasTime) {
  /** Longest producer name, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 64;

  /** The producer id as tools print it: 16 lower-case hexadecimal digits. */
  public String producer() {
    return String.format("%016x", producerId);
  }
}
