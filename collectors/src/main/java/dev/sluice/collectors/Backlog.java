package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.collectors.spill.SpillStatus;
import dev.sluice.collectors.spill.Stage;
import dev.sluice.support.FailureLog;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The sealed chunks that nobody sends yet, in order: what the stage has is older than what waits in
 * memory. The lock is held over calls of the stage, which may hang with its medium; without a stage
 * nobody takes it.
 */
final class Backlog {
  private static final int MAX_CHUNKS = 1024;

  private final Delivery.Queue memory = new Delivery.Queue();
  private final ReentrantLock staging = new ReentrantLock();
  private final Stage stage;
  private final FullRingPolicy policy;
  private final BufferPool pool;
  private final Ledger ledger;
  private final FailureLog failures;
  private final FailureLog closing;

  /** Bytes of the stage's next chunk; 0 if it has none to hand out. Written under the lock. */
  private volatile int storedBytes;

  private boolean closed;

  /**
   * An empty backlog.
   *
   * @param stage where chunks go that memory has no room for, or null
   * @param policy what happens to a chunk that the stage does not take either
   */
  Backlog(
      Stage stage,
      FullRingPolicy policy,
      BufferPool pool,
      Ledger ledger,
      Supplier<FailureLog> logs) {
    this.stage = stage;
    this.policy = policy;
    this.pool = pool;
    this.ledger = ledger;
    this.failures = logs.get();
    this.closing = logs.get();
  }

  SpillStatus spill() {
    return stage == null ? SpillStatus.NONE : stage.status();
  }

  boolean hasStage() {
    return stage != null;
  }

  /** Chunks that wait in memory. */
  int waiting() {
    return memory.size();
  }

  /** Whether nothing waits, neither in memory nor in the stage. */
  boolean isEmpty() {
    return memory.size() == 0 && storedBytes == 0;
  }

  /** Takes a chunk, for which {@link #makeRoom} found room. Pump only. */
  void add(Delivery delivery) {
    memory.add(delivery);
  }

  /** Whether there is room for a chunk of {@code maxBytes}; older ones may give way. Pump only. */
  boolean makeRoom(int maxBytes) {
    boolean room = hasRoom(maxBytes);
    while (!room && giveWay()) {
      room = hasRoom(maxBytes);
    }
    return room;
  }

  // While the stage has chunks, there is always room to read the next one: those in memory come
  // after it and cannot make room by being sent.
  private boolean hasRoom(int maxBytes) {
    return memory.size() < MAX_CHUNKS && pool.reserve(maxBytes, storedBytes);
  }

  private boolean giveWay() {
    if (stage != null) {
      return spillOldest(policy != FullRingPolicy.BLOCK);
    }
    Delivery oldest = policy == FullRingPolicy.EVICT_OLDEST ? memory.poll() : null;
    if (oldest != null) {
      drop(oldest, DropCause.EVICTED);
    }
    return oldest != null;
  }

  /** Moves everything from memory to the stage, until that refuses a chunk. Pump only. */
  void spillAll() {
    boolean moved = stage != null;
    while (moved) {
      moved = spillOldest(false);
    }
  }

  private boolean spillOldest(boolean orDrop) {
    staging.lock();
    try {
      Delivery oldest = memory.peek();
      DropCause refusal = oldest == null ? null : put(oldest);
      if (oldest == null || refusal != null && !orDrop) {
        return false;
      }
      memory.poll(); // the same: whoever takes one out has the lock
      if (refusal != null) {
        drop(oldest, refusal);
      }
      return true;
    } finally {
      look();
    }
  }

  private void drop(Delivery delivery, DropCause cause) {
    if (ledger.drop(delivery.entry, cause)) {
      pool.give(delivery.release());
    }
  }

