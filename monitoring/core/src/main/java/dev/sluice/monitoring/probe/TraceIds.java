package dev.sluice.monitoring.probe;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives out trace ids, from 1. They are counters and unique within a producer; every chunk names
 * its producer, so a trace is identified by both, across processes and without coordination. Random
 * ids of 128 bits would be unique alone, but cost 21 bytes a record after compression; counters
 * that differ little from row to row cost almost nothing.
 *
 * <p>A thread takes a block at a time, so that beginning a trace seldom touches what threads share.
 */
final class TraceIds {
  /** Ids a thread takes at once. */
  static final int BLOCK = 64;

  private final AtomicLong next = new AtomicLong(1);

  /** The first of {@link #BLOCK} consecutive ids that nobody else gets. Any thread. */
  long nextBlock() {
    return next.getAndAdd(BLOCK);
  }
}
