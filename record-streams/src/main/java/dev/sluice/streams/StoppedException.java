package dev.sluice.streams;

import dev.sluice.api.chunk.SourcePosition;
import java.io.IOException;

/**
 * Carries an I/O error out of a handler through the raw reader, so that it differs from an
 * exception of the consumer.
 */
final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final IOException error;

  StoppedException(IOException error) {
    super(error);
    this.error = error;
  }

  static StoppedException at(SourcePosition position, String reason, Throwable cause) {
    return new StoppedException(new IOException(position + ": " + reason, cause));
  }

  IOException error() {
    return error;
  }
}
