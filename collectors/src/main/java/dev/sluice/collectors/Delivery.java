package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.Completion;
import dev.sluice.collectors.spill.Stage;

/**
 * A chunk in memory on its way to the raw writer, which completes it. That is the one call that
 * comes back: from any thread, into the outbox that handed the chunk over. Released, it holds no
 * bytes any more: a raw writer may keep it for long.
 */
final class Delivery implements Completion {
  /** What the ledger knows of it. */
  final Ledger.Entry entry;

  /** Where the stage has the chunk; null if only memory has it. */
  final Stage.Stored stored;

  private final Outbox outbox;
  private volatile Chunk chunk;
  private BufferPool.Buffer buffer;
  private long firstRowAt;
  private long dueAt;
  private boolean done;
  private Delivery next;

  /** A chunk of the outbox whose bytes are in the buffer. */
  Delivery(Outbox outbox, Chunk chunk, BufferPool.Buffer buffer, Stage.Stored stored) {
    this.outbox = outbox;
    this.chunk = chunk;
    this.buffer = buffer;
    this.stored = stored;
    this.entry = new Ledger.Entry(chunk, buffer.bytes.length, stored);
  }

  /** The chunk; null once it is released. */
  Chunk chunk() {
    return chunk;
  }

  /** Lets go of the chunk; the buffer is the caller's. Once. */
  BufferPool.Buffer release() {
    BufferPool.Buffer free = buffer;
    buffer = null;
    chunk = null;
    return free;
  }

  /**
   * Notes when the chunk's first row came and when the chunk was due. Before anybody else has it.
   */
  void closed(long firstRowAtNanos, long dueAtNanos) {
    firstRowAt = firstRowAtNanos;
    dueAt = dueAtNanos;
  }

  /** Whether these times are known: not those of chunks that the stage hands out. */
  boolean isTimed() {
    return stored == null;
  }

  long firstRowAt() {
    return firstRowAt;
  }

  long dueAt() {
    return dueAt;
  }

  /** Notes, once the chunk is completed, whether the stage need not keep it. */
  void done(boolean value) {
    done = value;
  }

  boolean isDone() {
    return done;
  }

  @Override
  public void completed(Chunk ignored, Outcome outcome, Throwable cause) {
    outbox.completed(this, outcome, cause);
  }

  @Override
  public void delayed(Chunk ignored, String why) {
    outbox.delayed(why);
  }

  /**
   * Chunks in order, each in one queue at most. Any thread. Allocates nothing, unlike queues and
   * locks of the JDK: no chunk is to be lost between two places for want of memory.
   */
  static final class Queue {
    private Delivery first;
    private Delivery last;
    private volatile int size;

    synchronized void add(Delivery delivery) {
      if (last == null) {
        first = delivery;
      } else {
        last.next = delivery;
      }
      last = delivery;
      size++;
    }

    /** The oldest, which stays; null if there is none. */
    synchronized Delivery peek() {
      return first;
    }

    /** Takes the oldest out; null if there is none. */
    synchronized Delivery poll() {
      Delivery oldest = first;
      if (oldest != null) {
        first = oldest.next;
        last = first == null ? null : last;
        oldest.next = null;
        size--;
      }
      return oldest;
    }

    int size() {
      return size;
    }
  }
}
