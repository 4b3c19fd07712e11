package dev.sluice.api.platform;

/** A task at work. Any thread may call any method. */
public interface Worker {
  /** Whether the caller is within a turn of it. */
  boolean isCurrent();

  /** Whether it makes turns. */
  boolean isAlive();

  /** Ends a blocking call within the turn. It is forgotten after the turn. */
  void interrupt();

  /**
   * Waits until it makes no turns any more, so many nanoseconds at most; what it did is seen then.
   *
   * @return whether it has ended
   */
  boolean join(long nanos) throws InterruptedException;

  /** No more turns after the one that is being made, which is not interrupted. Idempotent. */
  void stop();
}
