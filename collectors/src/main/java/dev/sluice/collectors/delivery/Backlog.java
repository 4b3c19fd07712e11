package dev.sluice.collectors.delivery;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.collectors.delivery.SealedChunk.Settlement;
import dev.sluice.collectors.spill.ChunkStore;
import dev.sluice.collectors.spill.SpillStatus;
import dev.sluice.support.FailureLog;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sealed chunks that are not being sent yet, in order: those in the store are older than those in
 * memory. The lock is held over calls of the store, which may hang with its medium; without a store
 * nobody takes it.
 */
public final class Backlog {
  private static final int MAX_CHUNKS = 1024;

  private final ReentrantLock storing = new ReentrantLock();
  private final ChunkStore store;
  private final boolean waits;
  private final boolean evicts;
  private final Ledger ledger;
  private final FailureLog failures;
  private final FailureLog closing;

  /** Size in bytes of the store's next chunk; 0 if it has none. Written under the lock. */
  private volatile int storedBytes;

  /** Whether the store was ever read. Guarded by the lock. */
  private boolean looked;

  private boolean closed;

  /**
   * Creates an empty backlog.
   *
   * @param store where chunks go that memory has no room for, or null
   * @param waits whether a chunk that the store does not take waits until there is room
   * @param evicts whether without a store the oldest chunk gives way to a new one
   */
  public Backlog(
      ChunkStore store, boolean waits, boolean evicts, Ledger ledger, Producer producer) {
    this.store = store;
    this.waits = waits;
    this.evicts = evicts;
    this.ledger = ledger;
    this.failures = producer.log();
    this.closing = producer.log();
  }

  public SpillStatus spill() {
    return store == null ? SpillStatus.NONE : store.status();
  }

  boolean hasStore() {
    return store != null;
  }

  /** Returns whether nothing waits, neither in memory nor in the store. */
  boolean isEmpty() {
    return ledger.waiting() == 0 && storedBytes == 0;
  }

  /**
   * Returns whether there is room for a chunk of {@code maxBytes}; older ones may give way. Pump
   * only.
   */
  boolean makeRoom(int maxBytes) {
    boolean room = hasRoom(maxBytes);
    while (!room && giveWay()) {
      room = hasRoom(maxBytes);
    }
    return room;
  }

  // While the store has chunks, there is always room to read the next one: those in memory come
  // after it and cannot make room by being sent.
  private boolean hasRoom(int maxBytes) {
    return ledger.waiting() < MAX_CHUNKS && ledger.pool.reserve(maxBytes, storedBytes);
  }

  private boolean giveWay() {
    if (store != null) {
      return spillOldest(!waits);
    }
    SealedChunk oldest = evicts ? ledger.take() : null;
    return oldest != null && ledger.drop(oldest, DropCause.EVICTED);
  }

  /** Moves all chunks from memory to the store, until the store refuses one. Pump only. */
  void spillAll() {
    boolean moved = store != null;
    while (moved) {
      moved = spillOldest(false);
    }
  }

  private boolean spillOldest(boolean orDrop) {
    storing.lock();
    try {
      SealedChunk oldest = ledger.oldest(); // stays: whoever takes one has the lock
      DropCause refusal = oldest == null ? null : put(oldest);
      if (refusal != null && orDrop) {
        ledger.drop(oldest, refusal);
      }
      return oldest != null && (refusal == null || orDrop);
    } finally {
      unlock();
    }
  }

  /**
   * Puts a chunk into the store and releases it; returns the cause if the store refuses it,
   * otherwise null.
   */
  private DropCause put(SealedChunk chunk) {
    if (closed || !ledger.beginStoring(chunk)) { // the end may have come, or comes meanwhile
      return DropCause.SPILL_FULL;
    }
    DropCause refusal = DropCause.SPILL_FULL;
    try {
      refusal = store.put(chunk.chunk, chunk.mayHaveArrived());
    } catch (Throwable e) {
      failures.failed("a chunk could not be spilled: ", e, null);
    }
    if (refusal == null) {
      failures.succeeded(null);
      ledger.spill(chunk);
    }
    ledger.endStoring(chunk, refusal != null && store.leftTraces());
    return refusal;
  }

