package dev.sluice.it.fuzz;

import static dev.sluice.it.fuzz.HostileDecoding.require;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.support.ChunkScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * Scans bytes that anybody may have sent and checks that each is part of a chunk or of a damage, in
 * order, once.
 */
final class HostileStream implements ChunkHandler {
  private final int maxChunkBytes;
  private final ChunkScanner scanner;
  private long position;
  private long hash;

  HostileStream(int maxChunkBytes) {
    this.maxChunkBytes = maxChunkBytes;
    this.scanner = new ChunkScanner(maxChunkBytes);
  }

  /** Gives everything that has the length of a chunk a right CRC, so that its header is read. */
  void correct(byte[] stream) {
    ByteBuffer bytes = ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + ChunkLayout.MIN_CHUNK_BYTES <= stream.length; at++) {
      int length = ChunkLayout.claimedLength(stream, at, maxChunkBytes);
      if (length > 0 && length <= stream.length - at) {
        int crcAt = at + length - ChunkLayout.CRC_BYTES;
        bytes.putInt(crcAt, ChunkLayout.crc(stream, at, crcAt));
        at += length - 1;
      }
    }
  }

  /**
   * Scans the bytes.
   *
   * @param step bytes that come at a time
   * @param between done with the scanner when it waits for more
   * @return a number for what was found
   */
  long scan(byte[] stream, int step, Consumer<ChunkScanner> between) {
    int[] next = {0};
    ChunkScanner.Source source =
        (into, from, length) -> {
          int count = Math.min(Math.min(step, length), stream.length - next[0]);
          System.arraycopy(stream, next[0], into, from, count);
          next[0] += count;
          return count == 0 ? -1 : count;
        };
    position = 0;
    hash = 0;
    scanner.reset("fuzz", 0);
    try {
      while (scanner.fill(source) >= 0) {
        drain();
        between.accept(scanner);
        drain();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    scanner.end();
    drain();
    require(position == stream.length, "bytes are left over", null);
    return hash;
  }

  private void drain() {
    boolean more = true;
    while (more) {
      more = scanner.next(this);
    }
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition start) {
    add(start, chunk.length(), chunk.header().hashCode());
  }

  @Override
  public void damaged(Damage damage) {
    boolean whole = damage.bytes().length == Math.min(damage.length(), maxChunkBytes);
    require(whole, "damage comes without its bytes", null);
    add(damage.position(), damage.length(), damage.reason().hashCode());
  }

  private void add(SourcePosition start, long length, int value) {
    require(start.offset() == position && length > 0, "not in order", null);
    position += length;
    hash = hash * 31 + length * 17 + value;
  }
}
