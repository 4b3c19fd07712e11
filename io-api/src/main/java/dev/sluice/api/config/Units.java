package dev.sluice.api.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Conversion of numbers of bytes and times to texts with units, and back. What is printed is read
 * as the same value.
 */
final class Units {
  private static final Pattern AMOUNT = Pattern.compile("\\s*(\\d{1,19})\\s*([a-zA-Zµ]*)\\s*");
  private static final List<String> BINARY = List.of("", "KiB", "MiB", "GiB", "TiB");

  /** Maximum number of seconds whose nanoseconds fit a long. */
  private static final long MAX_EXACT_SECONDS = Long.MAX_VALUE / 1_000_000_000;

  private Units() {}

  /**
   * Converts a text such as {@code 65536}, {@code 64KiB}, {@code 16 MiB} or {@code 1GB} to a number
   * of bytes.
   *
   * @throws IllegalArgumentException if the text is no such number or does not fit a long
   */
  static long bytes(String text) {
    Matcher amount = amount(text);
    long unit =
        switch (amount.group(2).toLowerCase(Locale.ROOT)) {
          case "", "b" -> 1;
          case "kib" -> 1L << 10;
          case "mib" -> 1L << 20;
          case "gib" -> 1L << 30;
          case "tib" -> 1L << 40;
          case "kb" -> 1_000;
          case "mb" -> 1_000_000;
          case "gb" -> 1_000_000_000;
          default -> throw new IllegalArgumentException(text);
        };
    long number = Long.parseLong(amount.group(1));
    if (number > Long.MAX_VALUE / unit) {
      throw new IllegalArgumentException(text);
    }
    return number * unit;
  }

  /**
   * Converts a text such as {@code 200ms}, {@code 5s} or {@code 1h} to a time. A time too long for
   * nanoseconds in a long becomes the longest one.
   *
   * @throws IllegalArgumentException if the text is no such time
   */
  static Duration time(String text) {
    Matcher amount = amount(text);
    TimeUnit unit =
        switch (amount.group(2).toLowerCase(Locale.ROOT)) {
          case "ns" -> TimeUnit.NANOSECONDS;
          case "us", "µs" -> TimeUnit.MICROSECONDS;
          case "ms" -> TimeUnit.MILLISECONDS;
          case "s" -> TimeUnit.SECONDS;
          case "m", "min" -> TimeUnit.MINUTES;
          case "h" -> TimeUnit.HOURS;
          case "d" -> TimeUnit.DAYS;
          default -> throw new IllegalArgumentException(text);
        };
    return Duration.ofNanos(unit.toNanos(Long.parseLong(amount.group(1))));
  }

  private static Matcher amount(String text) {
    Matcher matcher = AMOUNT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    return matcher;
  }

  static String print(long bytes) {
    int unit = bytes <= 0 ? 0 : Math.min(Long.numberOfTrailingZeros(bytes) / 10, BINARY.size() - 1);
    return (bytes >> 10 * unit) + BINARY.get(unit);
  }

  static String print(Duration time) {
    if (time.getNano() == 0 || time.getSeconds() >= MAX_EXACT_SECONDS) {
      return time.getSeconds() + "s";
    }
    return time.getNano() % 1_000_000 == 0 ? time.toMillis() + "ms" : time.toNanos() + "ns";
  }
}
