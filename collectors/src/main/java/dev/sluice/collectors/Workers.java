package dev.sluice.collectors;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The two threads of a collector: one makes the pump step, one the outbox. Both are daemons. */
final class Workers implements Runner {
  private static final long SHORTEST_PAUSE_NANOS = 100_000;
  private static final long LONGEST_PAUSE_NANOS = 10_000_000;
  private static final long SENDER_IDLE_NANOS = 1_000_000_000;
  private static final long POLL_NANOS = 500_000;

  private final Pump pump;
  private final Outbox outbox;
  private final CollectorThreads threads;
  private final Signal pressure;
  private final Clock clock;
  private final Thread pumpThread;
  private final Thread senderThread;

  // Made once: where memory is short, a loop that makes one in each turn ends.
  private final BooleanSupplier pumpAwake;
  private final BooleanSupplier senderAwake;
  private final BooleanSupplier senderDue;
  private volatile boolean stopped;

  /**
   * The two threads, not started.
   *
   * @param pressure raised when the pump must not sleep
   * @param producer what thread names end with
   */
  Workers(
      Pump pump,
      Outbox outbox,
      CollectorThreads threads,
      Signal pressure,
      Clock clock,
      ThreadFactory factory,
      String producer) {
    this.pump = pump;
    this.outbox = outbox;
    this.threads = threads;
    this.pressure = pressure;
    this.clock = clock;
    this.pumpThread = daemon(factory, this::runPump, "sluice-pump-" + producer);
    this.senderThread = daemon(factory, this::runSender, "sluice-sender-" + producer);
    this.pumpAwake = () -> stopped || pump.isAwake();
    this.senderAwake = () -> stopped || outbox.isAwake();
    this.senderDue = () -> stopped || outbox.isDue();
    threads.pump(pumpThread);
    threads.sender(senderThread);
  }

  /** Starts the threads; nothing runs if that fails. */
  Workers start() {
    try {
      pumpThread.start();
      senderThread.start();
    } catch (RuntimeException | Error e) {
      stop();
      throw e;
    }
    return this;
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

  // Nothing may end the two threads: then every emitting thread would meet a full ring for ever.
  // The steps keep what fails to themselves; what still comes out, say for want of memory, is met
  // here, where nothing is allocated. An interrupt is forgotten: whoever interrupted the sender
  // wanted to end a wait for the raw writer, which is over, and with the flag set no thread parks.
  private void runPump() {
    long pause = SHORTEST_PAUSE_NANOS;
    threads.pump(Thread.currentThread());
    while (!stopped) {
      try {
        Step step = pump.step();
        if (step == Step.IDLE) {
          pressure.await(pump.idleNanos(), pumpAwake);
        } else if (step == Step.BLOCKED) {
          // Polling, because whoever completes chunks should not have to wake threads.
          LockSupport.parkNanos(this, pause);
        }
        pause =
            step == Step.BLOCKED ? Math.min(2 * pause, LONGEST_PAUSE_NANOS) : SHORTEST_PAUSE_NANOS;
      } catch (Throwable e) {
        LockSupport.parkNanos(this, LONGEST_PAUSE_NANOS);
      }
      Thread.interrupted();
    }
  }

  private void runSender() {
    threads.sender(Thread.currentThread());
    while (!stopped) {
      try {
        Step step = outbox.step();
        if (step == Step.BLOCKED) {
          outbox.work.await(outbox.pauseNanos(), senderDue);
        } else if (step == Step.IDLE) {
          outbox.work.await(SENDER_IDLE_NANOS, senderAwake);
        }
      } catch (Throwable e) {
        LockSupport.parkNanos(this, LONGEST_PAUSE_NANOS);
      }
      Thread.interrupted();
    }
  }

  @Override
  public boolean await(BooleanSupplier condition, long deadlineNanos) {
    boolean interrupted = false;
    boolean own = threads.isOwn(Thread.currentThread());
    boolean met = condition.getAsBoolean();
    while (!met && !own && clock.nanoTime() - deadlineNanos < 0) {
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
  public void interruptOutbox() {
    senderThread.interrupt();
  }

  @Override
  public void stop() {
    stopped = true;
    pressure.raise();
    outbox.work.raise();
    senderThread.interrupt();
  }
}
