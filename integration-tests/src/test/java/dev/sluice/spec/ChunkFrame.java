package dev.sluice.spec;

import dev.sluice.api.chunk.ChunkLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What is before and behind the header's variable part, for bytes that a test has changed. */
public final class ChunkFrame {
  private ChunkFrame() {}

  /** Makes bytes of any kind a chunk with right magic, version, length and CRC. */
  public static void correct(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int lengths = bytes.length - ChunkLayout.PEEK_BYTES << 8 | ChunkLayout.VERSION;
    buffer
        .putInt(0, ChunkLayout.MAGIC)
        .putInt(4, lengths)
        .put(8, (byte) Integer.remainderUnsigned(lengths, 253));
    correctCrc(bytes);
  }

  /** Gives bytes that are a chunk the right CRC. */
  public static void correctCrc(byte[] bytes) {
    int crcAt = bytes.length - ChunkLayout.CRC_BYTES;
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(crcAt, ChunkLayout.crc(bytes, 0, crcAt));
  }
}
