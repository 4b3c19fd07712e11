package dev.sluice.collectors;

import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Callers that wait until everything emitted before is sealed. Rows that come after the pump has
 * set a mark are not part of a flush, so it ends however many come. One mark serves all callers
 * that asked before it was set, and none is set for those who have given up.
 */
final class Flushes {
  private final Supplier<long[]> ends;
  private final Predicate<long[]> isDrainedTo;

  /** Ends of the stripes when the mark was set; null if there is none. Pump only. */
  private long[] mark;

  private long marked;
  private volatile long requested;
  private volatile long done;
  private volatile int waiting;

  /**
   * Creates the flushes of a ring from two functions: one returns the ends of its stripes, one
   * checks whether they are drained to there.
   */
  Flushes(Supplier<long[]> ends, Predicate<long[]> isDrainedTo) {
    this.ends = ends;
    this.isDrainedTo = isDrainedTo;
  }

  /**
   * Asks for a flush and returns a ticket for {@link #isDone}; {@link #leave} must follow. Any
   * thread.
   */
  synchronized long enter() {
    waiting++;
    long ticket = requested + 1;
    requested = ticket;
    return ticket;
  }

  /** Ends the wait of a caller of {@link #enter}. Any thread. */
  synchronized void leave() {
    waiting--;
  }

  /** Returns whether the flush with this ticket is done. Any thread. */
  boolean isDone(long ticket) {
    return done >= ticket;
  }

  /** Returns whether a caller waits. */
  boolean isPending() {
    return waiting > 0 && requested != done;
  }

  /** Returns whether a caller waits for whom the mark is still to be set. Pump only. */
  boolean isNew() {
    return isPending() && mark == null;
  }

  /**
   * Returns whether everything emitted before the mark is drained; sets it if there is none. Pump
   * only.
   */
  boolean isReached() {
    if (!isPending()) {
      mark = null;
      return false;
    }
    if (mark == null) {
      marked = requested; // read first: what was emitted before a request is before its mark
      mark = ends.get();
    }
    return isDrainedTo.test(mark);
  }

  /** Notes that everything before the mark is sealed. Pump only. */
  void reached() {
    done = marked;
    mark = null;
  }
}