  /** Puts a chunk into the stage and lets go of it; otherwise why not. */
  private DropCause put(Delivery delivery) {
    DropCause refusal = DropCause.SPILL_FULL;
    try {
      refusal = closed ? refusal : stage.put(delivery.chunk());
    } catch (Throwable e) {
      failures.failed("a chunk could not be spilled: ", e, null);
    }
    if (refusal == null) {
      failures.over(null);
      if (ledger.spill(delivery.entry)) {
        pool.give(delivery.release());
      }
    }
    return refusal;
  }

  /**
   * The chunk to be sent next; null if there is none or memory has no room for it now.
   *
   * @param owner whom the raw writer tells what became of it
   */
  Delivery next(Outbox owner) {
    if (stage == null) {
      return memory.poll();
    }
    staging.lock();
    try {
      return storedBytes == 0 ? memory.poll() : nextStored(owner);
    } finally {
      look();
    }
  }

  private Delivery nextStored(Outbox owner) {
    BufferPool.Buffer buffer = pool.takeSpare(storedBytes);
    if (buffer == null) {
      // The pump makes room, but with a blocking policy and a full stage only sending does.
      return policy == FullRingPolicy.BLOCK && ledger.handedOverBytes() == 0 ? memory.poll() : null;
    }
    Delivery delivery = null;
    try {
      Stage.Stored stored = stage.next(buffer.bytes);
      delivery = new Delivery(owner, stored.chunk(), buffer, stored);
    } catch (Throwable e) {
      failures.failed("a spilled chunk could not be read: ", e, null);
    } finally {
      if (delivery == null) {
        pool.give(buffer);
      }
    }
    return delivery;
  }

  /** A chunk from memory alone, as {@link #next}; null if there is none there. */
  Delivery nextInMemory() {
    if (stage == null) {
      return memory.poll();
    }
    staging.lock();
    try {
      return memory.poll();
    } finally {
      staging.unlock();
    }
  }

  /** Leaves a chunk that is not settled to the stage; false if it does not take it. */
  boolean keep(Delivery delivery) {
    if (stage == null) {
      return false;
    }
    if (delivery.stored != null) {
      ledger.spill(delivery.entry);
      settled(delivery, false);
      return true;
    }
    staging.lock();
    try {
      return put(delivery) == null;
    } finally {
      look();
    }
  }

  /** Lets go of a chunk that is settled; {@code done} as {@link Stage#settled}. */
  void settled(Delivery delivery, boolean done) {
    if (delivery.stored != null) {
      staging.lock();
      try {
        stage.settled(delivery.stored, done);
      } catch (Throwable e) {
        failures.failed("a spilled chunk could not be removed: ", e, null);
      } finally {
        look();
      }
    }
    pool.give(delivery.release());
  }

  /** What is to be done now and then. Pump only. */
  void keepHouse() {
    if (stage != null) {
      staging.lock();
      try {
        stage.keepHouse();
      } catch (Throwable e) {
        failures.failed("the spill directory fails: ", e, null);
      } finally {
        look();
      }
    }
  }

  /** The end: what waits is kept, or dropped as closed. */
  void close() {
    for (Delivery left = nextInMemory(); left != null; left = nextInMemory()) {
      if (!keep(left)) {
        drop(left, DropCause.CLOSED);
      }
    }
    if (stage != null) {
      staging.lock();
      try {
        closed = true;
        stage.close();
        long left = stage.status().bytes();
        if (left > 0) {
          closing.failed(
              "chunks are left for the next program with this spill directory, bytes: ",
              left,
              null);
        }
      } catch (Throwable e) {
        failures.failed("the spill directory could not be closed: ", e, null);
      } finally {
        storedBytes = 0;
        staging.unlock();
      }
    }
  }

  /** After each call of the stage: what it has. Unlocks. */
  private void look() {
    try {
      storedBytes = closed ? 0 : stage.nextBytes();
    } catch (Throwable e) {
      failures.failed("the spill directory fails: ", e, null);
    } finally {
      staging.unlock();
    }
  }
}
