package dev.sluice.analysis.traces;

import dev.sluice.api.chunk.Accounting;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Closes traces in the order of their producers' sequences, whatever the order in which the chunks
 * come: a trace that ended in a chunk waits for those of lower sequence. A missing chunk is given
 * up after a time, and when there is no room. For one thread.
 */
final class ClosingOrder {
  /** In place of a trace. */
  static final int NONE = -1;

  /** Chunks that wait for missing ones, of all producers. */
  private static final int MOST_WAITING = 1 << 16;

  /** Traces that wait although they may be complete. */
  private static final int WAITING = OpenTraces.EVENTS | OpenTraces.SPANS;

  /**
   * So many events of a producer wait whether executions tell of the same calls, and spans whether
   * some come that outlive their request's first.
   */
  private static final int MOST_HELD = 1 << 16;

  private final OpenTraces open;
  private final Producers producers;
  private final TraceClosing closing;
  private final Executed executed;
  private final TraceCounts counts;
  private final long timeout;
  private final long patience;
  private int[] listed = new int[64];
  private int listedCount;
  private int waiting;
  private Producers.Producer producer;

  /** The last chunk: its sequence, the stream time with it, and it if it waits for another. */
  private long sequence;

  private long time;
  private EarlyChunk early;
  private boolean late;

  ClosingOrder(
      OpenTraces open,
      Producers producers,
      TraceClosing closing,
      Executed executed,
      TraceCounts counts,
      TraceLimits limits) {
    this.open = open;
    this.producers = producers;
    this.closing = closing;
    this.executed = executed;
    this.counts = counts;
    this.timeout = nanos(limits.timeout());
    this.patience = nanos(limits.patience());
  }

