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
}
