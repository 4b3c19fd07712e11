package dev.sluice.api.spi;

import java.io.IOException;

/**
 * A medium was reached and does not hold the source. It may come: {@link RawReader#poll} may be
 * called again.
 */
public final class NoSuchSourceException extends IOException {
  private static final long serialVersionUID = 1L;

  /** With a human-readable line. */
  public NoSuchSourceException(String message) {
    super(message);
  }
}
