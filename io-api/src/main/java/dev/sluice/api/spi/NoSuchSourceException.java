package dev.sluice.api.spi;

import java.io.IOException;

/**
 * Thrown if a medium was reached and does not have the source. The source may come: {@link
 * RawReader#poll} may be called again.
 */
public final class NoSuchSourceException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with a human-readable line. */
  public NoSuchSourceException(String message) {
    super(message);
  }
}
