package dev.sluice.api.platform;

/** A task at work. Any thread may call any method. */
public interface Worker {
  /** Whether the caller is within a turn of it. */
  boolean isCurrent();

  /** Whether it makes turns. */
  boolean isAlive();

  /** Ends a blocking call within the turn. It is forgotten after the turn. */
  void interrupt();

  /** No more turns after the one that is being made, which is not interrupted. Idempotent. */
  void stop();
}
