package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.threads.Threads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The end of a collector: refuse, drain, wait for completions, give up what is left, tell the final
 * totals in a last chunk, close the raw writer. Every wait is bounded, so that a sink that accepts
 * and never answers does not hold up the program.
 */
final class Closing {
  private static final long SETTLE_NANOS = 1_000_000;

  /** So long a row that was claimed before the closing may take to be committed. */
  private static final long CLAIM_NANOS = 100_000_000;

  private static final long LONGEST_RESERVE_NANOS = 1_000_000_000;
  private static final long GRACE_NANOS = 800_000_000;

  private final Parts parts;
  private final StripeTable table;
  private final Ledger ledger;
  private final Clock clock;
  private final Pump pump;
  private final Sender sender;
  private final Driver driver;

  Closing(Parts parts, Pump pump, Sender sender, Driver driver) {
    this.parts = parts;
    this.table = parts.table;
    this.ledger = parts.ledger;
    this.clock = parts.clock;
    this.pump = pump;
    this.sender = sender;
    this.driver = driver;
  }

  /** Closes; takes at most the time and one second. To be called once. */
  CollectorReport run(Duration timeout) {
    long start = clock.nanoTime();
    long nanos = nanos(timeout);
    long deadline = start + nanos;
    // The last chunk needs time of its own, after everything else is delivered or given up.
    long drainDeadline = deadline - Math.min(nanos / 4, LONGEST_RESERVE_NANOS);
    refuse(drainDeadline);
    drain(drainDeadline);
    SealedChunk end = pump.sealEnd();
    sender.flush();
    driver.await(() -> ledger.isSettledTo(end.sequence()), deadline);
    sender.giveUp(true);
    driver.await(() -> sender.isDone(), Math.min(deadline, clock.nanoTime() + SETTLE_NANOS));
    closeWriter(deadline);
    driver.stop();
    ledger.abandon();
    return pump.report();
  }

  /** A time in nanoseconds, bounded so that sums do not overflow. */
  static long nanos(Duration timeout) {
    long longest = Long.MAX_VALUE / 8;
    return timeout.compareTo(Duration.ofNanos(longest)) > 0
        ? longest
        : Math.max(0, timeout.toNanos());
  }

  // A commit publishes its row and then looks at the gate, without a fence in between, which would
  // double what an emit costs. The stop is that fence: who looks at the gate after it finds it
  // closed and settles with the cut, under a monitor; all others published their row before it, and
  // the cut, which comes after it, sees the row.
  private void refuse(long deadline) {
    table.close();
    Threads.stopOnce();
    driver.await(() -> !pump.isClaimed(), Math.min(deadline, clock.nanoTime() + CLAIM_NANOS));
    pump.cut();
  }

  private void drain(long deadline) {
    long ticket = pump.requestFlush();
    sender.giveUp(false);
    boolean sealed = driver.await(() -> pump.isFlushed(ticket), deadline);
    sender.flush();
    boolean settled =
        sealed && driver.await(() -> ledger.isSettledTo(ledger.lastSequence()), deadline);
    if (settled) {
      return;
    }
    sender.giveUp(true);
    driver.interruptSender();
    driver.await(sender::isDone, clock.nanoTime() + CLAIM_NANOS);
    pump.discard();
    for (SealedChunk chunk = sender.pollOldest(); chunk != null; chunk = sender.pollOldest()) {
      chunk.drop(DropCause.CLOSED);
    }
    sender.giveUp(false);
  }

  // On a thread of its own: a writer that hangs here must not hang the caller.
  private void closeWriter(long deadline) {
    Duration left = Duration.ofNanos(Math.max(0, deadline - clock.nanoTime()));
    Thread thread = new Thread(() -> parts.writer.close(left), "sluice-close");
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(left.toMillis() + TimeUnit.NANOSECONDS.toMillis(GRACE_NANOS));
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
