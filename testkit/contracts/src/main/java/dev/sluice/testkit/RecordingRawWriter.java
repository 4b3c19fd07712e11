package dev.sluice.testkit;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Raw writer that keeps a copy of every chunk in memory and acknowledges it immediately.
 * Thread-safe.
 */
public final class RecordingRawWriter implements RawWriter {
  private final List<Chunk> chunks = new CopyOnWriteArrayList<>();
  private final int maxChunkBytes;
  private volatile boolean closed;

  /** Creates a writer that takes chunks of any size. */
  public RecordingRawWriter() {
    this(ChunkLayout.MAX_CHUNK_BYTES);
  }

  /** Creates a writer that rejects larger chunks for good. */
  public RecordingRawWriter(int maxChunkBytes) {
    this.maxChunkBytes = maxChunkBytes;
  }

  @Override
  public int maxChunkBytes() {
    return maxChunkBytes;
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException {
    boolean fits = chunk.length() <= maxChunkBytes;
    synchronized (this) {
      if (closed) {
        throw new IOException("closed");
      }
      if (fits) {
        chunks.add(copy(chunk));
      }
    }
    completion.completed(
        chunk,
        fits ? Completion.Outcome.ACKNOWLEDGED : Completion.Outcome.FAILED,
        fits ? null : new IOException("larger than " + maxChunkBytes));
  }

  /** Returns a copy of a chunk, and checks that the chunk is sound. */
  static Chunk copy(Chunk chunk) {
    byte[] bytes = chunk.toByteArray();
    try {
      return ChunkLayout.parse(bytes, 0, bytes.length);
    } catch (MalformedChunkException e) {
      throw new AssertionError("malformed chunk delivered: " + chunk, e);
    }
  }

  @Override
  public void flush() {}

  @Override
  public synchronized void close(Duration timeout) {
    closed = true;
  }

  /** Returns the chunks so far, in order. */
  public List<Chunk> chunks() {
    return List.copyOf(chunks);
  }

  /** Returns whether {@link #close} was called. */
  public boolean isClosed() {
    return closed;
  }
}
