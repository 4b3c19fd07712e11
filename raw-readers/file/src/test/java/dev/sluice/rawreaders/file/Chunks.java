package dev.sluice.rawreaders.file;

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
import java.util.Random;

/** Makes chunks with bodies of any bytes, and collects what a reader finds. */
final class Chunks implements ChunkHandler {
  final List<String> found = new ArrayList<>();
  final List<Damage> damages = new ArrayList<>();
  final List<SourcePosition> positions = new ArrayList<>();
  int acknowledged;

  static byte[] of(long producerId, long sequence, int bodyBytes) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + bodyBytes + ChunkLayout.CRC_BYTES];
    new Random(sequence).nextBytes(bytes);
    Accounting accounting =
        new Accounting.Builder(producerId).sequence(sequence).emitted(sequence).build();
    ChunkHeader header = ChunkHeader.of(200, bodyBytes, 1, accounting);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header).toByteArray();
  }

  /** Chunks of one producer, one after the other. */
  static byte[] range(long producerId, long from, int count, int bodyBytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (long i = from; i < from + count; i++) {
      out.writeBytes(of(producerId, i, bodyBytes));
    }
    return out.toByteArray();
  }

  /** What {@link #found} holds after such chunks. */
  static List<String> names(long producerId, long from, int count) {
    List<String> names = new ArrayList<>();
    for (long i = from; i < from + count; i++) {
      names.add(Long.toHexString(producerId) + "/" + i);
    }
    return names;
  }

  List<String> of(long producerId) {
    return found.stream().filter(n -> n.startsWith(Long.toHexString(producerId) + "/")).toList();
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    found.add(
        Long.toHexString(chunk.accounting().producerId()) + "/" + chunk.accounting().sequence());
    positions.add(position);
  }

  @Override
  public void damaged(Damage damage) {
    damages.add(damage);
  }

  @Override
  public void beforeAcknowledge() {
    acknowledged = found.size() + damages.size();
  }
}
