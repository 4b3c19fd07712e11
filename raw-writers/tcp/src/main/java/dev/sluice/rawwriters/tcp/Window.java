package dev.sluice.rawwriters.tcp;

import dev.sluice.api.binding.TcpBinding.Answer;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;

/**
 * The chunks that were taken and not completed, oldest first, bounded in number and bytes. Not
 * thread-safe: guarded by the lock of its {@link TcpRawWriter}.
 */
final class Window {
  private final int maxChunks;
  private final long maxBytes;
  private final ArrayDeque<Taken> chunks = new ArrayDeque<>();
  private long bytes;

  Window(int maxChunks, long maxBytes) {
    this.maxChunks = maxChunks;
    this.maxBytes = maxBytes;
  }

  boolean isEmpty() {
    return chunks.isEmpty();
  }

  int size() {
    return chunks.size();
  }

  /** Whether a chunk of that length fits; into an empty window every one does. */
  boolean hasRoom(int length) {
    return chunks.isEmpty() || chunks.size() < maxChunks && bytes + length <= maxBytes;
  }

  void add(Taken taken) {
    chunks.add(taken);
    bytes += taken.chunk.length();
  }

  /** The oldest chunk, or null. */
  Taken oldest() {
    return chunks.peek();
  }

  /** What was not sent on a connection yet, in order. */
  Collection<Taken> unsent(Channel channel) {
    Deque<Taken> unsent = new ArrayDeque<>();
    for (Iterator<Taken> i = chunks.descendingIterator(); i.hasNext(); ) {
      Taken taken = i.next();
      if (taken.isSentOn(channel)) {
        break;
      }
      unsent.addFirst(taken);
    }
    return unsent;
  }

  /** The chunk that is acknowledged; null if there is none. */
  Taken find(Answer answer) {
    for (Taken taken : chunks) {
      if (taken.is(answer.producerId(), answer.sequence())) {
        return taken;
      }
    }
    return null;
  }

  /** Takes out a chunk; at once if it is the oldest. */
  void remove(Taken taken) {
    if (chunks.removeFirstOccurrence(taken)) {
      bytes -= taken.chunk.length();
    }
  }

  /** Takes out the oldest chunk; null if there is none. */
  Taken poll() {
    Taken taken = chunks.poll();
    if (taken != null) {
      bytes -= taken.chunk.length();
    }
    return taken;
  }

  /** How much it holds, for a person. */
  @Override
  public String toString() {
    long records = chunks.stream().mapToLong(taken -> taken.chunk.header().recordCount()).sum();
    return chunks.size() + " chunks with " + records + " records";
  }
}
