package dev.sluice.support.platform;

import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import java.util.function.LongSupplier;

/** A task with a place in virtual time. */
final class VirtualWorker implements Worker {
  final Task task;

  /** When its next turn is. */
  long at;

  /** Whether its signal, raised, makes that sooner. */
  boolean asleep;

  boolean current;
  boolean interrupted;
  private final VirtualPlatform within;
  private boolean stopped;

  VirtualWorker(VirtualPlatform within, Task task) {
    this.within = within;
    this.task = task;
    this.at = within.now();
  }

  /** One turn, if it has not been stopped; the result is as that of {@link Task#turn()}. */
  long turn() {
    if (stopped) {
      return 0;
    }
    within.caller(this);
    current = true;
    try {
      long wait = task.turn();
      stopped |= wait == Task.END;
      return stopped ? 0 : wait;
    } catch (Throwable e) {
      return -SystemWorker.FAILED_NANOS;
    } finally {
      current = false;
      if (interrupted) {
        interrupted = false;
        Thread.interrupted();
      }
    }
  }

  /** What a worker does after a turn that ended at a time. */
  void sleep(long end, long wait, LongSupplier late) {
    at = end;
    asleep = false;
    if (wait > 0) {
      task.signal().expect();
      asleep = !task.isAwake();
    }
    if (wait < 0 || asleep) {
      at += Math.abs(wait) + late.getAsLong();
    }
  }

  @Override
  public boolean isCurrent() {
    return current && within.caller() == this;
  }

  @Override
  public boolean isAlive() {
    return !stopped;
  }

  @Override
  public boolean join(long nanos) throws InterruptedException {
    long until = within.now() + Math.max(0, nanos);
    within.pause(nanos, this::hasEnded);
    if (hasEnded()) {
      within.pause(Math.min(at, until) - within.now(), () -> false); // its last turn took time
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return hasEnded();
  }

  private boolean hasEnded() {
    return stopped && !current;
  }

  @Override
  public void interrupt() {
    interrupted = current;
  }

  @Override
  public void stop() {
    stopped = true;
    at = 0; // the place is left with the next turn
    asleep = false;
  }
}
