package dev.sluice.api.chunk;

import java.util.Locale;

/**
 * Reason why a chunk was closed; helps to tune the size of chunks. A chunk carries {@link #number},
 * 1 to 15; 0 says nothing, and numbers above those known here are reasons of later writers.
 */
public enum CloseReason {
  /** The chunk has as many records as configured, or as the format or the batch takes. */
  RECORDS,
  /**
   * The chunk is as large as configured or as the raw writer takes, or was split because it turned
   * out larger.
   */
  BYTES,
  /** The first row of the chunk is as old as the configured delay. */
  AGE,
  /** The program called {@code flush}. */
  FLUSH,
  /** The collector is being closed. */
  CLOSE,
  /** The chunk has no records; it publishes drops. */
  DROPS;

  private static final CloseReason[] VALUES = values();

  /** Returns the number of this reason in a chunk; it never changes. */
  public int number() {
    return ordinal() + 1;
  }

  /** Returns the word for this reason in metrics and reports, as in {@code records}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the word for a reason's number: {@code reason_9} for an unknown number, null for 0. */
  public static String label(int number) {
    if (number == 0) {
      return null;
    }
    return number <= VALUES.length ? VALUES[number - 1].label() : "reason_" + number;
  }
}
