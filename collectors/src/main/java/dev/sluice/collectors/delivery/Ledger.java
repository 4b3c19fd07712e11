package dev.sluice.collectors.delivery;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.collectors.delivery.SealedChunk.State;
import dev.sluice.collectors.ring.DropCounters;
import java.util.EnumMap;
import java.util.Map;

/**
 * State of each chunk in memory, and the figures of the producer. Drops are of four kinds: refused
 * (never in the ring, which counts them), spoiled (drained but never sealed), lost (sealed but not
 * delivered) and given up (by the store that had taken them). One lock, because it is used per
 * chunk and all figures must fit together. What changes figures allocates nothing: none of it can
 * be left half done for want of memory.
 */
public final class Ledger {
  private static final DropCause[] CAUSES = DropCause.values();
  private static final CloseReason[] REASONS = CloseReason.values();

  /**
   * Pool that owns the bytes of the chunks; a chunk's bytes return to it when the chunk is settled.
   */
  public final BufferPool pool;

  /** Counts of records that the store took and that will not be sent. */
  private final DropCounters givenUp = new DropCounters();

  private final long producerId;
  private final String producerName;
  private final DropCounters refused;
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
  private int held;
  private long moves;
  private long chunks;
  private long bytes;
  private long publishedDrops;
  private boolean finished;

  // The chunks that are not settled, those of this producer in order. The queues of the JDK may
  // allocate.
  private SealedChunk first;
  private SealedChunk last;
  private SealedChunk firstWaiting;
  private volatile int waiting;
  private volatile int returned;

  /** Creates the ledger of a producer whose ring counts the records that it refuses. */
  public Ledger(Producer producer, BufferPool pool, DropCounters refused) {
    this.producerId = producer.id();
    this.producerName = producer.name();
    this.pool = pool;
    this.refused = refused;
  }

