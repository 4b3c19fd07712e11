package dev.sluice.cli;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.Start;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import picocli.CommandLine.Option;

/** The time from which on records are read. */
public final class Since {
  /** As the sources of records name it. */
  static final String NAME = "from";

  private static final Key<Start> TIME = Key.start(NAME, "");

  @Option(
      names = "--" + NAME,
      paramLabel = "TIME",
      description = {
        "Leave out what is older: 2026-11-22T10:00:00Z, with an offset as",
        "+01:00, or a span before now: -15m, -36h, -7d. stats, inspect and",
        "replay check chunks, others each record. Data without a time is shown."
      })
  private String text;

  private Instant instant;

  /**
   * The time, or null if all records are read.
   *
   * @throws dev.sluice.api.config.ConfigurationException if the text is no time
   */
  public Instant instant() {
    if (text != null && instant == null) {
      instant = parse(text, Clock.systemUTC());
    }
    return instant;
  }

  /**
   * The time that a text names: see the option.
   *
   * @throws dev.sluice.api.config.ConfigurationException if it is no time
   */
  public static Instant parse(String text, Clock clock) {
    Options options = new Options(Map.of());
    options.set(NAME, text, "or a span before now as -15m");
    if (text.startsWith("-")) {
      boolean days = text.endsWith("d");
      String iso = (days ? "P" : "PT") + text.substring(1);
      try {
        return clock.instant().minus(Duration.parse(iso));
      } catch (DateTimeException | ArithmeticException e) {
        options.get(TIME); // tells what it must be
      }
    }
    Instant time = options.get(TIME).time();
    options.finish();
    return time;
  }
}
