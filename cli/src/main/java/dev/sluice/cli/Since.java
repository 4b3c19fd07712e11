package dev.sluice.cli;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.Start;
import dev.sluice.support.TimeRange;
import dev.sluice.tools.recordings.SourceSpec;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import picocli.CommandLine.Option;

/** The times between which records are read. */
public final class Since {
  private static final String NAME = "from";

  private static final String UNTIL = "until";

  @Option(
      names = "--" + NAME,
      paramLabel = "TIME",
      description = {
        "Skip data before this time: 2026-11-22T10:00:00Z, or a time span before",
        "now such as -15m; see 'sluice help source'."
      })
  private String text;

  @Option(
      names = "--" + UNTIL,
      paramLabel = "TIME",
      description = "Skip data of this time or later; the source is still read to its end.")
  private String untilText;

  private SourceSpec.Times times;

  /**
   * Returns both times; null for one that is not given.
   *
   * @throws dev.sluice.api.config.ConfigurationException if a text is no time
   */
  public SourceSpec.Times times() {
    if (times == null) {
      Clock clock = Clock.systemUTC();
      Instant end = untilText == null ? null : parse(UNTIL, untilText, clock);
      times = new SourceSpec.Times(text == null ? null : parse(NAME, text, clock), end);
    }
    return times;
  }

  /** Returns both times as a range. */
  public TimeRange range() {
    SourceSpec.Times wanted = times();
    TimeRange range =
        wanted.since() == null ? TimeRange.ALL : TimeRange.ALL.withSince(wanted.since());
    return wanted.until() == null ? range : range.withUntil(wanted.until());
  }

  /** Returns whether something is left out. */
  public boolean isGiven() {
    return text != null || untilText != null;
  }

  /**
   * Returns the time that a text names: see the option.
   *
   * @param name of the option, without dashes
   * @throws dev.sluice.api.config.ConfigurationException if it is no time
   */
  public static Instant parse(String name, String text, Clock clock) {
    Key<Start> key = Key.start(name, "");
    Options options = new Options(Map.of());
    options.set(name, text, "or a span before now as -15m");
    if (text.startsWith("-")) {
      boolean days = text.endsWith("d");
      String iso = (days ? "P" : "PT") + text.substring(1);
      try {
        return clock.instant().minus(Duration.parse(iso));
      } catch (DateTimeException | ArithmeticException e) {
        options.get(key); // tells what it must be
      }
    }
    Instant time = options.get(key).time();
    options.finish();
    return time;
  }
}
