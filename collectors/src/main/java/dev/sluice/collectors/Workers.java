package dev.sluice.collectors;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The two threads of a collector: one makes the pump step, one the sender. Both are daemons. */
final class Workers implements Driver {
  private static final long SHORTEST_PAUSE_NANOS = 100_000;
  private static final long LONGEST_PAUSE_NANOS = 10_000_000;
  private static final long SENDER_IDLE_NANOS = 1_000_000_000;
  private static final long POLL_NANOS = 500_000;

  private final Pump pump;
  private final Sender sender;
  private final Gate gate;
  private final Thread pumpThread;
  private final Thread senderThread;
  private volatile boolean stopped;

  private Workers(Parts parts, Pump pump, Sender sender, ThreadFactory factory) {
    this.pump = pump;
    this.sender = sender;
    this.gate = parts.gate;
    this.pumpThread = daemon(factory, this::runPump, "sluice-pump-" + parts.producer);
    this.senderThread = daemon(factory, this::runSender, "sluice-sender-" + parts.producer);
    gate.ownThreads(pumpThread, senderThread);
  }

  /** Makes the threads and starts them. */
  static Workers start(Parts parts, Pump pump, Sender sender, ThreadFactory factory) {
    Workers workers = new Workers(parts, pump, sender, factory);
    workers.pumpThread.start();
    workers.senderThread.start();
    return workers;
  }

  private static Thread daemon(ThreadFactory factory, Runnable run, String name) {
    Thread thread = factory.newThread(run);
    if (thread == null) {
      throw new IllegalStateException("the thread factory gave no thread for " + name);
    }
    thread.setName(name);
    thread.setDaemon(true);
    return thread;
  }

  private void runPump() {
    long pause = SHORTEST_PAUSE_NANOS;
    while (!stopped) {
      Step step = attempt(pump::work);
      if (step == Step.BLOCKED) {
        // Polling, because whoever completes chunks should not have to wake threads.
        LockSupport.parkNanos(this, pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
      } else {
        pause = SHORTEST_PAUSE_NANOS;
      }
      if (step == Step.IDLE) {
        gate.pumpBell.await(pump.idleNanos(), () -> stopped || pump.isAwake());
      }
    }
  }

  private void runSender() {
    while (!stopped) {
      Step step = attempt(sender::work);
      if (step == Step.BLOCKED) {
        sender.bell.await(sender.pauseNanos(), () -> stopped);
      } else if (step == Step.IDLE) {
        sender.bell.await(SENDER_IDLE_NANOS, () -> stopped || sender.isAwake());
      }
      // Whoever interrupted wanted to end a wait for the raw writer, which is over.
      Thread.interrupted();
    }
  }

  // The steps keep what fails to themselves. What still comes out, say for want of memory, must not
  // end the thread: then every emitting thread would meet a full ring for ever.
  private static Step attempt(Supplier<Step> work) {
    try {
      return work.get();
    } catch (Throwable e) {
      return Step.BLOCKED;
    }
  }

  @Override
  public boolean await(BooleanSupplier condition, long deadlineNanos) {
    boolean interrupted = false;
    boolean own = gate.isOwn(Thread.currentThread());
    boolean met = condition.getAsBoolean();
    while (!met && !own && System.nanoTime() - deadlineNanos < 0) {
      LockSupport.parkNanos(this, POLL_NANOS);
      interrupted |= Thread.interrupted();
      met = condition.getAsBoolean();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return met;
  }

  @Override
  public void interruptSender() {
    senderThread.interrupt();
  }

  @Override
  public void stop() {
    stopped = true;
    gate.pumpBell.ring();
    sender.bell.ring();
    senderThread.interrupt();
  }
}
