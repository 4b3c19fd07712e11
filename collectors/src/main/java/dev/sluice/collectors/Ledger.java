package dev.sluice.collectors;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion.Outcome;
import java.util.ArrayDeque;

/**
 * Owner of the figures behind the ring: what was sealed and what became of it. Drops are of three
 * kinds: refused (never in the ring; the gate counts them), spoiled (drained but never sealed) and
 * lost (sealed but not delivered). A lock, because it is used per chunk and all figures must fit
 * together.
 */
final class Ledger {
  private static final DropCause[] CAUSES = DropCause.values();

  private final long producerId;
  private final String producerName;
  private final ArrayDeque<SealedChunk> open = new ArrayDeque<>();
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

  Ledger(long producerId, String producerName) {
    this.producerId = producerId;
    this.producerName = producerName;
  }

  /** What the next chunk says about its producer. */
  synchronized Accounting next(
      int rows, boolean end, DropCounts refused, long clockOffset, BatchTimes times) {
    DropCounts before = sum(refused, spoiled, null);
    return new Accounting(
        producerId,
        producerName,
        chunks,
        end,
        sealed + rows + before.total(),
        sum(before, null, lost),
        clockOffset,
        times.first(),
        times.last(),
        times.any());
  }

  private static DropCounts sum(DropCounts a, long[] b, long[] c) {
    long[] sums = new long[DropCause.COUNT];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = a.of(CAUSES[i]) + (b == null ? 0 : b[i]) + (c == null ? 0 : c[i]);
    }
    return DropCounts.of(sums);
  }

  /** Takes a chunk that was sealed with {@link #next}. */
  synchronized void sealed(SealedChunk chunk) {
    open.add(chunk);
    chunks++;
    sealed += chunk.rows();
    inFlight += chunk.rows();
    bytes += chunk.chunk().length();
    publishedDrops = chunk.chunk().accounting().dropped().total();
  }

  /** Counts rows that were drained and will not be sealed. */
  synchronized void spoiled(DropCause cause, long rows) {
    spoiled[cause.ordinal()] += rows;
  }

  /** Bytes of the buffers that are with the raw writer. */
  synchronized long handedOverBytes() {
    return handedOverBytes;
  }

  /** The raw writer gets a chunk. */
  synchronized void handOver(SealedChunk chunk) {
    handedOverBytes += chunk.chunk().array().length;
    chunk.handedOver(true);
  }

  /** The raw writer did not take a chunk. */
  synchronized void takeBack(SealedChunk chunk) {
    if (chunk.isHandedOver() && !chunk.isSettled()) {
      handedOverBytes -= chunk.chunk().array().length;
      chunk.handedOver(false);
    }
  }

  /** What became of a chunk; false if that was known before. */
  synchronized boolean settle(SealedChunk chunk, Outcome outcome, DropCause causeOfFailure) {
    if (chunk.isSettled()) {
      return false;
    }
    chunk.settled();
    int rows = chunk.rows();
    inFlight -= rows;
    handedOverBytes -= chunk.isHandedOver() ? chunk.chunk().array().length : 0;
    switch (outcome) {
      case ACKNOWLEDGED -> acknowledged += rows;
      case UNCONFIRMED -> unconfirmed += rows;
      case FAILED -> lost[causeOfFailure.ordinal()] += rows;
    }
    while (!open.isEmpty() && open.peek().isSettled()) {
      open.poll();
    }
    return true;
  }

  /** Settles all chunks: what the raw writer has may have arrived, the rest is given up. */
  synchronized void abandon() {
    for (SealedChunk chunk : open.toArray(new SealedChunk[0])) {
      settle(chunk, chunk.isHandedOver() ? Outcome.UNCONFIRMED : Outcome.FAILED, DropCause.CLOSED);
    }
  }

  /** Sequence of the last chunk sealed, -1 if there is none. */
  synchronized long lastSequence() {
    return chunks - 1;
  }

  /** Whether every chunk up to that sequence is settled. */
  synchronized boolean isSettledTo(long sequence) {
    return open.isEmpty() || open.peek().sequence() > sequence;
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
   * @param batched rows in the batch
   * @param refused records that never got into the ring
   */
  synchronized CollectorReport report(
      long drained, long waiting, long batched, DropCounts refused) {
    return new CollectorReport(
        producerId,
        producerName,
        drained + waiting + refused.total(),
        acknowledged,
        unconfirmed,
        waiting + batched + inFlight,
        sum(refused, spoiled, lost),
        chunks,
        bytes);
  }
}
