package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;

/** A chunk that was read from a segment and is on its way to the sink. */
public final class Spilled {
  final Segment segment;

  /** Where the chunk ends in its segment. */
  final long end;

  private final boolean own;
  private Chunk chunk;
  private volatile boolean done;

  Spilled(Chunk chunk, boolean own, Segment segment, long end) {
    this.chunk = chunk;
    this.own = own;
    this.segment = segment;
    this.end = end;
  }

  /** The chunk, with bytes of its own; null once it was taken. For one thread. */
  public Chunk chunk() {
    return chunk;
  }

  /** The chunk, which is not held on to any longer. For one thread. */
  public Chunk take() {
    Chunk taken = chunk;
    chunk = null;
    return taken;
  }

  /** Whether it is a chunk of this producer, not one that an earlier producer left. Any thread. */
  public boolean isOwn() {
    return own;
  }

  /**
   * Notes that the chunk need not be sent again: it arrived, or was given up and counted. What is
   * not done when the spill is closed stays in its segment. Any thread; touches no file.
   */
  public void done() {
    done = true; // seen by whoever frees the segment
  }

  boolean isDone() {
    return done;
  }
}
