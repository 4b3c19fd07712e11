package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;

/** A chunk that was read from a segment and is on its way to the sink. */
public final class Spilled {
  final Segment segment;

  /** Where the chunk ends in its segment. */
  final long end;

  private volatile Chunk chunk;

  Spilled(Chunk chunk, Segment segment, long end) {
    this.chunk = chunk;
    this.segment = segment;
    this.end = end;
  }

  /** The chunk, with bytes of its own; null once it is done. Any thread. */
  public Chunk chunk() {
    return chunk;
  }

  /** Whether it is a chunk of this producer, not one that an earlier producer left. Any thread. */
  public boolean isOwn() {
    return segment.own;
  }

  /**
   * The chunk need not be sent again: it arrived, or was given up and counted. What is not done
   * when the spill is closed stays in its segment. Any thread; touches no file.
   */
  public void done() {
    chunk = null; // seen by whoever frees the segment
  }

  boolean isDone() {
    return chunk == null;
  }
}
