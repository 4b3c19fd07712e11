package dev.sluice.collectors;

import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Who waits for everything emitted before to be sealed. Rows that come after the pump has set a
 * mark are no part of a flush, so it ends however many come. One mark serves all who asked before
 * it was set, and none is set for those who have given up.
 */
final class Flushes {
  private final Supplier<long[]> ends;
  private final Predicate<long[]> isDrainedTo;

  /** Where the stripes ended when the mark was set; null if there is none. Pump only. */
  private long[] mark;

  private long marked;
  private volatile long requested;
  private volatile long done;
  private volatile int waiting;

  /** Creates flushes of a ring, by where its stripes end and whether they are drained to there. */
  Flushes(Supplier<long[]> ends, Predicate<long[]> isDrainedTo) {
    this.ends = ends;
    this.isDrainedTo = isDrainedTo;
  }

  /** Asks; {@link #isDone} tells when that is done, and {@link #leave} must follow. Any thread. */
  synchronized long enter() {
    waiting++;
    long ticket = requested + 1;
    requested = ticket;
    return ticket;
  }

  /** Whoever asked has what it wanted or waits no longer. Any thread. */
  synchronized void leave() {
    waiting--;
  }

  /** Whether what was asked for with a ticket is done. Any thread. */
  boolean isDone(long ticket) {
    return done >= ticket;
  }

  /** Whether somebody waits. */
  boolean isPending() {
    return waiting > 0 && requested != done;
  }

  /** Whether somebody waits and the mark is still to be set. Pump only. */
  boolean isNew() {
    return isPending() && mark == null;
  }

  /** Whether everything emitted before the mark is drained; sets it if there is none. Pump only. */
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

  /** Everything before the mark is sealed. Pump only. */
  void reached() {
    done = marked;
    mark = null;
  }
}
