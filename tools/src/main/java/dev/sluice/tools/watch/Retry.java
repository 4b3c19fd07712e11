package dev.sluice.tools.watch;

import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.tools.Notices;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Goes on with a source that was there and went away, as it may come again, and with one that is
 * missing at a place that was reached. What never was reached is an error. For one thread.
 */
final class Retry {
  /** Wait after a failure in nanoseconds. */
  static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Notices notices;
  private boolean reached;
  private String trouble;

  /** Operation that may fail. */
  interface Attempt {
    void run() throws IOException;
  }

  /** Tells there that there is trouble: once, until it is over. */
  Retry(Notices notices) {
    this.notices = notices;
  }

  /**
   * Tries once; {@link #trouble} says why it failed.
   *
   * @return whether to try again immediately; otherwise after {@link #PAUSE_NANOS}
   */
  boolean attempt(Attempt attempt) throws IOException {
    try {
      attempt.run();
      trouble = null;
      reached = true;
      return true;
    } catch (NoSuchSourceException e) {
      reached = true;
      trouble(e.getMessage() + "; waiting for it");
      return true;
    } catch (IOException e) {
      if (!reached) {
        throw e;
      }
      trouble(e.getMessage() + "; trying again");
      return false;
    }
  }

  /** Returns why the last attempt failed, in one line; null if it did not. */
  String trouble() {
    return trouble;
  }

  private void trouble(String line) {
    if (trouble == null) {
      notices.tell(line);
    }
    trouble = line;
  }
}
