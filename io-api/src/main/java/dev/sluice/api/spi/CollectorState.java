package dev.sluice.api.spi;

import java.util.Locale;

/** State of a collector, for health checks. */
public enum CollectorState {
  /** Rows are drained; chunks are sealed and sent. */
  RUNNING,
  /** The raw writer did not take the last chunk; it is being tried again. */
  RETRYING,
  /** The last batch could not be encoded. */
  ENCODER_FAILING,
  /** {@code close} was called. */
  CLOSED;

  /** Returns the word for this state in metrics, as in {@code encoder-failing}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
