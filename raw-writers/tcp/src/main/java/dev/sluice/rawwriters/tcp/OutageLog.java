package dev.sluice.rawwriters.tcp;

import dev.sluice.api.binding.TcpBinding.Answer;
import dev.sluice.api.config.Loggers;
import java.lang.System.Logger.Level;

/**
 * Failures of a connection that come many in a row and are logged once: the first at WARNING, the
 * recovery at INFO; those that come and go at most once a minute. For one thread.
 */
final class OutageLog {
  private static final long QUIET_NANOS = 60_000_000_000L;

  private final String who;
  private long failures;
  private long loggedAt;
  private boolean everLogged;
  private boolean logged;
  private long strayAnswers;

  OutageLog(String who) {
    this.who = who;
  }

  void failed(String what) {
    failures++;
    slow(what);
  }

  /** What is no failure yet, but to be told as one is. */
  void slow(String what) {
    long now = System.nanoTime();
    if (!logged && (!everLogged || now - loggedAt > QUIET_NANOS)) {
      logged = true;
      everLogged = true;
      loggedAt = now;
      log(Level.WARNING, what);
    }
  }

  void over() {
    if (logged) {
      String after = failures == 0 ? "" : " after " + failures + " failures";
      log(Level.INFO, "chunks are acknowledged again" + after);
    }
    logged = false;
    failures = 0;
  }

  /** Counts acknowledgements of chunks that do not wait for one; the first is logged. */
  void strayAnswer(Answer answer) {
    if (strayAnswers++ == 0) {
      log(Level.INFO, "is told of a chunk that does not wait (a duplicate?), ignored: " + answer);
    }
  }

  private void log(Level level, String what) {
    // Looked up when there is something to log: until then the platform's logging is not touched.
    try {
      Loggers.get(TcpRawWriter.class.getName()).log(level, who + ": " + what);
    } catch (RuntimeException | Error e) {
      // A logger that fails must not end a connection; there is nobody to tell.
      everLogged = false;
    }
  }
}
