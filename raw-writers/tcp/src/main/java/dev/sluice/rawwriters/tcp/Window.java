package dev.sluice.rawwriters.tcp;

import dev.sluice.support.wire.TcpBinding.Answer;
import java.util.ArrayDeque;

/**
 * The chunks that were taken and not completed, oldest first, bounded in number and bytes; it also
 * knows which of them were not sent on the current connection. Guarded by the monitor of {@link
 * Sender}.
 */
final class Window {
  private final int maxChunks;
  private final long maxBytes;
  private final ArrayDeque<PendingChunk> chunks = new ArrayDeque<>();
  private final ArrayDeque<PendingChunk> unsent = new ArrayDeque<>();
  private long bytes;
  private boolean strayed;

  Window(int maxChunks, long maxBytes) {
    this.maxChunks = maxChunks;
    this.maxBytes = maxBytes;
  }

  boolean isEmpty() {
    return chunks.isEmpty();
  }

  /** Returns whether a chunk of this length fits; every chunk fits into an empty window. */
  boolean hasRoom(int length) {
    return chunks.isEmpty() || chunks.size() < maxChunks && bytes + length <= maxBytes;
  }

  void add(PendingChunk chunk) {
    chunks.add(chunk);
    unsent.add(chunk);
    bytes += chunk.chunk.length();
  }

  /** Returns the oldest chunk, or null. */
  PendingChunk oldest() {
    return chunks.peek();
  }

  /** Notes that there is another connection, on which no chunk was sent yet. */
  void sendAgain() {
    unsent.clear();
    unsent.addAll(chunks);
    chunks.forEach(PendingChunk::resend);
  }

  /** Returns the next chunk to send; null if there is none. */
  PendingChunk nextUnsent() {
    return unsent.poll();
  }

  /** Returns the chunk that an answer acknowledges; null if there is none. */
  PendingChunk find(Answer answer) {
    for (PendingChunk chunk : chunks) {
      if (chunk.isMeantBy(answer)) {
        return chunk;
      }
    }
    return null;
  }

  /** Returns whether this is the first answer ever for a chunk that is not in the window. */
  boolean isFirstStray() {
    boolean first = !strayed;
    strayed = true;
    return first;
  }

  void remove(PendingChunk chunk) {
    if (chunks.removeFirstOccurrence(chunk)) {
      unsent.remove(chunk);
      bytes -= chunk.chunk.length();
    }
  }

  /** Removes and returns the oldest chunk; null if there is none. */
  PendingChunk poll() {
    PendingChunk oldest = chunks.peek();
    if (oldest != null) {
      remove(oldest);
    }
    return oldest;
  }

  /** Returns the number of chunks and bytes, for a log. */
  @Override
  public String toString() {
    long records = chunks.stream().mapToLong(c -> c.chunk.header().recordCount()).sum();
    return chunks.size() + " chunks with " + records + " records";
  }
}
