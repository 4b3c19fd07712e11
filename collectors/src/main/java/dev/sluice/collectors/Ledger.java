package dev.sluice.collectors;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.collectors.spill.Stage;
import java.util.EnumMap;
import java.util.Map;

/**
 * The figures of one producer: what was sealed and what became of it. Drops are of three kinds:
 * refused (never in the ring, which counts them), spoiled (drained but never sealed) and lost
 * (sealed but not delivered). A lock, because it is used per chunk and all figures must fit
 * together. What changes figures allocates nothing: none of it can be left half done for want of
 * memory.
 */
final class Ledger {
  private static final DropCause[] CAUSES = DropCause.values();
  private static final CloseReason[] REASONS = CloseReason.values();

  private final long producerId;
  private final String producerName;
  private final DropCounters refused;

  /** Records that the stage took, and gave up without handing them out. */
  final DropCounters givenUp = new DropCounters();

  private final long[] spoiled = new long[DropCause.COUNT];
  private final long[] lost = new long[DropCause.COUNT];
  private final long[] closed = new long[REASONS.length];
  private long sealed;
  private long acknowledged;
  private long unconfirmed;
  private long spilled;
  private long adopted;
  private long inFlight;
  private long handedOverBytes;
  private long chunks;
  private long bytes;
  private long publishedDrops;
  private boolean finished;

  /** The open chunks, in order: sealed, and neither settled nor in the stage. */
  private Entry firstOpen;

  private Entry lastOpen;

  private enum State {
    WAITING,
    /** With the raw writer. */
    SENT,
    /** Completed, but not acknowledged, and to be kept by the stage. */
    RETURNED,
    SETTLED
  }

  /** What the ledger knows of one chunk. The fields are the ledger's, under its lock. */
  static final class Entry {
    private final long sequence;
    private final int rows;
    private final int bufferBytes;

    /** Whether the stage has the chunk as well. */
    private final boolean stored;

    /** Whether the chunk is one of this producer. */
    private final boolean own;

    private State state = State.WAITING;
    private Outcome returned;
    private Entry previous;
    private Entry next;

    /** A chunk in memory; {@code stored} is where the stage has it, or null. */
    Entry(Chunk chunk, int bufferBytes, Stage.Stored stored) {
      this.sequence = chunk.accounting().sequence();
      this.rows = chunk.header().recordCount();
      this.bufferBytes = bufferBytes;
      this.stored = stored != null;
      this.own = stored == null || stored.own();
    }
  }

  /** A ledger of a producer whose ring counts what it refuses. */
  Ledger(long producerId, String producerName, DropCounters refused) {
    this.producerId = producerId;
    this.producerName = producerName;
    this.refused = refused;
  }

  /** What the next chunk says about its producer. */
  synchronized Accounting next(
      int rows, CloseReason reason, boolean end, long clockOffset, BatchTimes times) {
    DropCounts before = sum(refused.snapshot(), DropCounts.NONE, spoiled);
    Accounting.Builder accounting =
        new Accounting.Builder(producerId)
            .name(producerName)
            .sequence(chunks)
            .end(end)
            .closeReason(reason.number())
            .emitted(sealed + rows + before.total())
            .dropped(sum(before, givenUp.snapshot(), lost))
            .clockOffset(clockOffset);
    if (times.any()) {
      accounting.times(times.first(), times.last());
    }
    return accounting.build();
  }

