package dev.sluice.cli;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import picocli.CommandLine.Option;

/** From which time on records are of interest. */
final class Since {
  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = {
        "Leave out what is older: 2026-11-22T10:00:00Z, with an offset as",
        "+01:00, or so long ago: -15m, -36h, -7d. cat looks at each record,",
        "other commands at chunks. What has no time is shown."
      })
  private String text;

  private Instant instant;

  /** The time, or null if all are of interest. */
  Instant instant() {
    if (text != null && instant == null) {
      instant = parse(text, Clock.systemUTC());
    }
    return instant;
  }

  static Instant parse(String text, Clock clock) {
    try {
      if (text.startsWith("-")) {
        boolean days = text.endsWith("d");
        String iso = days ? "P" + text.substring(1) : "PT" + text.substring(1);
        return clock.instant().minus(Duration.parse(iso));
      }
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException | ArithmeticException e) {
      throw new CliException(
          "--from must be a time as 2026-11-22T10:00:00Z, or so long ago as -15m, was '"
              + text
              + "'",
          e);
    }
  }

  /** Whether the chunk may hold a record of interest. */
  boolean accepts(Chunk chunk) {
    Accounting accounting = chunk.accounting();
    return instant() == null
        || !accounting.hasTime()
        || !isBefore(accounting.lastTime() + accounting.clockOffset());
  }

  /** Whether the record is of interest. */
  boolean accepts(RecordCursor cursor) {
    if (instant() == null) {
      return true;
    }
    int time = cursor.type().recordTimeField();
    return time < 0 || !isBefore(cursor.longValue(time));
  }

  private boolean isBefore(long epochNanos) {
    return Instant.ofEpochSecond(0, epochNanos).isBefore(instant);
  }
}
