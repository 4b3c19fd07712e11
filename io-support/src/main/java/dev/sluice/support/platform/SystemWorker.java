package dev.sluice.support.platform;

import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A worker with a thread of its own. */
final class SystemWorker implements Worker, Runnable {
  static final long FAILED_NANOS = 10_000_000;

  private final Task task;

  // Made once: where memory is short, a loop that makes one in each turn ends.
  private final BooleanSupplier awake;
  private volatile Thread thread;
  private volatile boolean stopped;

  SystemWorker(Task task) {
    this.task = task;
    this.awake = () -> stopped || task.isAwake();
  }

  void begin(Thread made) {
    thread = made;
    made.start();
  }

  // Nothing may end the thread but a stop: whoever waits for the task would wait for ever. Tasks
  // keep what fails to themselves; what still comes out, say for want of memory, is met here, where
  // nothing is allocated. An interrupt is forgotten: it was to end a blocking call of the turn,
  // which is over, and with the flag set no thread parks.
  @Override
  public void run() {
    thread = Thread.currentThread(); // a factory may run this on another than the one it gave
    try {
      SinkThreads.mark();
    } catch (OutOfMemoryError e) {
      // Without the mark, what is logged here is recorded.
    }
    while (!stopped) {
      try {
        long nanos = task.turn();
        if (nanos == Task.END) {
          stopped = true;
        } else if (nanos > 0) {
          task.signal().await(nanos, awake);
        } else if (nanos < 0 && !stopped) {
          LockSupport.parkNanos(this, -nanos);
        }
      } catch (Throwable e) {
        LockSupport.parkNanos(this, FAILED_NANOS);
      }
      Thread.interrupted();
    }
    SinkThreads.unmark();
  }

  @Override
  public boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  @Override
  public boolean isAlive() {
    return thread.isAlive();
  }

  @Override
  public boolean join(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
    return !thread.isAlive();
  }

  @Override
  public void interrupt() {
    thread.interrupt();
  }

  @Override
  public void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }
}