  private static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }

  /** The producer of the last chunk. */
  Producers.Producer producer() {
    return producer;
  }

  /** The sequence of the last chunk. */
  long sequence() {
    return sequence;
  }

  /** Whether the last chunk was given up before it came. */
  boolean isLate() {
    return late;
  }

  /** The stream time with the last chunk. */
  long time() {
    return time;
  }

  /** The state of {@code producers} was read. */
  void restored() {
    waiting = producers.all().stream().mapToInt(one -> one.losses().waiting()).sum();
  }

  /** A chunk comes: closes what ended with the one before, and what timed out. */
  void chunk(Accounting accounting) {
    endChunk();
    long id = accounting.producerId();
    if (producer == null || producer.losses().id() != id) {
      producer = producers.of(id, this::forget);
    }
    Losses losses = producer.losses();
    // By the time of the chunks before: what this one holds was not silent.
    time = losses.streamTime();
    if (producer.isSweepDue(time, timeout)) {
      closeAll(losses, before(timeout), Reason.TIMED_OUT);
    }
    sequence = accounting.sequence();
    late = losses.isGivenUp(accounting.firstSequence(), sequence);
    if (late) {
      counts.countLate();
    }
    waiting -= losses.waiting();
    early = losses.chunk(accounting);
    waiting += losses.waiting();
    time = Math.max(losses.streamTime(), early == null ? time : early.lastTime());
  }

  private long before(long nanos) {
    return time < Long.MIN_VALUE + nanos ? Long.MIN_VALUE : time - nanos;
  }

  /** A trace may be complete with the last chunk. */
  void list(int trace) {
    if (!open.has(trace, OpenTraces.LISTED)) {
      open.set(trace, OpenTraces.LISTED);
      listed(trace);
    }
  }

  private void listed(int trace) {
    if (listedCount == listed.length) {
      listed = Arrays.copyOf(listed, listedCount * 2);
    }
    listed[listedCount++] = trace;
  }

  /** Whether a trace has ended, so that a record of its id in the last chunk is of another one. */
  boolean hasEnded(int trace) {
    return open.has(trace, OpenTraces.LISTED)
        && open.chunk(trace) <= sequence
        && producer.losses().hasPassed(open.chunk(trace))
        && open.isComplete(trace);
  }

  /**
   * All records of the last chunk came: closes the traces that ended in it, or in a chunk that
   * waited for it.
   */
  void endChunk() {
    if (producer == null) {
      return;
    }
    Losses losses = producer.losses();
    if (early == null || losses.hasPassed(sequence)) {
      for (int i = 0; i < listedCount; i++) {
        if (open.has(listed[i], OpenTraces.LISTED)) { // else closed meanwhile
          ended(listed[i], producer);
        }
      }
    } else {
      Arrays.stream(listed, 0, listedCount).mapToObj(open::id).forEach(early.ended()::add);
    }
    listedCount = 0;
    early = null;
    follow(producer, false, NONE);
    while (losses.waiting() > 0 && (waiting > MOST_WAITING || losses.isWaitingLonger(patience))) {
      follow(producer, true, NONE);
    }
    release(losses);
  }

  /** Looks at the chunks that wait, up to the next one that is missing. */
  private void follow(Producers.Producer of, boolean given, int needed) {
    EarlyChunk next = of.losses().next(given);
    for (; next != null; next = of.losses().next(false)) {
      waiting--;
      for (long id : next.ended()) {
        int trace = open.find(id, of.losses().id());
        EarlyChunk later = trace < 0 ? null : of.losses().waiting(open.chunk(trace));
        if (later != null) {
          later.ended().add(id); // more of the trace came, in a chunk that still waits
        } else if (trace >= 0 && trace == needed) {
          listed(trace);
        } else if (trace >= 0 && open.has(trace, OpenTraces.LISTED)) {
          ended(trace, of);
        }
      }
    }
  }

  /** Closes a trace that ended, if it is complete or lacks what cannot come any more. */
  private void ended(int trace, Producers.Producer of) {
    boolean complete = open.isComplete(trace);
    if (complete && open.has(trace, WAITING)) {
      of.hold(new Producers.HeldTrace(open.id(trace), open.count(trace), time));
      return;
    }
    open.unset(trace, OpenTraces.LISTED);
    if (complete || of.losses().any(open.begin(trace), Long.MAX_VALUE)) {
      closing.close(trace, of.losses(), null);
    }
  }

  /** Closes traces that waited long enough. */
  private void release(Losses losses) {
    boolean alone = producer.seen() > MOST_HELD && !executed.contains(losses.id(), null);
    Producers.HeldTrace held;
    while ((held = producer.release(alone ? 0 : MOST_HELD, before(patience))) != null) {
      int trace = open.find(held.id(), losses.id());
      if (trace >= 0 && open.has(trace, WAITING) && open.isComplete(trace)) {
        closing.close(trace, losses, null);
      }
    }
  }

  /**
   * Gives up what the trace that was silent for longest waits for, or the trace; but not the one
   * that is needed.
   */
  void giveWay(int needed) {
    int oldest = open.oldest() == needed ? open.younger(needed) : open.oldest();
    Producers.Producer of = producers.known(open.producer(oldest));
    if (of.losses().waiting() > 0) {
      follow(of, true, needed);
    } else {
      closing.close(oldest, of.losses(), Reason.EVICTED);
    }
  }

  private void forget(Losses losses) {
    waiting -= losses.waiting();
    closeAll(losses, Long.MAX_VALUE, Reason.EVICTED);
  }

  /** Closes the traces of a producer that had no record since that time. */
  private void closeAll(Losses losses, long silentSince, Reason why) {
    for (int trace = open.oldest(); trace >= 0; ) {
      int next = open.younger(trace);
      if (open.producer(trace) == losses.id() && open.time(trace) < silentSince) {
        closing.close(trace, losses, why);
      }
      trace = next;
    }
  }

  /** The source has ended: closes all traces. */
  void close() {
    endChunk();
    for (Producers.Producer of : producers.all()) {
      while (of.losses().waiting() > 0) {
        follow(of, true, NONE);
      }
    }
    IntStream.iterate(open.oldest(), trace -> trace >= 0, open::younger)
        .boxed()
        .sorted(
            Comparator.comparingLong(open::producer)
                .thenComparing(open::begin)
                .thenComparing(open::id))
        .toList()
        .forEach(
            trace -> {
              Losses losses = producers.known(open.producer(trace)).losses();
              closing.close(trace, losses, losses.isEnded() ? Reason.RUNNING : Reason.NO_END);
            });
  }
}
