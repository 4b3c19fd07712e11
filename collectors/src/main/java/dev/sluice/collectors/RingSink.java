package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.collectors.ring.Ring;
import dev.sluice.collectors.ring.RingState;
import dev.sluice.collectors.ring.Stripe;
import dev.sluice.collectors.ring.Types;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.collectors.threads.StackRoom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The emitting side of a collector: decides what happens to a record that the ring has no room for,
 * and counts what it refuses. Any thread; allocates nothing, waits for no lock.
 */
final class RingSink implements RowSink {
  /**
   * Number of times that a thread parks while it may not discard the oldest rows: about 10 ms in
   * all.
   */
  private static final int MAX_EVICT_PARKS = 100;

  /**
   * Number of yields before the first park, in which the pump mostly frees some room on another
   * processor.
   */
  private static final int MAX_YIELDS = 100;

  /**
   * Minimum deadline for which a thread yields before it parks: {@link #MAX_YIELDS} take some tens
   * of microseconds.
   */
  private static final long MIN_YIELD_DEADLINE_NANOS = 1_000_000;

  private static final long FIRST_PARK_NANOS = 20_000;
  private static final long MAX_PARK_NANOS = 50_000_000;

  /**
   * Time in nanoseconds that a waiting thread parks for each waiting thread, so that 10 000 of them
   * cost no core.
   */
  private static final long PARK_NANOS_PER_WAITER = 100_000;

  final Ring ring;
  private final RingState state;
  final Types types;
  private final CollectorThreads threads;
  private final Platform platform;
  private final FullRingPolicy policy;
  private final boolean evicts;
  private final long blockNanos;
  private final AtomicInteger waiters = new AtomicInteger();
  private volatile RecordType oversize;
  private volatile RecordType unwritten;

  /** Creates a sink whose {@code BLOCK} policy waits at most {@code blockNanos}. */
  RingSink(Ring ring, Types types, FullRingPolicy policy, long blockNanos, Platform platform) {
    this.ring = ring;
    this.platform = platform;
    this.state = ring.state;
    this.types = types;
    this.threads = ring.threads;
    this.policy = policy;
    this.evicts = policy == FullRingPolicy.EVICT_OLDEST;
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
    return types.symbols.symbol(value, null);
  }

  @Override
  public Symbol symbol(String value, ClassLoader owner) {
    return types.symbols.symbol(value, owner);
  }

  @Override
  public void reject(DropCause cause, RecordType type) {
    if (cause == DropCause.OVERSIZE) {
      oversize = type;
    } else if (cause == DropCause.ENCODE_ERROR) {
      unwritten = type;
    }
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
    boolean waits =
        switch (policy) {
          case DROP_NEWEST -> false;
          case BLOCK -> threads.mayWait();
          case EVICT_OLDEST -> !threads.isOwn();
        };
    return waits ? await((Stripe) buffer, count) : refuse(DropCause.RING_FULL);
  }

  private int refuse(DropCause cause) {
    state.refused.add(cause, 1);
    return Stripe.FULL;
  }

  private int await(Stripe stripe, int count) {
    StackRoom.ensure(); // nothing below may fail: this thread would be counted as waiting for ever
    boolean alone = waiters.incrementAndGet() == 1;
    int at = claim(stripe, count);
    int yields = evicts || alone && blockNanos >= MIN_YIELD_DEADLINE_NANOS ? MAX_YIELDS : 0;
    for (int i = 0; i < yields && at == Stripe.FULL; i++) {
      Thread.yield();
      at = claim(stripe, count);
    }
    if (at == Stripe.FULL) {
      at = parking(stripe, count);
    }
    waiters.decrementAndGet();
    if (at != Stripe.FULL) {
      return at;
    }
    DropCause late = evicts ? DropCause.RING_FULL : DropCause.BLOCK_DEADLINE;
    return refuse(state.closed ? DropCause.CLOSED : late);
  }

  // The pump gives up sealed chunks where the oldest are to be evicted, so there the ring is full
  // only because the pump has no processor to keep up with. Then the thread makes room itself. It
  // waits only while the pump, or a thread that writes the oldest row, is in the way and perhaps
  // wants this processor.
  private int claim(Stripe stripe, int count) {
    if (evicts) {
      stripe.discardOldest(count);
    }
    return stripe.claim(count);
  }

  // Parking in growing steps needs no queue of waiting threads: nobody has to be woken, so nobody
  // can be forgotten, and a virtual thread leaves its carrier meanwhile.
  private int parking(Stripe stripe, int count) {
    final long start = platform.nanoTime();
    long step = Math.min(FIRST_PARK_NANOS * waiters.get(), longestPark());
    boolean interrupted = false;
    int at = Stripe.FULL;
    long left = evicts ? MAX_EVICT_PARKS : blockNanos;
    while (at == Stripe.FULL && !state.closed && left > 0) {
      platform.pause(evicts ? FIRST_PARK_NANOS : Math.min(step, left));
      // An interrupted thread does not park, it would spin; so the flag waits aside.
      interrupted |= Thread.interrupted();
      step = Math.min(2 * step, longestPark());
      at = claim(stripe, count);
      // Parks are counted, not their time: on a busy machine each may last as long as all should.
      left = evicts ? left - 1 : remainingNanos(start);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return at;
  }

  private long remainingNanos(long start) {
    return threads.isRunning() ? blockNanos - (platform.nanoTime() - start) : 0;
  }

  private long longestPark() {
    return Math.min(PARK_NANOS_PER_WAITER * (10 + waiters.get()), MAX_PARK_NANOS);
  }

  /** Returns the number of threads that wait for room now. */
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

  /** Returns the number of records refused so far; cheaper than by cause. */
  long refusedTotal() {
    return state.refused.total();
  }

  /** Returns a text with the number of refused records by cause, and the types of rejected ones. */
  String describeRefused() {
    RecordType large = oversize;
    RecordType failed = unwritten;
    return refused()
        + (large == null ? "" : ", one that did not fit is a " + large.qualifiedName())
        + (failed == null
            ? ""
            : ", one that could not be written (its own code threw, or the thread's stack or the"
                + " heap was full) is a "
                + failed.qualifiedName());
  }

  /** Returns the number of records refused so far, by cause. */
  DropCounts refused() {
    return state.refused.snapshot();
  }
}
