package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.FailureLog;
import dev.sluice.collectors.threads.Threads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The end of a collector: refuse, drain, wait for completions, give up what is left, tell the final
 * totals in a last chunk, close the raw writer. Every wait is bounded, so that a sink that accepts
 * and never answers does not hold up the program.
 */
final class Closing {
  /** As good as for ever; sums with it do not overflow. */
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 8);

  private static final int STAGES = 3;
  private static final long SETTLE_NANOS = 1_000_000;

  /** So long a row that was claimed before the closing may take to be committed. */
  private static final long CLAIM_NANOS = 100_000_000;

  private static final long LONGEST_RESERVE_NANOS = 1_000_000_000;
  private static final long GRACE_NANOS = 800_000_000;

  private final Parts parts;
  private final RingSink sink;
  private final Ledger ledger;
  private final Clock clock;
  private final Pump pump;
  private final Sender sender;
  private final Driver driver;
  private final FailureLog failures;
  private long deadline;

  /** When to give up what is left: the last chunk needs time of its own, after everything else. */
  private long drainDeadline;

  private boolean begun;
  private SealedChunk end;

  Closing(Parts parts, Pump pump, Sender sender, Driver driver) {
    this.parts = parts;
    this.sink = parts.sink;
    this.ledger = parts.ledger;
    this.clock = parts.clock;
    this.pump = pump;
    this.sender = sender;
    this.driver = driver;
    this.failures = parts.episode();
  }

  /**
   * Closes, the first time; takes at most the time and one second. Whatever fails on the way,
   * nothing runs afterwards, the raw writer is closed and every record is accounted for. One thread
   * at a time.
   */
  void run(Duration timeout) {
    if (begun) {
      return;
    }
    begun = true;
    long nanos = nanos(timeout);
    deadline = clock.nanoTime() + nanos;
    drainDeadline = deadline - Math.min(nanos / 4, LONGEST_RESERVE_NANOS);
    try {
      for (int stage = 0; stage < STAGES; ) {
        stage = attempt(stage);
      }
    } catch (Throwable e) {
      failures.failed("closing failed, what is left is given up", "", e);
    } finally {
      closeWriter();
      driver.stop();
      pump.end();
    }
  }

  /** One stage, which is tried again if memory was short; the number of the next. */
  private int attempt(int stage) {
    try {
      switch (stage) {
        case 0 -> refuse();
        case 1 -> drain();
        default -> tellEnd();
      }
      return stage + 1;
    } catch (OutOfMemoryError e) {
      if (clock.nanoTime() - deadline >= 0) {
        throw e;
      }
      LockSupport.parkNanos(this, SETTLE_NANOS);
      return stage;
    }
  }

  /** A time in nanoseconds, bounded so that sums do not overflow. */
  static long nanos(Duration timeout) {
    if (timeout.isNegative()) {
      return 0;
    }
    return timeout.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : timeout.toNanos();
  }

  // A commit publishes its row and then looks whether the ring is closed, without a fence in
  // between, which would
  // double what an emit costs. The stop is that fence: a commit that looks after it finds the
  // ring closed and settles with the cut, under a monitor; all others published their row before
  // it, and
  // the cut, which comes after it, sees the row.
  private void refuse() {
    sink.close();
    Threads.stopOnce();
    driver.await(() -> !pump.isClaimed(), Math.min(drainDeadline, clock.nanoTime() + CLAIM_NANOS));
    pump.cut();
  }

  private void drain() {
    sender.giveUp(false);
    if (isDrained()) {
      return;
    }
    sender.giveUp(true);
    driver.interruptSender();
    driver.await(sender::isDone, clock.nanoTime() + CLAIM_NANOS);
    pump.discard(CLAIM_NANOS);
    for (SealedChunk chunk = sender.pollOldest(); chunk != null; chunk = sender.pollOldest()) {
      chunk.drop(DropCause.CLOSED);
    }
    sender.giveUp(false);
  }

  private boolean isDrained() {
    long ticket = pump.requestFlush();
    try {
      boolean sealed = driver.await(() -> pump.flushes.isDone(ticket), drainDeadline);
      sender.flush();
      return sealed && driver.await(() -> ledger.isSettledTo(ledger.lastSequence()), drainDeadline);
    } finally {
      pump.flushes.leave();
    }
  }

  private void tellEnd() {
    if (end == null) {
      end = pump.sealEnd(Math.max(CLAIM_NANOS, deadline - clock.nanoTime()));
    }
    if (end != null) {
      sender.flush();
      driver.await(() -> ledger.isSettledTo(end.sequence()), deadline);
    }
    sender.giveUp(true);
    driver.await(sender::isDone, Math.min(deadline, clock.nanoTime() + SETTLE_NANOS));
  }

  // On a thread of its own: a writer that hangs here must not hang the caller.
  private void closeWriter() {
    long left = Math.max(0, deadline - clock.nanoTime());
    Thread thread;
    try {
      Duration timeout = Duration.ofNanos(left);
      thread = new Thread(() -> closeWriter(timeout), "sluice-close");
      thread.setDaemon(true);
      thread.start();
    } catch (RuntimeException | Error e) {
      closeWriter(Duration.ZERO); // no memory for a thread, or the machine has no more
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(TimeUnit.NANOSECONDS.toMillis(left + GRACE_NANOS));
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeWriter(Duration timeout) {
    try {
      parts.writer.close(timeout);
    } catch (Throwable e) {
      failures.failed("the raw writer could not be closed", "", e);
    }
  }
}
