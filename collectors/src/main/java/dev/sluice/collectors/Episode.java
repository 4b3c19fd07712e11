package dev.sluice.collectors;

import dev.sluice.api.config.Loggers;
import java.lang.System.Logger.Level;

/**
 * Something that may fail many times in a row and is logged once: the first failure at WARNING, the
 * recovery at INFO. Failures that come and go are logged at most once a minute. Any thread.
 */
final class Episode {
  private static final long QUIET_NANOS = 60_000_000_000L;

  private final String producer;
  private final Clock clock;
  private long loggedAt;
  private boolean everLogged;
  private boolean logged;
  private long failures;

  /** Lines start with the producer, as a person knows it. */
  Episode(String producer, Clock clock) {
    this.producer = producer;
    this.clock = clock;
  }

  /**
   * Notes a failure.
   *
   * @param detail what follows the text: of a {@code Throwable} its message
   * @param cause logged with its stack trace unless it is null
   */
  void failed(String what, Object detail, Throwable cause) {
    if (enter()) {
      log(Level.WARNING, what, detail, cause);
    }
  }

  // The text is put together in here: that may fail as well, and must end neither pump nor sender.
  private void log(Level level, String what, Object detail, Throwable cause) {
    try {
      String text = "producer " + producer + ": " + what + text(detail);
      // Looked up when there is something to log: until then the platform's logging is not touched.
      Loggers.get("dev.sluice.collectors").log(level, text, cause);
    } catch (OutOfMemoryError e) {
      retract();
    } catch (Throwable e) {
      // A logger that fails must not end the pump, and there is nobody else to tell.
    }
  }

  private static Object text(Object detail) {
    return detail instanceof Throwable failure && failure.getMessage() != null
        ? failure.getMessage()
        : detail;
  }

  /** The failure was not told for want of memory; the next one will be. */
  private synchronized void retract() {
    logged = false;
    everLogged = false;
  }

  private synchronized boolean enter() {
    failures++;
    long now = clock.nanoTime();
    if (logged || everLogged && now - loggedAt < QUIET_NANOS) {
      return false;
    }
    loggedAt = now;
    everLogged = true;
    logged = true;
    return true;
  }

  /** Notes that it works, again or still; without a text nothing is logged. */
  void over(String what) {
    long count = leave();
    if (count > 0 && what != null) {
      log(Level.INFO, what, " after " + count + " failures", null);
    }
  }

  private synchronized long leave() {
    long count = logged ? failures : 0;
    if (failures != 0) {
      failures = 0;
      logged = false;
    }
    return count;
  }

  /** Whether the last that was noted is a failure. */
  synchronized boolean isFailing() {
    return failures > 0;
  }
}
