package dev.sluice.collectors.ring;

import dev.sluice.api.platform.Signal;

/** State that the stripes of one ring share. Any thread. */
public final class RingState {
  /** Counts of records that did not get into the ring, or were abandoned in it. */
  public final DropCounters refused = new DropCounters();

  /** Signal that is raised when a stripe is more than half full; the pump sleeps on it. */
  public final Signal pressure = new Signal();

  /**
   * Whether the ring refuses all records. A field and no method, because every commit reads it
   * after its row is published: no call may fail there because the stack is exhausted.
   */
  public volatile boolean closed;
}