  private static DropCounts sum(DropCounts one, DropCounts other, long[]... more) {
    long[] sums = new long[DropCause.COUNT];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = one.of(CAUSES[i]) + other.of(CAUSES[i]);
      for (long[] counts : more) {
        sums[i] += counts[i];
      }
    }
    return DropCounts.of(sums);
  }

  /**
   * Takes a chunk that was sealed with {@link #next}.
   *
   * @return false after {@link #finish}
   */
  synchronized boolean sealed(Entry entry, Chunk chunk, CloseReason reason) {
    if (finished) {
      return false;
    }
    entry.previous = lastOpen;
    if (lastOpen == null) {
      firstOpen = entry;
    } else {
      lastOpen.next = entry;
    }
    lastOpen = entry;
    chunks++;
    closed[reason.ordinal()]++;
    sealed += entry.rows;
    inFlight += entry.rows;
    bytes += chunk.length();
    publishedDrops = chunk.accounting().dropped().total();
    return true;
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

  /** Notes that the raw writer gets a chunk; false if the chunk is settled. */
  synchronized boolean handOver(Entry entry) {
    return move(entry, State.WAITING, State.SENT);
  }

  /** Notes that the raw writer did not take a chunk; false if it completed it all the same. */
  synchronized boolean takeBack(Entry entry) {
    return move(entry, State.SENT, State.WAITING);
  }

  private boolean move(Entry entry, State from, State to) {
    boolean moved = entry.state == from;
    if (moved) {
      entry.state = to;
      handedOverBytes += from == State.SENT ? -entry.bufferBytes : 0;
      handedOverBytes += to == State.SENT ? entry.bufferBytes : 0;
    }
    return moved;
  }

  /**
   * Notes what the raw writer says became of a chunk.
   *
   * @param keep whether the stage is to keep the chunk
   * @return false if the chunk is not with the raw writer
   */
  synchronized boolean complete(Entry entry, Outcome outcome, boolean keep) {
    if (!move(entry, State.SENT, State.RETURNED)) {
      return false;
    }
    entry.returned = outcome;
    if (!keep) {
      settle(entry, outcome, DropCause.WRITE_REJECTED);
    } else if (entry.stored) {
      entry.state = State.SETTLED; // the stage has it and hands it out again
    }
    return true;
  }

  /** Notes that a chunk will not be sent; false if what became of it is known. */
  synchronized boolean drop(Entry entry, DropCause cause) {
    boolean open = entry.state != State.SETTLED;
    if (open) {
      move(entry, State.SENT, State.WAITING);
      boolean isReturned = entry.state == State.RETURNED;
      settle(entry, isReturned ? entry.returned : Outcome.FAILED, cause);
    }
    return open;
  }

  /** Notes that the stage has a chunk; false if what became of it is known. */
  synchronized boolean spill(Entry entry) {
    boolean open = entry.state == State.WAITING || entry.state == State.RETURNED;
    if (open && !entry.stored) {
      inFlight -= entry.rows;
      spilled += entry.rows;
    }
    if (open) {
      close(entry);
    }
    return open;
  }

  private void settle(Entry entry, Outcome outcome, DropCause causeOfFailure) {
    close(entry);
    if (!entry.own) {
      adopted += outcome == Outcome.ACKNOWLEDGED ? entry.rows : 0;
      return;
    }
    inFlight -= entry.stored ? 0 : entry.rows;
    spilled -= entry.stored ? entry.rows : 0;
    switch (outcome) {
      case ACKNOWLEDGED -> acknowledged += entry.rows;
      case UNCONFIRMED -> unconfirmed += entry.rows;
      case FAILED -> lost[causeOfFailure.ordinal()] += entry.rows;
    }
  }

  private void close(Entry entry) {
    entry.state = State.SETTLED;
    if (!entry.stored) {
      unlink(entry);
    }
  }

  private void unlink(Entry entry) {
    if (entry.previous == null) {
      firstOpen = entry.next;
    } else {
      entry.previous.next = entry.next;
    }
    if (entry.next == null) {
      lastOpen = entry.previous;
    } else {
      entry.next.previous = entry.previous;
    }
    entry.previous = null;
    entry.next = null;
  }

  /**
   * The end: settles all open chunks (what the raw writer has may have arrived, the rest is given
   * up) and counts drained rows that are not sealed as dropped. A pump that comes late changes
   * nothing.
   */
  synchronized void finish(long drained) {
    spoiled(DropCause.CLOSED, unsealed(drained));
    finished = true;
    while (firstOpen != null) {
      if (firstOpen.state == State.SENT) {
        complete(firstOpen, Outcome.UNCONFIRMED, false);
      } else {
        drop(firstOpen, DropCause.CLOSED);
      }
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

  /** Whether every chunk up to that sequence is settled or in the stage. */
  synchronized boolean isSettledTo(long sequence) {
    return firstOpen == null || firstOpen.sequence > sequence;
  }

  /** Whether there are drops that no chunk header shows yet. */
  synchronized boolean hasUnpublishedDrops() {
    return dropped() != publishedDrops;
  }

  /** Records lost so far. */
  synchronized long dropped() {
    long total = refused.total() + givenUp.total();
    for (int i = 0; i < lost.length; i++) {
      total += spoiled[i] + lost[i];
    }
    return total;
  }

  /** Records of earlier producers that arrived. */
  synchronized long adopted() {
    return adopted;
  }

  /** How many chunks were closed for which reason. A copy. */
  synchronized Map<CloseReason, Long> closeReasons() {
    Map<CloseReason, Long> counts = new EnumMap<>(CloseReason.class);
    for (CloseReason reason : REASONS) {
      if (closed[reason.ordinal()] > 0) {
        counts.put(reason, closed[reason.ordinal()]);
      }
    }
    return counts;
  }

  /**
   * The figures.
   *
   * @param drained rows taken out of the ring so far
   * @param waiting rows in the ring
   */
  synchronized CollectorReport report(long drained, long waiting) {
    DropCounts dropped = refused.snapshot();
    DropCounts left = givenUp.snapshot();
    return new CollectorReport(
        producerId,
        producerName,
        drained + waiting + dropped.total(),
        acknowledged,
        unconfirmed,
        waiting + unsealed(drained) + inFlight,
        spilled - left.total(),
        sum(dropped, left, spoiled, lost),
        chunks,
        bytes);
  }
}
