package dev.sluice.collectors.ring;

import dev.sluice.api.platform.Signal;

/** What the stripes of one ring have in common. Any thread. */
public final class RingState {
  /** Records that did not get into the ring, or were given up in it. */
  public final DropCounters refused = new DropCounters();

  /** Raised when a stripe is more than half full; the pump sleeps on it. */
  public final Signal pressure = new Signal();

  /**
   * Whether the ring refuses all records. A field and no method, because every commit reads it
   * after its row is published: no call may fail there for want of stack.
   */
  public volatile boolean closed;
}
