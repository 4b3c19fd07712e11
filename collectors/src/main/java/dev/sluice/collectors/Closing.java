package dev.sluice.collectors;

import dev.sluice.api.platform.Platform;
import dev.sluice.collectors.delivery.Ledger;
import dev.sluice.collectors.delivery.Outbox;
import dev.sluice.collectors.delivery.Producer;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.collectors.threads.Threads;
import dev.sluice.support.FailureLog;
import java.time.Duration;

/**
 * Shutdown of a collector: refuse records, drain, wait for completions, drop the rest, publish the
 * final totals in a last chunk, close the raw writer. Every wait is bounded, so that a sink that
 * accepts and never answers does not hold up the program.
 */
final class Closing {
  /** Maximum time to close; sums with it do not overflow. */
  private static final Duration MAX_TIMEOUT = Duration.ofNanos(Long.MAX_VALUE / 8);

  private static final long SETTLE_NANOS = 1_000_000;

  /**
   * Maximum time in nanoseconds that a row which was claimed before the closing may take to be
   * committed.
   */
  private static final long CLAIM_NANOS = 100_000_000;

  private static final long MAX_RESERVE_NANOS = 1_000_000_000;

  private final RingSink sink;
  private final Pump pump;
  private final Outbox outbox;
  private final CollectorThreads threads;
  private final Platform platform;
  private final FailureLog failures;

  // Made once, so that nothing is allocated where memory is short.
  private final Runnable[] stages = {this::refuse, this::drain, this::tellEnd};
  private long deadline;

  /** Time at which the rest is dropped: the last chunk needs time of its own after that. */
  private long drainDeadline;

  private boolean begun;
  private boolean sealedEnd;

  Closing(RingSink sink, Pump pump, Outbox outbox, CollectorThreads threads, Producer producer) {
    this.sink = sink;
    this.pump = pump;
    this.outbox = outbox;
    this.threads = threads;
    this.platform = producer.platform();
    this.failures = producer.log();
  }

  /**
   * Closes the collector, on the first call; takes at most the timeout and one second. Whatever
   * fails on the way, nothing runs afterwards, the raw writer is closed and every record is
   * accounted for. One thread at a time.
   */
  void run(Duration timeout) {
    if (begun) {
      return;
    }
    begun = true;
    long nanos = nanos(timeout);
    deadline = platform.nanoTime() + nanos;
    drainDeadline = deadline - Math.min(nanos / 4, MAX_RESERVE_NANOS);
    try {
      for (Runnable stage : stages) {
        run(stage);
      }
    } catch (Throwable e) {
      failures.failed("closing failed, the remaining records are dropped", "", e);
    }
    outbox.close(deadline);
    threads.stop();
    pump.end();
  }

  /** Runs a stage, and repeats it while memory is short. */
  private void run(Runnable stage) {
    for (; ; ) {
      try {
        stage.run();
        return;
      } catch (OutOfMemoryError e) {
        if (platform.nanoTime() - deadline >= 0) {
          throw e;
        }
        platform.pause(SETTLE_NANOS);
      }
    }
  }

  /** Returns a time in nanoseconds, bounded so that sums do not overflow. */
  static long nanos(Duration timeout) {
    if (timeout.isNegative()) {
      return 0;
    }
    return timeout.compareTo(MAX_TIMEOUT) > 0 ? MAX_TIMEOUT.toNanos() : timeout.toNanos();
  }

  // A commit publishes its row and then looks whether the ring is closed, without a fence in
  // between, which would double what an emit costs. The stop is that fence: a commit that looks
  // after it finds it closed and settles with the cut, under a monitor; all others published their
  // row before it, and the cut, which comes after it, sees the row.
  private void refuse() {
    sink.close();
    Threads.fenceAllThreads();
    threads.await(
        () -> !pump.isClaimed(), Math.min(drainDeadline, platform.nanoTime() + CLAIM_NANOS));
    pump.cut();
  }

  private void drain() {
    outbox.stopSending(false);
    if (isDrained()) {
      return;
    }
    outbox.stopSending(true);
    threads.interruptSender();
    threads.await(pump::discard, platform.nanoTime() + CLAIM_NANOS);
    outbox.dropWaiting();
    // The last chunk is to count what the sender gives up.
    threads.await(outbox::isDone, platform.nanoTime() + CLAIM_NANOS);
    outbox.stopSending(false);
  }

  private boolean isDrained() {
    long ticket = pump.requestFlush();
    try {
      boolean sealed = threads.await(() -> pump.flushes.isDone(ticket), drainDeadline);
      outbox.flush();
      return sealed && isSettled(drainDeadline);
    } finally {
      pump.flushes.leave();
    }
  }

  // Where there is a store nobody waits for a sink that is down: the store keeps what is left.
  private boolean isSettled(long until) {
    Ledger ledger = outbox.ledger;
    long last = ledger.lastSequence();
    threads.await(() -> ledger.isSettledTo(last) || outbox.canKeepAll(), until);
    return ledger.isSettledTo(last);
  }

  private void tellEnd() {
    if (!sealedEnd) {
      // Not if a step does not end in time, because an encoder or a logger hangs.
      sealedEnd =
          threads.await(pump::sealEnd, Math.max(deadline, platform.nanoTime() + CLAIM_NANOS));
    }
    if (sealedEnd) {
      outbox.flush();
      isSettled(deadline);
    }
    outbox.stopSending(true);
    threads.await(outbox::isDone, Math.min(deadline, platform.nanoTime() + SETTLE_NANOS));
  }
}