  /**
   * Returns the chunk to be sent next; null if there is none or memory has no room for it now.
   *
   * @param settlement is told what became of it
   * @param stored whether one of the store may be the next
   */
  SealedChunk next(Settlement settlement, boolean stored) {
    if (store == null) {
      return ledger.take();
    }
    storing.lock();
    try {
      if (!looked) {
        readNextSize(); // what an earlier program left is older than the first chunk of this one
      }
      return stored && storedBytes > 0 ? nextStored(settlement) : ledger.take();
    } finally {
      unlock();
    }
  }

  private SealedChunk nextStored(Settlement settlement) {
    BufferPool.Buffer buffer = ledger.pool.takeSpare(storedBytes);
    if (buffer == null) {
      // The pump makes room, but where chunks wait and the store is full only sending does.
      return waits && ledger.handedOverBytes() == 0 ? ledger.take() : null;
    }
    SealedChunk chunk = null;
    ChunkStore.Stored next = null;
    try {
      next = store.next(buffer.bytes);
      chunk = new SealedChunk(settlement, next.chunk(), buffer, next);
      ledger.addStored(chunk);
    } catch (Throwable e) {
      failures.failed("a spilled chunk could not be read: ", e, null);
    } finally {
      if (chunk == null) {
        ledger.pool.give(buffer);
      }
      if (chunk == null && next != null) {
        store.requeue(next, next.uncertain());
      }
    }
    return chunk;
  }

  /** Leaves a chunk to the store; it is dropped if there is none or it does not take the chunk. */
  void keep(SealedChunk chunk, DropCause otherwise) {
    if (store == null) {
      drop(chunk, otherwise);
      return;
    }
    storing.lock();
    try {
      if (chunk.stored != null) {
        store.requeue(chunk.stored, chunk.mayHaveArrived());
        ledger.spill(chunk);
      } else if (put(chunk) != null) {
        drop(chunk, otherwise);
      }
    } finally {
      unlock();
    }
  }

  /** Drops a chunk, unless what became of it is known. */
  void drop(SealedChunk chunk, DropCause cause) {
    if (ledger.drop(chunk, cause)) {
      settled(chunk);
    }
  }

  /** Notifies the store that it need not keep a chunk. */
  void settled(SealedChunk chunk) {
    if (chunk.stored != null) {
      storing.lock();
      try {
        store.done(chunk.stored, chunk.lost);
      } catch (Throwable e) {
        failures.failed("a spilled chunk could not be removed: ", e, null);
      } finally {
        unlock();
      }
    }
  }

  /** Does periodic work. Pump only. */
  void maintain() {
    if (store != null) {
      storing.lock();
      try {
        store.maintain();
      } catch (Throwable e) {
        failures.failed("the spill directory fails: ", e, null);
      } finally {
        unlock();
      }
    }
  }

  /** Ends the backlog: waiting chunks are kept in the store, or dropped as closed. */
  void close() {
    for (SealedChunk left = next(null, false); left != null; left = next(null, false)) {
      keep(left, DropCause.CLOSED);
    }
    if (store != null) {
      storing.lock();
      try {
        closed = true;
        store.close();
        long left = store.status().bytes();
        if (left > 0) {
          closing.failed(
              "chunks are left for the next program with this spill directory, bytes: ",
              left,
              null);
        }
      } catch (Throwable e) {
        failures.failed("the spill directory could not be closed: ", e, null);
      } finally {
        unlock();
      }
    }
  }

  /** Releases the lock after a call of the store. */
  private void unlock() {
    try {
      readNextSize();
    } finally {
      storing.unlock();
    }
  }

  /** Reads the size of the store's next chunk. */
  private void readNextSize() {
    looked = true;
    try {
      storedBytes = closed ? 0 : store.nextBytes();
    } catch (Throwable e) {
      failures.failed("the spill directory fails: ", e, null);
    }
  }
}
