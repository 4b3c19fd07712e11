package dev.sluice.monitoring.probe;

import dev.sluice.api.spi.RandomBits;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generator of trace ids: positive numbers, 24 bits drawn at the start and a counter of 39 bits
 * from 1 below. A trace is identified for certain by its producer, which every chunk names, and its
 * id; the drawn bits also keep the ids of different processes apart where somebody groups records
 * by id alone (100 processes: 0.03 % that any two draw the same). Random ids of 128 bits would be
 * unique alone, but cost 21 bytes a record after compression; ids that differ little from row to
 * row cost almost nothing, whatever they have in common.
 *
 * <p>A thread takes a block at a time, so that beginning a trace seldom touches what threads share.
 */
final class TraceIds {
  /** Number of ids that a thread takes together. */
  static final int BLOCK = 64;

  private static final int DRAWN_BITS = 24;
  private static final int COUNTER_BITS = Long.SIZE - 1 - DRAWN_BITS;

  private final AtomicLong next;

  // Drawn, so that nobody can foresee the ids that leave the process.
  private final long highKey = RandomBits.nextLong();
  private final long lowKey = RandomBits.nextLong();
  private final long spanKey = RandomBits.nextLong();

  TraceIds() {
    this((int) (RandomBits.nextLong() >>> Long.SIZE - DRAWN_BITS));
  }

  /** Creates a generator with given bits instead of random ones, for tests. */
  TraceIds(int drawn) {
    next = new AtomicLong(((long) drawn << COUNTER_BITS) + 1);
  }

  /** Returns an id that no other caller gets. Any thread. */
  long next() {
    return next.getAndIncrement();
  }

  /** Returns the first of {@link #BLOCK} consecutive ids that no other caller gets. Any thread. */
  long nextBlock() {
    return next.getAndAdd(BLOCK);
  }

  /**
   * Returns the first 8 bytes of the W3C's id of a request that begins with a trace here. All
   * threads that continue that trace have the same bytes without sharing anything: a function of
   * its id that is as good as random, which level 2 of the specification asks for.
   */
  long w3cHigh(long root) {
    return mixed(root ^ highKey);
  }

  /** Returns the last 8 bytes of the W3C's id of a request that begins with a trace here. */
  long w3cLow(long root) {
    return mixed(root ^ lowKey);
  }

  /**
   * Returns a span id, never 0.
   *
   * @param id one that nothing else got
   */
  long span(long id) {
    long span = mixed(id ^ spanKey);
    return span == 0 ? 1 : span;
  }

  /**
   * Returns a one-to-one mapping of bits, in which each bit depends on all: the finalizer of
   * SplittableRandom (Steele 2014).
   */
  private static long mixed(long bits) {
    long mixed = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}
