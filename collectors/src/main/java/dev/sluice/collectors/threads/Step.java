package dev.sluice.collectors.threads;

/** Result of one step of the pump or the sender. */
public enum Step {
  /** There may be more to do immediately. */
  BUSY,
  /** There is nothing to do. */
  IDLE,
  /** There is something to do, but not yet. */
  BLOCKED
}
