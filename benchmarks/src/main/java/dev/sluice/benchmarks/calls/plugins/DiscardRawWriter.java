package dev.sluice.benchmarks.calls.plugins;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Acknowledges every chunk at once. A copy of its bytes stays in memory, outside of the heap, and
 * is written to a file when the writer is closed: who counts what arrived decodes that, when
 * nothing is measured any more. Thread-safe.
 */
final class DiscardRawWriter implements RawWriter {
  private static final int BLOCK_BYTES = 1 << 22;

  private final Path file;
  private final List<ByteBuffer> blocks = new ArrayList<>();
  private ByteBuffer block = ByteBuffer.allocate(0);

  DiscardRawWriter(Path file) {
    this.file = file;
  }

  @Override
  public int maxChunkBytes() {
    return Math.min(BLOCK_BYTES, ChunkLayout.MAX_CHUNK_BYTES);
  }

  @Override
  public synchronized void write(Chunk chunk, Completion completion) {
    if (block.remaining() < chunk.length()) {
      block = ByteBuffer.allocateDirect(BLOCK_BYTES);
      blocks.add(block);
    }
    block.put(chunk.array(), chunk.offset(), chunk.length());
    completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
  }

  @Override
  public void flush() {}

  @Override
  public synchronized void close(Duration timeout) {
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (ByteBuffer kept : blocks) {
        kept.flip();
        while (kept.hasRemaining()) {
          out.write(kept);
        }
      }
      blocks.clear();
      block = ByteBuffer.allocate(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
