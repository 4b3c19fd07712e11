package dev.sluice.collectors.delivery;

import dev.sluice.api.platform.Platform;
import dev.sluice.support.Backoff;
import dev.sluice.support.FailureLog;
import java.time.Duration;
import java.util.Locale;

/**
 * Whether a raw writer takes chunks and acknowledges them: when it is to be tried again, and what
 * is logged of the time in which it does not. The sender pauses; any thread may ask and tell.
 */
final class Outage {
  private final Ledger ledger;
  private final Platform platform;
  private final FailureLog log;
  private final Backoff backoff;
  private volatile long retryAt;
  private volatile boolean retrying;

  /** Whether the raw writer has what it took and waits for the medium. */
  private volatile boolean delayed;

  /** Whether the next pause is a short one again. */
  private volatile boolean fresh;

  private volatile Before before;

  /** Records in memory when the medium last did not take or acknowledge any. */
  private volatile long waited;

  /** Figures of the moment in which an outage began. */
  private record Before(long nanos, long dropped, long spilled) {}

  /**
   * None yet.
   *
   * @param meanwhile what happens to records in an outage, for its first line
   */
  Outage(Ledger ledger, String meanwhile, Producer producer) {
    this.ledger = ledger;
    this.platform = producer.platform();
    this.log = producer.log("; meanwhile " + meanwhile);
    this.backoff = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), producer.id());
  }

  /** Whether the last chunk was not taken, or the raw writer waits for the medium. */
  boolean isOn() {
    return retrying || delayed;
  }

  /** Why chunks are not taken or not acknowledged now, in words, or null. */
  String problem() {
    return log.problem();
  }

  /** Whether the last chunk was not taken. */
  boolean isRetrying() {
    return retrying;
  }

  /** Nanoseconds until the next attempt; none or fewer: it is due. */
  long left() {
    return retryAt - platform.nanoTime();
  }

  /** The next attempt is due now, and the pauses after it are short ones. */
  void retryNow() {
    retryAt = platform.nanoTime();
    fresh = true;
  }

  /** A chunk was not taken: there is a pause before the next attempt. Sender only. */
  void pause(String what, Object detail, Throwable cause, boolean shortly) {
    if (fresh || shortly) {
      fresh = false;
      backoff.reset();
    }
    retryAt = platform.nanoTime() + backoff.nextNanos();
    retrying = true;
    begin(what, detail, cause);
  }

  /** A chunk was taken. Sender only. */
  void taken() {
    retrying = false;
    backoff.reset();
    if (!delayed) {
      over();
    }
  }

  /** The raw writer waits for the medium with what it took. */
  void delayed(String why) {
    begin("chunks are not acknowledged, will try again: ", why, null);
    delayed = true;
  }

  /** A chunk was acknowledged. */
  void acknowledged() {
    if (delayed) {
      delayed = false;
      over();
    }
  }

  /** The first failure of an outage begins it. */
  void begin(String what, Object detail, Throwable cause) {
    if (!log.isFailing()) {
      before = new Before(platform.nanoTime(), ledger.dropped(), ledger.spilled());
    }
    waited = ledger.inFlight();
    log.failed(what, detail, cause);
  }

  private void over() {
    if (log.isFailing()) {
      Before start = before;
      log.over(
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
