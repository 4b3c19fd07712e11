package dev.sluice.distributed;

import java.io.IOException;

/** What was kept under an application id cannot be used. The message is one line for a person. */
public final class UnusableStateException extends IOException {
  private static final long serialVersionUID = 1L;

  UnusableStateException(String applicationId, Exception cause) {
    super(
        "cannot go on as '"
            + applicationId
            + "': "
            + cause.getMessage()
            + "; choose another application id",
        cause);
  }

  /** Refuses another number of partitions than the kept one, which is 0 if nothing is kept. */
  static void check(String applicationId, int kept, int wanted) throws UnusableStateException {
    if (kept > 0 && kept != wanted) {
      throw new UnusableStateException(
          applicationId, new IOException("its work has " + kept + " partitions, not " + wanted));
    }
  }
}
