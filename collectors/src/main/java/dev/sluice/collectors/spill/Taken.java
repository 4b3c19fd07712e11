package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.DropCause;

/** A chunk that was read from a segment. Guarded by the spill. */
final class Taken {
  final SpillSegment segment;

  /** Where the chunk is in its segment. */
  final long start;

  final long end;
  final int rows;
  final boolean own;

  /** Whether it was sent before and may have arrived. */
  boolean uncertain;

  /** Whether somebody has it now. */
  boolean handedOut;

  /** Whether it came back to be handed out again. */
  boolean again;

  /** Whether it need not be kept any more. */
  boolean done;

  /** Why it is lost; null if it is not. */
  DropCause lost;

  /** The next one that its segment has passed and not counted. */
  Taken nextPassed;

  Taken(SpillSegment segment, long start, long end, int rows, boolean own) {
    this.segment = segment;
    this.start = start;
    this.end = end;
    this.rows = rows;
    this.own = own;
  }

  /** Notes that nobody will send it, unless it is done. */
  void lose(DropCause cause) {
    lost = done ? lost : cause;
    done = true;
  }
}
