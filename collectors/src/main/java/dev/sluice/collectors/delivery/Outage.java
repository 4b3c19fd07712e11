package dev.sluice.collectors.delivery;

import dev.sluice.api.platform.Platform;
import dev.sluice.support.Backoff;
import dev.sluice.support.FailureLog;
import java.time.Duration;
import java.util.Locale;

/**
 * State of a raw writer that does not take or acknowledge chunks: when the next attempt is due, and
 * what is logged about the outage. The sender pauses; any thread may call all other methods.
 */
final class Outage {
  private final Ledger ledger;
  private final Platform platform;
  private final FailureLog log;
  private final Backoff backoff;
  private volatile long retryAt;
  private volatile boolean retrying;

  /** Whether the raw writer has chunks and waits for the medium. */
  private volatile boolean delayed;

  /** Whether the next pause is a short one again. */
  private volatile boolean fresh;

  private volatile Before before;

  /** Number of records in memory when the medium last did not take or acknowledge any. */
  private volatile long waited;

  /** Figures at the beginning of an outage. */
  private record Before(long nanos, long dropped, long spilled) {}

  /**
   * Creates the state without an outage.
   *
   * @param meanwhile what happens to records in an outage, for its first line
   */
  Outage(Ledger ledger, String meanwhile, Producer producer) {
    this.ledger = ledger;
    this.platform = producer.platform();
    this.log = producer.log("; meanwhile " + meanwhile);
    this.backoff = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), producer.id());
  }

  /** Returns whether the last chunk was not taken, or the raw writer waits for the medium. */
  boolean isOn() {
    return retrying || delayed;
  }

  /**
   * Returns why chunks are not taken or not acknowledged now, as a human-readable text, or null.
   */
  String problem() {
    return log.problem();
  }

  /** Returns whether the last chunk was not taken. */
  boolean isRetrying() {
    return retrying;
  }

  /** Returns the nanoseconds until the next attempt; 0 or less if it is due. */
  long remainingNanos() {
    return retryAt - platform.nanoTime();
  }

  /** Makes the next attempt due immediately, and the pauses after it short. */
  void retryNow() {
    retryAt = platform.nanoTime();
    fresh = true;
  }

  /** Notes that a chunk was not taken and begins the pause before the next attempt. Sender only. */
  void pause(String what, Object detail, Throwable cause, boolean shortly) {
    if (fresh || shortly) {
      fresh = false;
      backoff.reset();
    }
    retryAt = platform.nanoTime() + backoff.nextNanos();
    retrying = true;
    begin(what, detail, cause);
  }

  /** Notes that a chunk was taken. Sender only. */
  void taken() {
    retrying = false;
    backoff.reset();
    if (!delayed) {
      end();
    }
  }

  /** Notes that the raw writer has chunks and waits for the medium. */
  void delayed(String why) {
    begin("chunks are not acknowledged, will try again: ", why, null);
    delayed = true;
  }

  /** Notes that a chunk was acknowledged. */
  void acknowledged() {
    if (delayed) {
      delayed = false;
      end();
    }
  }

  /** Begins an outage on its first failure, and logs it. */
  void begin(String what, Object detail, Throwable cause) {
    if (!log.isFailing()) {
      before = new Before(platform.nanoTime(), ledger.dropped(), ledger.spilled());
    }
    waited = ledger.inFlight();
    log.failed(what, detail, cause);
  }

  private void end() {
    if (log.isFailing()) {
      Before start = before;
      log.succeeded(
          "chunks are sent again",
          String.format(
              Locale.ROOT,
              ", %.1f s; meanwhile %d records waited, %d were spilled and %d dropped",
              (platform.nanoTime() - start.nanos) / 1e9,
              Math.max(waited, ledger.inFlight()),
              Math.max(0, ledger.spilled() - start.spilled),
              ledger.dropped() - start.dropped));
    }
  }
}
