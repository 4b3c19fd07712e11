package dev.sluice.collectors.threads;

/** What one step of the pump or the sender came to. */
public enum Step {
  /** There may be more to do at once. */
  BUSY,
  /** There is nothing to do. */
  IDLE,
  /** There is something to do, but not yet. */
  BLOCKED
}
