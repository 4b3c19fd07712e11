package dev.sluice.support;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** What a scanner makes of some bytes. */
final class ScannedStream implements ChunkHandler {
  final List<byte[]> chunks = new ArrayList<>();
  final List<Long> positions = new ArrayList<>();
  final List<Damage> damages = new ArrayList<>();

  static ScannedStream of(byte[] bytes, int bytesPerRead) {
    return new ScannedStream()
        .scan(new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES), bytes, bytesPerRead);
  }

  static ScannedStream of(byte[] bytes) {
    return of(bytes, Integer.MAX_VALUE);
  }

  ScannedStream scan(ChunkScanner scanner, byte[] bytes, int bytesPerRead) {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    scanner.reset("stream", 0);
    try {
      while (scanner.fill((b, from, length) -> in.read(b, from, Math.min(length, bytesPerRead)))
          >= 0) {
        drain(scanner);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    scanner.end();
    drain(scanner);
    return this;
  }

  private void drain(ChunkScanner scanner) {
    while (scanner.next(this)) {
      // the handler has it
    }
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    chunks.add(chunk.toByteArray());
    positions.add(position.offset());
  }

  @Override
  public void damaged(Damage damage) {
    damages.add(damage);
  }

  /** Bytes of everything handed over; a scanner neither loses nor repeats any. */
  long bytes() {
    return chunks.stream().mapToLong(c -> c.length).sum()
        + damages.stream().mapToLong(Damage::length).sum();
  }

  List<String> reasons() {
    return damages.stream().map(Damage::reason).toList();
  }

  static byte[] chunk(long sequence, byte[] body) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + body.length + ChunkLayout.CRC_BYTES];
    System.arraycopy(body, 0, bytes, ChunkLayout.MAX_HEADER_BYTES, body.length);
    Accounting accounting = new Accounting.Builder(7).sequence(sequence).emitted(sequence).build();
    ChunkHeader header = ChunkHeader.of(200, body.length, 1, accounting);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header).toByteArray();
  }

  /** Makes the bytes a chunk with right magic, version, length and CRC. */
  static byte[] corrected(byte[] bytes) {
    int lengths = bytes.length - ChunkLayout.PEEK_BYTES << 8 | ChunkLayout.VERSION;
    return resealed(withLengths(bytes, lengths));
  }

  /** The beginning of a chunk that claims to be that long. */
  static byte[] claiming(byte[] begin, int length) {
    return withLengths(begin, length - ChunkLayout.PEEK_BYTES << 8 | ChunkLayout.VERSION);
  }

  private static byte[] withLengths(byte[] bytes, int lengths) {
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0, ChunkLayout.MAGIC)
        .putInt(4, lengths)
        .put(8, (byte) Integer.remainderUnsigned(lengths, 253));
    return bytes;
  }

  /** Gives the bytes a right CRC. */
  static byte[] resealed(byte[] bytes) {
    int crcAt = bytes.length - ChunkLayout.CRC_BYTES;
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(crcAt, ChunkLayout.crc(bytes, 0, crcAt));
    return bytes;
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
