package dev.sluice.support.segment;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Makes chunks, and takes what a reader hands over. */
final class Chunks implements ChunkHandler {
  final List<String> found = new ArrayList<>();

  static Chunk of(long sequence) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + 100 + ChunkLayout.CRC_BYTES];
    Accounting accounting = new Accounting.Builder(0xab).sequence(sequence).build();
    ChunkHeader header = ChunkHeader.of(200, 100, 1, accounting);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }

  /** The bytes of all of them. */
  static byte[] bytes(Chunk... chunks) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Chunk chunk : chunks) {
      all.writeBytes(chunk.toByteArray());
    }
    return all.toByteArray();
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    found.add(position + " " + chunk.accounting().sequence());
  }

  @Override
  public void damaged(Damage damage) {
    found.add(damage.position() + " damage of " + damage.length());
  }
}
