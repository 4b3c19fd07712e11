package dev.sluice.rawreaders.tcp;

import dev.sluice.api.config.Loggers;
import dev.sluice.api.platform.Platform;
import dev.sluice.support.FailureLog;
import java.lang.System.Logger.Level;

/**
 * Log for events that strangers may cause as often as they like; it logs once a minute at most. For
 * one thread.
 */
final class RareLog {
  private static final long QUIET_NANOS = 60_000_000_000L;

  private final String who;
  private final Platform platform;
  private long unlogged;
  private long loggedAt;
  private boolean everLogged;

  RareLog(String who, Platform platform) {
    this.who = who;
    this.platform = platform;
  }

  void warn(String what) {
    long now = platform.nanoTime();
    if (everLogged && now - loggedAt < QUIET_NANOS) {
      unlogged++;
      return;
    }
    String more = unlogged == 0 ? "" : " (and " + unlogged + " more of its kind before)";
    everLogged = true;
    loggedAt = now;
    unlogged = 0;
    log(what + more);
  }

  /** Logs a message immediately. */
  void log(String what) {
    try {
      Loggers.get("dev.sluice.rawreaders.tcp.TcpRawReader")
          .log(Level.WARNING, FailureLog.line(who + ": " + what));
    } catch (RuntimeException | Error e) {
      // A logger that fails must not end the connections of others; there is nobody to tell.
      unlogged++;
    }
  }
}
