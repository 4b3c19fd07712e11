package dev.sluice.collectors;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The two threads of a collector: one makes the pump step, one the outbox. Both are daemons. */
final class Workers {
  static final long SHORTEST_PAUSE_NANOS = 100_000;
  static final long LONGEST_PAUSE_NANOS = 10_000_000;
  private static final long SENDER_IDLE_NANOS = 1_000_000_000;
  private static final long POLL_NANOS = 500_000;

  /** Steps after which the pump's thread looks whether it is to stop. */
  private static final int STEPS = 64;

  private final Pump pump;
  private final Outbox outbox;
  private final CollectorThreads threads;
  private final Clock clock;
  private Thread sender;

  // Made once: where memory is short, a loop that makes one in each turn ends.
  private final BooleanSupplier pumpAwake;
  private final BooleanSupplier senderAwake;
  private final BooleanSupplier senderDue;
  private volatile boolean stopped;

  /** No threads yet: whoever waits makes the steps, for tests, and no other thread than one. */
  Workers(Pump pump, Outbox outbox, CollectorThreads threads, Clock clock) {
    this.pump = pump;
    this.outbox = outbox;
    this.threads = threads;
    this.clock = clock;
    this.pumpAwake = () -> stopped || pump.isAwake();
    this.senderAwake = () -> stopped || outbox.isAwake();
    this.senderDue = () -> stopped || outbox.isDue();
  }

  /** Starts the two threads; nothing runs if that fails. */
  void start(ThreadFactory factory, String producer) {
    Thread pumpThread = daemon(factory, this::runPump, "sluice-pump-" + producer);
    Thread senderThread = daemon(factory, this::runSender, "sluice-sender-" + producer);
    threads.pump(pumpThread);
    threads.sender(senderThread);
    sender = senderThread;
    try {
      pumpThread.start();
      senderThread.start();
    } catch (RuntimeException | Error e) {
      stop();
      throw e;
    }
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
        Step step = pump.step(STEPS);
        if (step == Step.IDLE) {
          pump.pressure().await(pump.idleNanos(), pumpAwake);
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

  /**
   * Waits until something is so; never longer than to the deadline, as {@link Clock#nanoTime()}.
   *
   * @return whether it is so
   */
  boolean await(BooleanSupplier condition, long deadlineNanos) {
    boolean interrupted = false;
    boolean waits = sender == null || !threads.isOwn(Thread.currentThread());
    boolean met = condition.getAsBoolean();
    while (!met && waits && clock.nanoTime() - deadlineNanos < 0) {
      if (sender == null) {
        waits = pump.step() == Step.BUSY | outbox.step() == Step.BUSY;
      } else {
        LockSupport.parkNanos(this, POLL_NANOS);
        interrupted |= Thread.interrupted();
      }
      met = condition.getAsBoolean();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return met;
  }

  /** Ends a wait of the outbox for the raw writer. */
  void interruptOutbox() {
    if (sender != null) {
      sender.interrupt();
    }
  }

  /** No more steps. Idempotent. */
  void stop() {
    stopped = true;
    pump.pressure().raise();
    outbox.work.raise();
    interruptOutbox();
  }
}
