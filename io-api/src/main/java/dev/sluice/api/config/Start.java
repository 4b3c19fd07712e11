package dev.sluice.api.config;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

/**
 * Place in a source where reading starts, as given by the option {@code from}. Immutable.
 *
 * @param word one of the words that the source knows, or null
 * @param time the time that its first chunks reach to at least, or null
 */
public record Start(String word, Instant time) {
  static final String EXPECTED = "a time like 2026-01-31T12:30:00Z";

  /** Value of a {@code from} that is not given. */
  public static final Start UNSAID = new Start(null, null);

  /**
   * Converts the texts {@code 2026-01-31T12:30:00Z}, {@code …+01:00}, and in UTC {@code
   * 2026-01-31T12:30} and {@code 2026-01-31} to an instant.
   *
   * @throws DateTimeException if the text is no time
   */
  static Instant time(String text) {
    if (!text.contains("T")) {
      return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    TemporalAccessor time =
        DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
    return time instanceof OffsetDateTime offset
        ? offset.toInstant()
        : ((LocalDateTime) time).toInstant(ZoneOffset.UTC);
  }
}
