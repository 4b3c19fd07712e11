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
  private boolean stopped;
  private VirtualPlatform within;

  VirtualWorker(Task task, long at) {
    this.task = task;
    this.at = at;
  }

  /** One turn, if it has not been stopped; the result is as that of {@link Task#turn()}. */
  long turn(VirtualPlatform platform) {
    if (stopped) {
      return 0;
    }
    within = platform;
    platform.caller(this);
    current = true;
    try {
      return task.turn();
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
