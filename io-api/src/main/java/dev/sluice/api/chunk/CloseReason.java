package dev.sluice.api.chunk;

import java.util.Locale;

/** Why a chunk was closed. */
public enum CloseReason {
  /** It has as many records as configured, or as the format or the batch takes. */
  RECORDS,
  /**
   * It is as large as configured or as the raw writer takes, or was split because it turned out
   * larger.
   */
  BYTES,
  /** Its first row is as old as the configured delay. */
  AGE,
  /** Somebody called {@code flush}. */
  FLUSH,
  /** The collector is being closed. */
  CLOSE,
  /** It has no records and publishes drops. */
  DROPS;

  /** The word in metrics: {@code records}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
