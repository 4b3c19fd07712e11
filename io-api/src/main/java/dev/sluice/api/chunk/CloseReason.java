package dev.sluice.api.chunk;

import java.util.Locale;

/**
 * Why a chunk was closed, for whoever tunes its size. A chunk carries {@link #number}, 1 to 15; 0
 * says nothing, and numbers above those known here are reasons of later writers.
 */
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

  private static final CloseReason[] VALUES = values();

  /** The number in a chunk; it never changes. */
  public int number() {
    return ordinal() + 1;
  }

  /** The word in metrics and reports: {@code records}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The word for a number: {@code reason_9} for one that is not known, null for 0. */
  public static String label(int number) {
    if (number == 0) {
      return null;
    }
    return number <= VALUES.length ? VALUES[number - 1].label() : "reason_" + number;
  }
}
