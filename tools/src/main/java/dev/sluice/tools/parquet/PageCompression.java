package dev.sluice.tools.parquet;

import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** The bodies of pages as gzip files, RFC 1952, which is the JDK's only codec that Parquet has. */
final class PageCompression implements AutoCloseable {
  /** Parquet's number for it. */
  static final int GZIP = 2;

  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0};

  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
  private final byte[] buffer = new byte[1 << 16];
  private final Bytes packed = new Bytes();

  /** Returns the compressed bytes, valid until the next call. */
  Bytes compress(Bytes plain) {
    packed.clear();
    packed.put(HEADER);
    deflater.reset();
    deflater.setInput(plain.array(), 0, plain.size());
    deflater.finish();
    while (!deflater.finished()) {
      packed.put(buffer, 0, deflater.deflate(buffer));
    }
    CRC32 crc = new CRC32();
    crc.update(plain.array(), 0, plain.size());
    return packed.little(crc.getValue(), Integer.BYTES).little(plain.size(), Integer.BYTES);
  }

  /** Frees native memory. */
  @Override
  public void close() {
    deflater.end();
  }
}
