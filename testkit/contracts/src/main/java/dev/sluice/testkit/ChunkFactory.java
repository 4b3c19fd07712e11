package dev.sluice.testkit;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import java.time.Instant;
import java.util.Random;

/**
 * Factory of the chunks of one producer, in sequence, with a correct header and CRC and bodies that
 * no serializer knows. For one thread.
 */
public final class ChunkFactory {
  /** Serializer id that is free to use. */
  public static final int SERIALIZER_ID = 200;

  private final long producerId;
  private final String name;
  private final Random random;
  private long sequence;
  private long emitted;

  /**
   * Creates the factory of a producer.
   *
   * @param producerId also seeds the bodies, so equal calls make equal bytes
   * @param name may be null
   */
  public ChunkFactory(long producerId, String name) {
    this.producerId = producerId;
    this.name = name;
    this.random = new Random(producerId);
  }

  /** Returns the next chunk, of one record and 16 random bytes. */
  public Chunk next() {
    return next(1, 16);
  }

  /** Returns the next chunk, with a random body. */
  public Chunk next(int records, int bodyBytes) {
    return chunk(records, bodyBytes, false);
  }

  /** Returns the next chunk, of one record that was made at this time. */
  public Chunk at(Instant time) {
    long nanos = time.getEpochSecond() * 1_000_000_000 + time.getNano();
    // As stored, a time is that of a monotonic clock; any offset will do.
    long offset = random.nextLong() >> 8;
    return chunk(1, 16, accounting(1, false, offset, nanos - offset, true));
  }

  /** Returns the next chunk, of exactly {@code bytes} bytes from magic to CRC. */
  public Chunk ofLength(int bytes) {
    int overhead = again(chunk(1, 0, false)).length();
    Chunk chunk = next(1, bytes - overhead);
    while (chunk.length() != bytes) {
      // Now and then a random body needs a mask, which takes four bytes more.
      again(chunk);
      chunk = next(1, bytes - overhead);
    }
    return chunk;
  }

  /** Returns a new chunk with the sequence number of the given one. */
  private Chunk again(Chunk chunk) {
    sequence--;
    emitted--;
    return chunk;
  }

  /** Returns the last chunk, without records and with the end flag. */
  public Chunk end() {
    return chunk(0, 0, true);
  }

  private Chunk chunk(int records, int bodyBytes, boolean end) {
    return chunk(records, bodyBytes, accounting(records, end, 0, 0, false));
  }

  private Accounting accounting(
      int records, boolean end, long clockOffset, long time, boolean hasTime) {
    emitted += records;
    Accounting.Builder accounting =
        new Accounting.Builder(producerId)
            .name(name)
            .sequence(sequence++)
            .end(end)
            .emitted(emitted)
            .clockOffset(clockOffset);
    return (hasTime ? accounting.times(time, time) : accounting).build();
  }

  private Chunk chunk(int records, int bodyBytes, Accounting accounting) {
    byte[] body = new byte[bodyBytes];
    random.nextBytes(body);
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + bodyBytes + ChunkLayout.CRC_BYTES];
    System.arraycopy(body, 0, bytes, ChunkLayout.MAX_HEADER_BYTES, bodyBytes);
    return ChunkLayout.seal(
        bytes,
        ChunkLayout.MAX_HEADER_BYTES,
        ChunkHeader.of(SERIALIZER_ID, bodyBytes, records, accounting));
  }
}
