package dev.sluice.monitoring.probe;

import dev.sluice.api.spi.RandomBits;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives out trace ids: positive numbers, 24 bits drawn at the start and a counter of 39 bits from 1
 * below. A trace is identified for certain by its producer, which every chunk names, and its id;
 * the drawn bits also keep the ids of different processes apart where somebody groups records by id
 * alone (100 processes: 0.03 % that any two draw the same). Random ids of 128 bits would be unique
 * alone, but cost 21 bytes a record after compression; ids that differ little from row to row cost
 * almost nothing, whatever they have in common.
 *
 * <p>A thread takes a block at a time, so that beginning a trace seldom touches what threads share.
 */
final class TraceIds {
  /** Ids a thread takes at once. */
  static final int BLOCK = 64;

  private static final int DRAWN_BITS = 24;
  private static final int COUNTER_BITS = Long.SIZE - 1 - DRAWN_BITS;

  private final AtomicLong next;

  TraceIds() {
    this((int) (RandomBits.nextLong() >>> Long.SIZE - DRAWN_BITS));
  }

  /** With given instead of random bits, for tests. */
  TraceIds(int drawn) {
    next = new AtomicLong(((long) drawn << COUNTER_BITS) + 1);
  }

  /** Returns the first of {@link #BLOCK} consecutive ids that no other caller gets. Any thread. */
  long nextBlock() {
    return next.getAndAdd(BLOCK);
  }
}
