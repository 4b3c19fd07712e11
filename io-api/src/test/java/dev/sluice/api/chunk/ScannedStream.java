package dev.sluice.api.chunk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    Accounting accounting =
        new Accounting(7, null, sequence, false, sequence, DropCounts.NONE, 0, 0, 0, false);
    ChunkHeader header = new ChunkHeader(200, 0, 0, body.length, 1, 0, accounting, 0);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header).toByteArray();
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
