package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.collectors.threads.StackRoom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The emitting side of a collector: decides what happens to a record that the ring has no room for,
 * and counts what it refuses. Any thread; allocates nothing, waits for no lock.
 */
final class RingSink implements RowSink {
  /** How often a thread parks while it may not discard the oldest rows: about 10 ms in all. */
  private static final int EVICT_PARKS = 100;

  /** Steps before the first park, in which the pump mostly frees some room on another processor. */
  private static final int YIELDS = 100;

  /** With a shorter deadline nobody yields: {@link #YIELDS} take some tens of microseconds. */
  private static final long YIELD_DEADLINE_NANOS = 1_000_000;

  private static final long FIRST_PARK_NANOS = 20_000;
  private static final long LONGEST_PARK_NANOS = 50_000_000;

  /** Waiting threads wake no more often than this all together, so 10 000 of them cost no core. */
  private static final long PARK_NANOS_PER_WAITER = 100_000;

  private final Ring ring;
  private final RingState state;
  private final Types types;
  private final Symbols symbols;
  private final CollectorThreads threads;
  private final FullRingPolicy policy;
  private final long blockNanos;
  private final AtomicInteger waiters = new AtomicInteger();
  private volatile RecordType lastRejected;

  /** A sink whose {@code BLOCK} policy waits at most {@code blockNanos}. */
  RingSink(
      Ring ring,
      Types types,
      Symbols symbols,
      CollectorThreads threads,
      FullRingPolicy policy,
      long blockNanos) {
    this.ring = ring;
    this.state = ring.state;
    this.types = types;
    this.symbols = symbols;
    this.threads = threads;
    this.policy = policy;
    this.blockNanos = blockNanos;
  }

  @Override
  public int register(RecordType type) {
    return types.register(type);
  }

  @Override
  public RowBuffer buffer() {
    return ring.stripe();
  }

  @Override
  public Symbol symbol(String value) {
    return symbols.symbol(value, null);
  }

  @Override
  public Symbol symbol(String value, ClassLoader owner) {
    return symbols.symbol(value, owner);
  }

  @Override
  public void reject(DropCause cause, RecordType type) {
    lastRejected = type;
    refuse(state.closed ? DropCause.CLOSED : cause);
  }

  @Override
  public int full(RowBuffer buffer, int count) {
    if (ring.isTooLong(count)) {
      return refuse(DropCause.OVERSIZE);
    }
    if (state.closed) {
      return refuse(DropCause.CLOSED);
    }
    Thread thread = Thread.currentThread();
    return switch (policy) {
      case DROP_NEWEST -> refuse(DropCause.RING_FULL);
      case EVICT_OLDEST ->
          threads.isOwn(thread) ? refuse(DropCause.RING_FULL) : evict((Stripe) buffer, count);
      case BLOCK -> threads.mayWait(thread) ? block(buffer, count) : refuse(DropCause.RING_FULL);
    };
  }

  // The pump gives up sealed chunks, so the ring is full only because the pump has no processor to
  // keep up with. Then the thread makes room itself. It waits only while the pump, or a thread that
  // writes the oldest row, is in the way and perhaps wants this processor.
  private int evict(Stripe stripe, int count) {
    int at = claimDiscarding(stripe, count);
    for (int i = 0; i < YIELDS && at < 0 && !state.closed; i++) {
      Thread.yield();
      at = claimDiscarding(stripe, count);
    }
    boolean interrupted = false;
    for (int i = 0; i < EVICT_PARKS && at < 0 && !state.closed; i++) {
      LockSupport.parkNanos(this, FIRST_PARK_NANOS);
      interrupted |= Thread.interrupted();
      at = claimDiscarding(stripe, count);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return at >= 0 ? at : refuse(state.closed ? DropCause.CLOSED : DropCause.RING_FULL);
  }

  private static int claimDiscarding(Stripe stripe, int count) {
    stripe.discardOldest();
    return stripe.claim(count);
  }

  private int refuse(DropCause cause) {
    state.refused.add(cause, 1);
    return Stripe.FULL;
  }

  private int block(RowBuffer buffer, int count) {
    StackRoom.ensure(); // nothing below may fail: this thread would be counted as waiting for ever
    boolean alone = waiters.incrementAndGet() == 1;
    int at = alone && blockNanos >= YIELD_DEADLINE_NANOS ? yielding(buffer, count) : Stripe.FULL;
    if (at < 0) {
      at = parking(buffer, count);
    }
    waiters.decrementAndGet();
    if (at >= 0) {
      return at;
    }
    return refuse(state.closed ? DropCause.CLOSED : DropCause.BLOCK_DEADLINE);
  }

  private int yielding(RowBuffer buffer, int count) {
    int at = Stripe.FULL;
    for (int i = 0; i < YIELDS && at < 0 && !state.closed; i++) {
      Thread.yield();
      at = buffer.claim(count);
    }
    return at;
  }

  // Parking in growing steps needs no queue of waiting threads: nobody has to be woken, so nobody
  // can be forgotten, and a virtual thread leaves its carrier meanwhile.
  private int parking(RowBuffer buffer, int count) {
    final long start = System.nanoTime();
    long step = FIRST_PARK_NANOS;
    boolean interrupted = false;
    int at = Stripe.FULL;
    long left = blockNanos;
    while (at < 0 && !state.closed && left > 0) {
      LockSupport.parkNanos(this, Math.min(step, left));
      // An interrupted thread does not park, it would spin; so the flag waits aside.
      interrupted |= Thread.interrupted();
      step = Math.min(2 * step, longestPark());
      at = buffer.claim(count);
      left = threads.isRunning() ? blockNanos - (System.nanoTime() - start) : 0;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return at;
  }

  private long longestPark() {
    return Math.min(PARK_NANOS_PER_WAITER * (10 + waiters.get()), LONGEST_PARK_NANOS);
  }

  /** Raised when the pump must not sleep. */
  Signal pressure() {
    return state.pressure;
  }

  /** Threads that wait for room now. */
  int waiting() {
    return waiters.get();
  }

  /** Refuses every later record. */
  void close() {
    ring.close();
  }

  boolean isClosed() {
    return state.closed;
  }

  /** How many records were refused so far; cheaper than by cause. */
  long refusedTotal() {
    return state.refused.total();
  }

  /** The refused records in human-readable form: by cause, and the type of one that did not fit. */
  String describeRefused() {
    RecordType type = lastRejected;
    return refused() + (type == null ? "" : ", one that did not fit is a " + type.qualifiedName());
  }

  /** Records refused so far. */
  DropCounts refused() {
    return state.refused.snapshot();
  }
}
