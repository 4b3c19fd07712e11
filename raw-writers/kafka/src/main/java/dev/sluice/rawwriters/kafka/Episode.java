package dev.sluice.rawwriters.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/** Logs the first failure of a row and how many there were when it is over. Thread-safe. */
final class Episode {
  private final Logger log;
  private final String what;
  private final AtomicLong failures = new AtomicLong();

  Episode(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  void failed(String reason) {
    if (failures.getAndIncrement() == 0) {
      log.log(Level.WARNING, what + ": " + reason + " (logged once until it is over)");
    }
  }

  void over() {
    if (failures.get() != 0) {
      log.log(Level.INFO, what + " takes chunks again after " + failures.getAndSet(0) + " failures");
    }
  }
}
