package dev.sluice.support.wire;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The protocol of chunks on a TCP connection. From writer to reader go the chunks, byte for byte,
 * one after the other, and nothing else but a {@link TcpToken} before the first, where one is
 * agreed on; so what was sent on a connection is a file. From reader to writer go answers of {@link
 * #ANSWER_BYTES} bytes each, little-endian:
 *
 * <pre>
 * offset size
 *      0    4  magic 53 4C 41 CE ("SLA", then a byte that is no ASCII)
 *      4    1  version, 1
 *      5    1  kind: 0 alive, 1 acknowledged, 2 refused
 *      6    1  reason, only of a refusal: 1 damaged, 2 busy, 3 token, 4 no token; otherwise 0
 *      7    1  0
 *      8    8  producer id of the chunk acknowledged; otherwise 0
 *     16    8  sequence of the chunk acknowledged, at least 0; otherwise 0
 *     24    4  CRC32C of everything before
 * </pre>
 *
 * <p>Answers about chunks come in the order of the chunks. A reader sends some answer every {@link
 * #KEEP_ALIVE_SECONDS} s at least, so silence tells a writer that nobody is there.
 */
public final class TcpBinding {
  /** Number of bytes of an answer. */
  public static final int ANSWER_BYTES = 28;

  /** Maximum number of seconds between two answers. */
  public static final int KEEP_ALIVE_SECONDS = 5;

  private static final int MAGIC = 0xCE41_4C53;
  private static final int VERSION = 1;
  private static final int CRC_AT = ANSWER_BYTES - ChunkLayout.CRC_BYTES;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Kind of an answer. */
  public enum Kind {
    /** The reader is there. */
    ALIVE(0, 0),
    /** The reader's handler returned from the chunk. */
    ACKNOWLEDGED(1, 0),
    /**
     * The reader found bytes that are no chunk where it expected the first chunk that is neither
     * acknowledged nor refused. It continues after them.
     */
    DAMAGED(2, 1),
    /** The reader takes no more connections; it closes this one. */
    BUSY(2, 2),
    /** The reader requires a token and got none, or a wrong one; it closes the connection. */
    TOKEN(2, 3),
    /** The reader got a token and requires none; it closes the connection. */
    NO_TOKEN(2, 4);

    private final int kind;
    private final int reason;

    Kind(int kind, int reason) {
      this.kind = kind;
      this.reason = reason;
    }

    private static Kind of(int kind, int reason) throws MalformedChunkException {
      for (Kind known : values()) {
        if (known.kind == kind && known.reason == reason) {
          return known;
        }
      }
      throw new MalformedChunkException(
          5, "answer of kind " + kind + " and reason " + reason + " is not known");
    }
  }

  /**
   * An answer of the reader to the writer.
   *
   * @param kind what it says
   * @param producerId the producer of the chunk; 0 unless it is acknowledged
   * @param sequence the chunk's sequence; 0 unless it is acknowledged
   */
  public record Answer(Kind kind, long producerId, long sequence) {
    /** Returns an answer that belongs to no chunk. */
    public static Answer of(Kind kind) {
      return new Answer(kind, 0, 0);
    }

    /** Returns the acknowledgement of a chunk. */
    public static Answer acknowledged(long producerId, long sequence) {
      return new Answer(Kind.ACKNOWLEDGED, producerId, sequence);
    }

    /** Returns the {@link #ANSWER_BYTES} bytes of the answer. */
    public byte[] toByteArray() {
      byte[] b = new byte[ANSWER_BYTES];
      INT.set(b, 0, MAGIC);
      b[4] = VERSION;
      b[5] = (byte) kind.kind;
      b[6] = (byte) kind.reason;
      LONG.set(b, 8, producerId);
      LONG.set(b, 16, sequence);
      INT.set(b, CRC_AT, ChunkLayout.crc(b, 0, CRC_AT));
      return b;
    }

    /**
     * Reads and checks {@link #ANSWER_BYTES} bytes.
     *
     * @throws MalformedChunkException with the position, counted from {@code at}, and the reason
     */
    public static Answer parse(byte[] b, int at) throws MalformedChunkException {
      if ((int) INT.get(b, at) != MAGIC) {
        throw new MalformedChunkException(0, "no answer: wrong magic");
      }
      if (b[at + 4] != VERSION) {
        throw new MalformedChunkException(
            4, "answer of version " + (b[at + 4] & 0xff) + " is not known, only " + VERSION);
      }
      if (ChunkLayout.crc(b, at, at + CRC_AT) != (int) INT.get(b, at + CRC_AT)) {
        throw new MalformedChunkException(CRC_AT, "CRC32C of an answer does not match");
      }
      Kind kind = Kind.of(b[at + 5] & 0xff, b[at + 6] & 0xff);
      long producerId = (long) LONG.get(b, at + 8);
      long sequence = (long) LONG.get(b, at + 16);
      boolean aboutChunk = kind == Kind.ACKNOWLEDGED;
      if (b[at + 7] != 0 || sequence < 0 || !aboutChunk && (producerId | sequence) != 0) {
        throw new MalformedChunkException(7, "answer has bits that must be zero");
      }
      return new Answer(kind, producerId, sequence);
    }
  }

  private TcpBinding() {}
}
