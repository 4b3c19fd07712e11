package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.streams.ChunkAudit;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * The chunks of a source one after the other: read by a thread of its own, which is at most {@value
 * #AHEAD} chunks ahead, because a raw reader delivers chunks and cannot be polled. For one thread.
 */
public final class ChunkFeed implements Closeable {
  private static final int AHEAD = 4;
  private static final Object END = new Object();

  /** Chunks, then a failure or {@link #END}. */
  private final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(AHEAD);

  private final ChunkLoop loop;
  private final Thread thread;
  private Chunk head;
  private long time = Long.MIN_VALUE;

  ChunkFeed(SourceSpec source) {
    loop = new ChunkLoop(source);
    thread = new Thread(this::run, "sluice-merge");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      Object last = END;
      try {
        loop.read(this::put);
      } catch (IOException | RuntimeException e) {
        last = e;
      }
      queue.put(last);
    } catch (InterruptedException e) {
      // closed
    }
  }

  private void put(Chunk chunk, ChunkAudit.Kind kind) throws IOException {
    try {
      queue.put(chunk.copy());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("closed", e);
    }
  }

  /** Goes to the next chunk; false if there is none. */
  boolean next() throws IOException {
    try {
      Object next = queue.take();
      if (next instanceof IOException e) {
        throw e;
      }
      if (next instanceof RuntimeException e) {
        throw e;
      }
      head = next == END ? null : (Chunk) next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (head != null && head.accounting().hasTime()) {
      time = head.accounting().firstTime() + head.accounting().clockOffset();
    }
    return head != null;
  }

  Chunk head() {
    return head;
  }

  /** Returns the first record time of the chunk, or of the last one before that had one. */
  long time() {
    return time;
  }

  /** Returns what was read so far. Valid after the end, which the queue delivers. */
  ChunkLoop loop() {
    return loop;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
