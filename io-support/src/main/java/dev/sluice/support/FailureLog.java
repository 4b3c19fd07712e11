package dev.sluice.support;

import dev.sluice.api.config.Loggers;
import dev.sluice.api.platform.Platform;
import java.lang.System.Logger.Level;

/**
 * Logs something that may fail many times in a row: the first failure at WARNING, the recovery at
 * INFO. Intermittent failures are logged at most once a minute. Never throws, so that neither a
 * logger that fails nor memory that is short ends the caller. Any thread.
 */
public final class FailureLog {
  private static final long QUIET_NANOS = 60_000_000_000L;

  private final String logger;
  private final String subject;
  private final String more;
  private final Platform platform;
  private long loggedAt;
  private boolean everLogged;
  private boolean logged;
  private long failures;
  private String lastFailure;
  private Object lastDetail;

  /**
   * Creates a log for one kind of failure.
   *
   * @param logger the logger's name; it is looked up when there is something to log
   * @param subject what the lines start with, as {@code producer shop}
   * @param more ends the line of a failure
   */
  public FailureLog(String logger, String subject, String more, Platform platform) {
    this.logger = logger;
    this.subject = subject;
    this.more = more;
    this.platform = platform;
  }

  /**
   * Notes a failure.
   *
   * @param detail follows {@code what}: the message if it is a {@code Throwable}
   * @param cause logged with its stack trace unless it is null
   */
  public void failed(String what, Object detail, Throwable cause) {
    if (enter(what, detail)) {
      log(Level.WARNING, what, detail, more, cause);
    }
  }

  // The text is put together in here, because that may fail as well.
  private void log(Level level, String what, Object detail, String end, Throwable cause) {
    try {
      Loggers.get(logger).log(level, line(subject + ": " + what + text(detail) + end), cause);
    } catch (OutOfMemoryError e) {
      retract();
    } catch (Throwable e) {
      // A logger that fails must not end the caller, and there is nobody else to tell.
    }
  }

  /**
   * Returns a text as one line of a log: a text from a server or a chunk cannot begin another line,
   * or control a terminal that shows the log.
   */
  public static String line(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]+", " ");
  }

  private static Object text(Object detail) {
    return detail instanceof Throwable failure && failure.getMessage() != null
        ? failure.getMessage()
        : detail;
  }

  /** Notes that the failure was not logged because memory was short; the next one will be. */
  private synchronized void retract() {
    logged = false;
    everLogged = false;
  }

  private synchronized boolean enter(String what, Object detail) {
    failures++;
    lastFailure = what;
    lastDetail = detail;
    long now = platform.nanoTime();
    if (logged || everLogged && now - loggedAt < QUIET_NANOS) {
      return false;
    }
    loggedAt = now;
    everLogged = true;
    logged = true;
    return true;
  }

  /**
   * Notes a success, whether or not the last attempt failed.
   *
   * @param what logged, with the number of failures, if a failure was logged; null for no line
   */
  public void succeeded(String what) {
    succeeded(what, "");
  }

  /** Notes a success; {@code detail} follows the number of failures in the log line. */
  public void succeeded(String what, Object detail) {
    if (isFailing()) {
      long count = leave();
      if (count > 0 && what != null) {
        log(Level.INFO, what, " after " + count + " failures" + detail, "", null);
      }
    }
  }

  private synchronized long leave() {
    long count = logged ? failures : 0;
    failures = 0;
    logged = false;
    lastDetail = null;
    return count;
  }

  /** Returns a description of the last failure, or null if there is none now. */
  public synchronized String problem() {
    return failures == 0 ? null : lastFailure + text(lastDetail);
  }

  /** Returns whether the last attempt failed. */
  public synchronized boolean isFailing() {
    return failures > 0;
  }
}
