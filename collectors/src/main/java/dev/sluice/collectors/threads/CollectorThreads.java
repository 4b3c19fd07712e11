package dev.sluice.collectors.threads;

import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import java.util.function.BooleanSupplier;

/**
 * The two workers of a collector: one makes the turns of the pump, one those of the outbox. They
 * make room in a full ring, and therefore must never wait for room themselves. Any thread may call
 * any method.
 */
public final class CollectorThreads {
  private static final long POLL_NANOS = 500_000;

  private final Platform platform;
  private volatile Worker pump;
  private volatile Worker sender;

  /** Last caller that completed a chunk, other than the two workers. */
  private volatile Object completer;

  public CollectorThreads(Platform platform) {
    this.platform = platform;
  }

  /** Starts the two workers, if configured on another platform; no worker runs if that fails. */
  public void start(Platform own, Task pumping, Task sending, String producer) {
    pump = own.start("sluice-pump-" + producer, pumping);
    try {
      sender = own.start("sluice-sender-" + producer, sending);
    } catch (RuntimeException | Error e) {
      pump.stop();
      throw e;
    }
  }

  /** Notes that the caller completes a chunk for a raw writer, which frees its memory. */
  public void completes() {
    Object caller = platform.caller();
    if (completer != caller && !isOwn()) {
      completer = caller;
    }
  }

  /** Returns whether the caller is the pump or the sender. */
  public boolean isOwn() {
    Worker draining = pump;
    Worker sending = sender;
    return draining != null && draining.isCurrent() || sending != null && sending.isCurrent();
  }

  /**
   * Returns whether the caller may wait for room: it does not make room itself, and the workers are
   * alive.
   */
  public boolean mayWait() {
    return !isOwn() && platform.caller() != completer && isRunning();
  }

  /** Returns whether both workers are alive, or none was started yet. */
  public boolean isRunning() {
    Worker sending = sender;
    return sending == null || sending.isAlive() && pump.isAlive();
  }

  /**
   * Waits until the condition holds; never longer than to the deadline, as {@link
   * Platform#nanoTime()}, and not at all within a turn of one of the two workers.
   *
   * @return whether it is so
   */
  public boolean await(BooleanSupplier condition, long deadlineNanos) {
    boolean interrupted = false;
    boolean waits = !isOwn();
    boolean met = condition.getAsBoolean();
    while (!met && waits && platform.nanoTime() - deadlineNanos < 0) {
      platform.pause(POLL_NANOS);
      interrupted |= Thread.interrupted();
      met = condition.getAsBoolean();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return met;
  }

  /** Ends a wait of the outbox for the raw writer. */
  public void interruptSender() {
    sender.interrupt();
  }

  /** Stops both workers after their turns. Idempotent. */
  public void stop() {
    pump.stop();
    sender.stop();
    sender.interrupt(); // not the pump: an encoder that hangs would seal its rows after the report
  }
}
