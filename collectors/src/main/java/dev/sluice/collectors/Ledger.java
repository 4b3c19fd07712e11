package dev.sluice.collectors;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion.Outcome;

/**
 * Owner of the figures behind the ring: what was sealed and what became of it. Drops are of three
 * kinds: refused (never in the ring; the sink counts them), spoiled (drained but never sealed) and
 * lost (sealed but not delivered). A lock, because it is used per chunk and all figures must fit
 * together.
 */
final class Ledger {
  private static final DropCause[] CAUSES = DropCause.values();

  private final long producerId;
  private final String producerName;
  private final long[] spoiled = new long[DropCause.COUNT];
  private final long[] lost = new long[DropCause.COUNT];
  private long sealed;
  private long acknowledged;
  private long unconfirmed;
  private long inFlight;
  private long handedOverBytes;
  private long chunks;
  private long bytes;
  private long publishedDrops;
  private boolean finished;

  /** The open chunks, those not settled, by sequence, linked with one another. */
  private SealedChunk firstOpen;

  private SealedChunk lastOpen;

  Ledger(long producerId, String producerName) {
    this.producerId = producerId;
    this.producerName = producerName;
  }

  /** What the next chunk says about its producer. */
  synchronized Accounting next(
      int rows, boolean end, DropCounts refused, long clockOffset, BatchTimes times) {
    DropCounts before = sum(refused, spoiled, null);
    Accounting.Builder accounting =
        new Accounting.Builder(producerId)
            .name(producerName)
            .sequence(chunks)
            .end(end)
            .emitted(sealed + rows + before.total())
            .dropped(sum(before, null, lost))
            .clockOffset(clockOffset);
    if (times.any()) {
      accounting.times(times.first(), times.last());
    }
    return accounting.build();
  }

  private static DropCounts sum(DropCounts a, long[] b, long[] c) {
    long[] sums = new long[DropCause.COUNT];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = a.of(CAUSES[i]) + (b == null ? 0 : b[i]) + (c == null ? 0 : c[i]);
    }
    return DropCounts.of(sums);
  }

  /**
   * Takes a chunk that was sealed with {@link #next}; false after {@link #finish}. Allocates
   * nothing, like all that changes figures: none of it can be left half done for want of memory.
   */
  synchronized boolean sealed(SealedChunk chunk) {
    if (finished) {
      return false;
    }
    chunk.previous = lastOpen;
    if (lastOpen == null) {
      firstOpen = chunk;
    } else {
      lastOpen.next = chunk;
    }
    lastOpen = chunk;
    chunks++;
    sealed += chunk.rows();
    inFlight += chunk.rows();
    bytes += chunk.chunk().length();
    publishedDrops = chunk.chunk().accounting().dropped().total();
    return true;
  }

  private void unlink(SealedChunk chunk) {
    if (chunk.previous == null) {
      firstOpen = chunk.next;
    } else {
      chunk.previous.next = chunk.next;
    }
    if (chunk.next == null) {
      lastOpen = chunk.previous;
    } else {
      chunk.next.previous = chunk.previous;
    }
    chunk.previous = null;
    chunk.next = null;
  }

  /** Counts rows that were drained and will not be sealed. */
  synchronized void spoiled(DropCause cause, long rows) {
    if (!finished) {
      spoiled[cause.ordinal()] += rows;
    }
  }

  /** Bytes of the buffers that are with the raw writer. */
  synchronized long handedOverBytes() {
    return handedOverBytes;
  }

  /** The raw writer gets a chunk; null if what became of it is known. */
  synchronized Chunk handOver(SealedChunk chunk) {
    if (chunk.isSettled()) {
      return null;
    }
    handedOverBytes += chunk.bufferBytes();
    chunk.handedOver(true);
    return chunk.chunk();
  }

  /** The raw writer did not take a chunk; false if it completed it all the same. */
  synchronized boolean takeBack(SealedChunk chunk) {
    if (!chunk.isSettled()) {
      handedOverBytes -= chunk.bufferBytes();
      chunk.handedOver(false);
    }
    return !chunk.isSettled();
  }

  /** What the raw writer says became of a chunk; false if the chunk is not with it. */
  synchronized boolean complete(SealedChunk chunk, Outcome outcome) {
    return chunk.isHandedOver() && settle(chunk, outcome, DropCause.WRITE_REJECTED);
  }

  /** What became of a chunk; false if that was known before. */
  synchronized boolean settle(SealedChunk chunk, Outcome outcome, DropCause causeOfFailure) {
    if (chunk.isSettled()) {
      return false;
    }
    chunk.settled();
    unlink(chunk);
    int rows = chunk.rows();
    inFlight -= rows;
    handedOverBytes -= chunk.isHandedOver() ? chunk.bufferBytes() : 0;
    if (outcome == Outcome.ACKNOWLEDGED) {
      acknowledged += rows;
    } else if (outcome == Outcome.UNCONFIRMED) {
      unconfirmed += rows;
    } else {
      lost[causeOfFailure.ordinal()] += rows;
    }
    return true;
  }

  /**
   * The end: settles all chunks (what the raw writer has may have arrived, the rest is given up)
   * and counts drained rows that are not sealed as dropped. A pump that comes late changes nothing.
   */
  synchronized void finish(long drained) {
    spoiled(DropCause.CLOSED, unsealed(drained));
    finished = true;
    while (firstOpen != null) {
      boolean sent = firstOpen.isHandedOver();
      settle(firstOpen, sent ? Outcome.UNCONFIRMED : Outcome.FAILED, DropCause.CLOSED);
    }
  }

  /** Of the drained rows those that are in the batch. */
  private long unsealed(long drained) {
    long rows = drained - sealed;
    for (long count : spoiled) {
      rows -= count;
    }
    return rows;
  }

  /** Sequence of the last chunk sealed, -1 if there is none. */
  synchronized long lastSequence() {
    return chunks - 1;
  }

  /** Whether every chunk up to that sequence is settled. */
  synchronized boolean isSettledTo(long sequence) {
    return firstOpen == null || firstOpen.sequence() > sequence;
  }

  /** Whether there are drops that no chunk header shows yet. */
  synchronized boolean hasUnpublishedDrops(DropCounts refused) {
    return sum(refused, spoiled, lost).total() != publishedDrops;
  }

  /**
   * The figures.
   *
   * @param drained rows taken out of the ring so far
   * @param waiting rows in the ring
   * @param refused records that never got into the ring
   */
  synchronized CollectorReport report(long drained, long waiting, DropCounts refused) {
    return new CollectorReport(
        producerId,
        producerName,
        drained + waiting + refused.total(),
        acknowledged,
        unconfirmed,
        waiting + unsealed(drained) + inFlight,
        0,
        sum(refused, spoiled, lost),
        chunks,
        bytes);
  }
}
