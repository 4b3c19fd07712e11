package dev.sluice.collectors;

import dev.sluice.collectors.threads.Threads;
import dev.sluice.support.FailureLog;
import java.time.Duration;
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

  private final Ring ring;
  private final Pump pump;
  private final Outbox outbox;
  private final Ledger ledger;
  private final Runner runner;
  private final Clock clock;
  private final FailureLog failures;
  private long deadline;

  /** When to give up what is left: the last chunk needs time of its own, after everything else. */
  private long drainDeadline;

  private boolean begun;
  private boolean sealedEnd;

  Closing(
      Ring ring,
      Pump pump,
      Outbox outbox,
      Ledger ledger,
      Runner runner,
      Clock clock,
      FailureLog failures) {
    this.ring = ring;
    this.pump = pump;
    this.outbox = outbox;
    this.ledger = ledger;
    this.runner = runner;
    this.clock = clock;
    this.failures = failures;
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
      outbox.close(deadline);
      runner.stop();
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
  // double what an emit costs. The stop is that fence: a commit that looks after it finds it
  // closed and settles with the cut, under a monitor; all others published their row before it, and
  // the cut, which comes after it, sees the row.
  private void refuse() {
    ring.close();
    Threads.stopOnce();
    runner.await(() -> !pump.isClaimed(), Math.min(drainDeadline, clock.nanoTime() + CLAIM_NANOS));
    pump.cut();
  }

  private void drain() {
    outbox.giveUp(false);
    if (isDrained()) {
      return;
    }
    outbox.giveUp(true);
    runner.interruptOutbox();
    runner.await(outbox::isDone, clock.nanoTime() + CLAIM_NANOS);
    pump.discard(CLAIM_NANOS);
    outbox.dropWaiting();
    outbox.giveUp(false);
  }

  private boolean isDrained() {
    long ticket = pump.requestFlush();
    try {
      boolean sealed = runner.await(() -> pump.flushes.isDone(ticket), drainDeadline);
      outbox.flush();
      return sealed && isSettled(drainDeadline);
    } finally {
      pump.flushes.leave();
    }
  }

  private boolean isSettled(long until) {
    long last = ledger.lastSequence();
    return runner.await(() -> ledger.isSettledTo(last), until);
  }

  private void tellEnd() {
    if (!sealedEnd) {
      sealedEnd = pump.sealEnd(Math.max(CLAIM_NANOS, deadline - clock.nanoTime()));
    }
    if (sealedEnd) {
      outbox.flush();
      isSettled(deadline);
    }
    outbox.giveUp(true);
    runner.await(outbox::isDone, Math.min(deadline, clock.nanoTime() + SETTLE_NANOS));
  }
}