  /** Returns the accounting of the next chunk, without its clock and the times of its rows. */
  public synchronized Accounting.Builder next(int rows, CloseReason reason, boolean end) {
    DropCounts before = sum(refused.snapshot(), DropCounts.NONE, spoiled);
    return new Accounting.Builder(producerId)
        .name(producerName)
        .sequence(chunks)
        .end(end)
        .closeReason(reason.number())
        .emitted(sealed + rows + before.total())
        .dropped(sum(before, givenUp.snapshot(), lost));
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
   * Adds a chunk that was sealed with {@link #next}; it waits.
   *
   * @return false after {@link #finish}
   */
  synchronized boolean add(SealedChunk chunk, CloseReason reason) {
    if (finished) {
      return false;
    }
    link(chunk);
    firstWaiting = firstWaiting == null ? chunk : firstWaiting;
    enter(chunk, 1);
    chunks++;
    closed[reason.ordinal()]++;
    sealed += chunk.rows;
    inFlight += chunk.rows;
    bytes += chunk.chunk.length();
    publishedDrops = chunk.chunk.accounting().dropped().total();
    return true;
  }

  /** Adds a chunk that the store returned; the sender holds it. */
  synchronized void addStored(SealedChunk chunk) {
    link(chunk);
    chunk.state = State.HELD;
    enter(chunk, 1);
  }

  private void link(SealedChunk chunk) {
    chunk.previous = last;
    if (last == null) {
      first = chunk;
    } else {
      last.next = chunk;
    }
    last = chunk;
  }

  /** Returns the number of waiting chunks. */
  public int waiting() {
    return waiting;
  }

  /** Returns whether a chunk waits or is held, including one that is just being taken. */
  synchronized boolean hasUnsent() {
    return waiting > 0 || held > 0;
  }

  /** Returns the oldest waiting chunk without taking it; null if there is none. */
  synchronized SealedChunk oldest() {
    return firstWaiting;
  }

  /** Takes the oldest waiting chunk, which the caller then holds; returns null if there is none. */
  synchronized SealedChunk take() {
    SealedChunk oldest = firstWaiting;
    if (oldest != null) {
      leave(oldest, State.HELD);
    }
    return oldest;
  }

  /** Changes the state of a chunk, and the counts by state. */
  private void leave(SealedChunk chunk, State to) {
    while (firstWaiting == chunk || firstWaiting != null && firstWaiting.state != State.WAITING) {
      firstWaiting = firstWaiting.next; // those of the store lie among them
    }
    enter(chunk, -1);
    chunk.state = to;
    enter(chunk, 1);
    if (to == State.SETTLED) {
      unlink(chunk);
    }
  }

  /** Counts a chunk in its state; with a {@code sign} of -1 removes it from the count. */
  private void enter(SealedChunk chunk, int sign) {
    switch (chunk.state) {
      case WAITING -> waiting += sign;
      case SENT -> handedOverBytes += sign * chunk.bytes;
      case RETURNED -> returned += sign;
      case HELD -> held += sign;
      case SETTLED -> {}
    }
  }

  private void unlink(SealedChunk chunk) {
    if (chunk.previous == null) {
      first = chunk.next;
    } else {
      chunk.previous.next = chunk.next;
    }
    if (chunk.next == null) {
      last = chunk.previous;
    } else {
      chunk.next.previous = chunk.previous;
    }
    chunk.previous = null;
    chunk.next = null;
    if (!finished) { // afterwards the raw writer may still read it
      pool.give(chunk.buffer);
      chunk.buffer = null;
      chunk.chunk = null;
    }
  }

  /** Counts rows that were drained and will not be sealed. */
  public synchronized void spoiled(DropCause cause, long rows) {
    if (!finished) {
      spoiled[cause.ordinal()] += rows;
    }
  }

  /** Returns how many times a chunk went to the raw writer or was completed. */
  synchronized long moves() {
    return moves;
  }

  /** Returns the number of bytes of the buffers that are with the raw writer. */
  synchronized long handedOverBytes() {
    return handedOverBytes;
  }

  /** Notes that the raw writer gets a chunk; false if the chunk is settled. */
  synchronized boolean beginSending(SealedChunk chunk) {
    return move(chunk, State.HELD, State.SENT);
  }

  /**
   * Notes that the raw writer did not take a chunk; returns false if it completed the chunk all the
   * same.
   */
  synchronized boolean takeBack(SealedChunk chunk) {
    return move(chunk, State.SENT, State.HELD);
  }

  /** Notes that the raw writer did not take a chunk, but a part of it may have arrived. */
  synchronized void leftTraces(SealedChunk chunk) {
    chunk.leftTraces = true;
  }

  private boolean move(SealedChunk chunk, State from, State to) {
    boolean moved = chunk.state == from;
    if (moved) {
      leave(chunk, to);
      moves++;
    }
    return moved;
  }

  /**
   * Notes the outcome of a chunk that the raw writer reports.
   *
   * @param keep whether the store is to keep the chunk
   * @return false if the chunk is not with the raw writer
   */
  synchronized boolean complete(SealedChunk chunk, Outcome outcome, boolean keep) {
    boolean sent = chunk.state == State.SENT;
    if (sent) {
      moves++;
      chunk.outcome = outcome;
      chunk.keep = keep;
      if (!keep) {
        count(chunk, outcome, DropCause.WRITE_REJECTED);
      }
      leave(chunk, keep || chunk.stored != null ? State.RETURNED : State.SETTLED);
    }
    return sent;
  }

  /** Returns whether there is a chunk whose outcome the store must be notified of. */
  boolean hasReturned() {
    return returned > 0;
  }

  /**
   * Returns a completed chunk, held if the store is to keep it, otherwise settled; null if there is
   * none.
   */
  synchronized SealedChunk takeReturned() {
    SealedChunk chunk = returned == 0 ? null : first;
    while (chunk != null && chunk.state != State.RETURNED) {
      chunk = chunk.next;
    }
    if (chunk != null) {
      leave(chunk, chunk.keep ? State.HELD : State.SETTLED);
    }
    return chunk;
  }

  /** Notes that a chunk will not be sent; returns false if its outcome is known. */
  synchronized boolean drop(SealedChunk chunk, DropCause cause) {
    boolean open = chunk.state != State.SETTLED;
    if (open) {
      count(chunk, chunk.outcome != null ? chunk.outcome : Outcome.FAILED, cause);
      leave(chunk, State.SETTLED);
    }
    return open;
  }

  /**
   * Notes that the store is asked to take a chunk; returns false if the chunk is settled, because
   * the figures already count it as lost.
   */
  synchronized boolean beginStoring(SealedChunk chunk) {
    chunk.storing = chunk.state != State.SETTLED;
    return chunk.storing;
  }

  /** Notes that the store has answered, and whether a later producer may find the chunk there. */
  synchronized void endStoring(SealedChunk chunk, boolean leftTraces) {
    chunk.storing = false;
    chunk.leftTraces |= leftTraces;
  }

  /** Notes that the store has a chunk; has no effect if the chunk's outcome is known. */
  synchronized void spill(SealedChunk chunk) {
    if (chunk.state == State.WAITING || chunk.state == State.HELD) {
      if (chunk.stored == null) {
        inFlight -= chunk.rows;
        spilled += chunk.rows;
      }
      leave(chunk, State.SETTLED);
    }
  }

  /** Counts records that the store had and drops; a null cause means that they may have arrived. */
  public void dropStored(DropCause cause, long rows) {
    if (cause != null) {
      givenUp.add(cause, rows);
      return;
    }
    synchronized (this) {
      spilled -= rows;
      unconfirmed += rows;
    }
  }

  private void count(SealedChunk chunk, Outcome outcome, DropCause causeOfFailure) {
    boolean lost = outcome == Outcome.FAILED && !chunk.mayHaveArrived();
    if (chunk.stored == null) {
      inFlight -= chunk.rows;
      this.lost[causeOfFailure.ordinal()] += lost ? chunk.rows : 0;
    } else if (lost) {
      chunk.lost = causeOfFailure; // still spilled: counted when the store gives it up
      return;
    } else if (!chunk.stored.own()) {
      adopted += outcome == Outcome.ACKNOWLEDGED ? chunk.rows : 0;
      return;
    } else {
      spilled -= chunk.rows;
    }
    acknowledged += outcome == Outcome.ACKNOWLEDGED ? chunk.rows : 0;
    unconfirmed += outcome != Outcome.ACKNOWLEDGED && !lost ? chunk.rows : 0;
  }

  /**
   * Ends the ledger: settles all chunks in memory (those with the raw writer may have arrived,
   * those that the store is taking may be kept, those that it has stay there, the rest is dropped)
   * and counts drained rows that are not sealed as dropped. A pump that comes late changes nothing.
   */
  public synchronized void finish(long drained) {
    spoiled(DropCause.CLOSED, unsealed(drained));
    finished = true;
    while (first != null) {
      if (first.stored != null) {
        leave(first, State.SETTLED);
      } else {
        boolean open = first.state == State.SENT || first.storing;
        first.outcome = open ? Outcome.UNCONFIRMED : first.outcome;
        drop(first, DropCause.CLOSED);
      }
    }
  }

  /** Returns the number of drained rows that are in the batch. */
  private long unsealed(long drained) {
    long rows = drained - sealed;
    for (long count : spoiled) {
      rows -= count;
    }
    return rows;
  }

  /** Returns the sequence number of the last sealed chunk, -1 if there is none. */
  public synchronized long lastSequence() {
    return chunks - 1;
  }

  /** Returns whether every chunk up to that sequence is settled or in the store. */
  public synchronized boolean isSettledTo(long sequence) {
    SealedChunk oldest = first;
    while (oldest != null && oldest.stored != null) {
      oldest = oldest.next;
    }
    return oldest == null || oldest.sequence > sequence;
  }

  /** Returns whether there are drops that no chunk header contains yet. */
  public synchronized boolean hasUnpublishedDrops() {
    return dropped() != publishedDrops;
  }

  /** Returns the number of records lost so far. */
  synchronized long dropped() {
    long total = refused.total() + givenUp.total();
    for (int i = 0; i < lost.length; i++) {
      total += spoiled[i] + lost[i];
    }
    return total;
  }

  /** Returns the number of records of earlier producers that arrived. */
  public synchronized long adopted() {
    return adopted;
  }

  /** Returns the number of closed chunks by reason, as a copy. */
  public synchronized Map<CloseReason, Long> closeReasons() {
    Map<CloseReason, Long> counts = new EnumMap<>(CloseReason.class);
    for (CloseReason reason : REASONS) {
      if (closed[reason.ordinal()] > 0) {
        counts.put(reason, closed[reason.ordinal()]);
      }
    }
    return counts;
  }

  /** Returns the number of records that are in the store, or that it had and dropped. */
  synchronized long spilled() {
    return spilled;
  }

  /** Returns the number of sealed records that wait in memory or are with the raw writer. */
  synchronized long inFlight() {
    return inFlight;
  }

  /**
   * Returns the figures of all records so far.
   *
   * @param drained rows taken out of the ring so far
   * @param inRing rows in the ring
   */
  public synchronized CollectorReport report(long drained, long inRing) {
    DropCounts dropped = refused.snapshot();
    DropCounts left = givenUp.snapshot();
    return new CollectorReport(
        producerId,
        producerName,
        drained + inRing + dropped.total(),
        acknowledged,
        unconfirmed,
        inRing + unsealed(drained) + inFlight,
        spilled - left.total(),
        sum(dropped, left, spoiled, lost),
        chunks,
        bytes);
  }
}
