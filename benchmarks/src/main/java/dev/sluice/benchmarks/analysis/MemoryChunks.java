package dev.sluice.benchmarks.analysis;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Hands out chunks that are in memory, one a poll. */
final class MemoryChunks implements RawReader {
  private final List<Chunk> chunks;
  private int next;

  MemoryChunks(List<Chunk> chunks) {
    this.chunks = chunks;
  }

  /** Copies of all chunks of a file. */
  static List<Chunk> of(String file) throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    try (RecordStream stream =
        RecordStream.builder("file:" + file)
            .fields((type, field) -> false)
            .chunkListener(chunk -> chunks.add(chunk.copy()))
            .open()) {
      stream.drainColumns((batch, chunk) -> {});
    }
    return chunks;
  }

  @Override
  public int poll(ChunkHandler handler, Duration timeout) throws IOException {
    if (exhausted()) {
      return 0;
    }
    handler.chunk(chunks.get(next), new SourcePosition("memory", next));
    handler.beforeAcknowledge();
    next++;
    return 1;
  }

  @Override
  public boolean exhausted() {
    return next == chunks.size();
  }

  @Override
  public boolean isEndless() {
    return false;
  }

  @Override
  public void wakeup() {
    // It never waits.
  }

  @Override
  public void close() {
    // The chunks are the caller's.
  }
}
