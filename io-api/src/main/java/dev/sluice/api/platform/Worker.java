package dev.sluice.api.platform;

/** A thread, real or simulated, that runs a {@link Task}. Any thread may call any method. */
public interface Worker {
  /** Returns whether the caller runs within a turn of this worker. */
  boolean isCurrent();

  /** Returns whether the worker still makes turns. */
  boolean isAlive();

  /** Ends a blocking call within the current turn. The interrupt is forgotten after the turn. */
  void interrupt();

  /**
   * Waits until the worker makes no more turns, for at most the given nanoseconds; the caller then
   * sees what the worker did.
   *
   * @return whether it has ended
   */
  boolean join(long nanos) throws InterruptedException;

  /** Ends the worker after its current turn, which is not interrupted. Idempotent. */
  void stop();
}
