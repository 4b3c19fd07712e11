package dev.sluice.tools.format;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** Human-readable instants: UTC, ISO 8601. */
public final class Instants {
  private static final long NANOS = 1_000_000_000L;
  private static final DateTimeFormatter TO_NANOS =
      new DateTimeFormatterBuilder().appendInstant(9).toFormatter();
  private static final DateTimeFormatter TO_MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private Instants() {}

  /** Nanoseconds since the epoch, as {@code 2026-01-31T23:59:59.123456789Z}. */
  public static String nanos(long epochNanos) {
    return TO_NANOS.format(instant(epochNanos));
  }

  /** Returns the instant as text, to the millisecond. */
  public static String millis(long epochNanos) {
    return TO_MILLIS.format(instant(epochNanos));
  }

  private static Instant instant(long epochNanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(epochNanos, NANOS), Math.floorMod(epochNanos, NANOS));
  }
}
