package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.record.RecordType;
import dev.sluice.collectors.threads.StackRoom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * What happens to a row that a stripe has no room for: the policy, the drop counts of refused
 * records, and the closed state. Any thread; allocates nothing, waits for no lock.
 */
final class Gate {
  /** Steps before the first park, in which the pump mostly frees some room on another processor. */
  private static final int YIELDS = 100;

  /** With a shorter deadline nobody yields: that many steps take some tens of microseconds. */
  private static final long YIELD_DEADLINE_NANOS = 1_000_000;

  private static final long FIRST_PARK_NANOS = 20_000;
  private static final long LONGEST_PARK_NANOS = 50_000_000;

  /** So often a thread parks that may not evict just now: about 10 ms. */
  private static final int EVICT_PARKS = 100;

  /** Waiting threads wake no more often than this all together, so 10 000 of them cost no core. */
  private static final long PARK_NANOS_PER_WAITER = 100_000;

  /** Rung when a ring is half full. */
  final Bell pumpBell = new Bell();

  private final FullRingPolicy policy;
  private final long blockNanos;
  private final DropCounters refused = new DropCounters();
  private final AtomicInteger waiters = new AtomicInteger();
  private volatile RecordType lastRejected;

  /** Read by every commit after its row is published. */
  volatile boolean closed;

  private volatile Thread pump;
  private volatile Thread sender;

  /** The last thread on which a raw writer completed a chunk. */
  private volatile Thread completer;

  /** A gate whose {@code BLOCK} policy waits at most {@code blockNanos}. */
  Gate(FullRingPolicy policy, long blockNanos) {
    this.policy = policy;
    this.blockNanos = blockNanos;
  }

  /** Names a thread that must never wait for the ring, because only it empties it. */
  void pumpIs(Thread thread) {
    pump = thread;
  }

  /** Names the other one. */
  void senderIs(Thread thread) {
    sender = thread;
  }

  /** A raw writer completes chunks on a thread, which frees memory and so must not wait either. */
  void completes(Thread thread) {
    if (completer != thread) {
      completer = thread;
    }
  }

  boolean isOwn(Thread thread) {
    return thread == pump || thread == sender;
  }

  /** Whether the two threads run, or there are none: nobody should wait for dead ones. */
  private boolean isEmptied() {
    return pump == null || pump.isAlive() && sender.isAlive();
  }

  /** Counts a record that does not get into the ring; the result is what its claim returns. */
  int refuse(DropCause cause) {
    refused.add(cause, 1);
    return Stripe.FULL;
  }

  /** Counts a record that its row writer gave up, and remembers its type for the log. */
  void reject(DropCause cause, RecordType type) {
    lastRejected = type;
    refused.add(cause, 1);
  }

  /**
   * Does with a full stripe what the policy says; the index of the claimed row or a negative
   * number.
   */
  int full(Stripe stripe, int count) {
    if (closed) {
      return refuse(DropCause.CLOSED);
    }
    if (policy == FullRingPolicy.DROP_NEWEST || isOwn(Thread.currentThread())) {
      return refuse(DropCause.RING_FULL);
    }
    if (policy == FullRingPolicy.EVICT_OLDEST) {
      return evict(stripe, count);
    }
    boolean mayWait = Thread.currentThread() != completer && isEmptied();
    return mayWait ? block(stripe, count) : refuse(DropCause.RING_FULL);
  }

  /** The oldest rows of a stripe were given up. */
  void evicted(int rows) {
    refused.add(DropCause.EVICTED, rows);
  }

  // The pump evicts sealed chunks, so a stripe is full only because it has no processor to keep up
  // with. Then the thread makes room itself. It waits only while the pump, or a thread that writes
  // the oldest row, is in the way and perhaps wants this processor.
  private int evict(Stripe stripe, int count) {
    int at = claimEvicting(stripe, count);
    for (int i = 0; i < YIELDS && at < 0 && !closed; i++) {
      Thread.yield();
      at = claimEvicting(stripe, count);
    }
    boolean interrupted = false;
    for (int i = 0; i < EVICT_PARKS && at < 0 && !closed; i++) {
      LockSupport.parkNanos(this, FIRST_PARK_NANOS);
      interrupted |= Thread.interrupted();
      at = claimEvicting(stripe, count);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return at >= 0 ? at : refuse(closed ? DropCause.CLOSED : DropCause.RING_FULL);
  }

  private static int claimEvicting(Stripe stripe, int count) {
    stripe.evict();
    return stripe.tryClaim(count);
  }

  private int block(Stripe stripe, int count) {
    StackRoom.ensure(); // nothing below may fail: this thread would be counted as waiting for ever
    boolean alone = waiters.incrementAndGet() == 1;
    int at = alone && blockNanos >= YIELD_DEADLINE_NANOS ? yielding(stripe, count) : Stripe.FULL;
    if (at < 0) {
      at = parking(stripe, count);
    }
    waiters.decrementAndGet();
    if (at >= 0) {
      return at;
    }
    return refuse(closed ? DropCause.CLOSED : DropCause.BLOCK_DEADLINE);
  }

  private int yielding(Stripe stripe, int count) {
    int at = Stripe.FULL;
    for (int i = 0; i < YIELDS && at < 0 && !closed; i++) {
      Thread.yield();
      at = stripe.tryClaim(count);
    }
    return at;
  }

  // Parking in growing steps needs no queue of waiting threads: nobody has to be woken, so nobody
  // can be forgotten, and a virtual thread leaves its carrier meanwhile.
  private int parking(Stripe stripe, int count) {
    final long start = System.nanoTime();
    long step = FIRST_PARK_NANOS;
    boolean interrupted = false;
    int at = Stripe.FULL;
    long left = blockNanos;
    while (at < 0 && !closed && left > 0) {
      LockSupport.parkNanos(this, Math.min(step, left));
      // An interrupted thread does not park, it would spin; so the flag waits aside.
      interrupted |= Thread.interrupted();
      step = Math.min(2 * step, longestPark());
      at = stripe.tryClaim(count);
      left = isEmptied() ? blockNanos - (System.nanoTime() - start) : 0;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return at;
  }

  /** Threads that wait for room now. */
  int waiting() {
    return waiters.get();
  }

  private long longestPark() {
    return Math.min(PARK_NANOS_PER_WAITER * (10 + waiters.get()), LONGEST_PARK_NANOS);
  }

  /** A stripe is more than half full. */
  void pressure() {
    pumpBell.ring();
  }

  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** How many records were refused so far; cheaper than by cause. */
  long refusedTotal() {
    return refused.total();
  }

  /**
   * The refused records as a person reads them: by cause, and the type of one that did not fit a
   * row.
   */
  String describeRefused() {
    RecordType type = lastRejected;
    return refused() + (type == null ? "" : ", one that did not fit is a " + type.qualifiedName());
  }

  /** Records refused so far. */
  DropCounts refused() {
    return refused.snapshot();
  }
}
