package dev.sluice.api.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Named values that several parts read, each what it knows. Wrong values are noted and the default
 * is returned; {@link #finish} reports all mistakes at once, unknown keys with the nearest known
 * one. Names are compared without regard to case. No message shows the value of a key that looks
 * like a secret. For one thread.
 */
public final class Options {
  /** The origin of values given in a URI. */
  public static final String URI = "URI";

  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,18})\\s*([a-zA-Zµ]*)");
  private static final Map<String, Long> BYTE_UNITS =
      Map.of(
          "",
          1L,
          "b",
          1L,
          "kib",
          1L << 10,
          "mib",
          1L << 20,
          "gib",
          1L << 30,
          "kb",
          1_000L,
          "mb",
          1_000_000L,
          "gb",
          1_000_000_000L);
  private static final Map<String, TimeUnit> TIME_UNITS =
      Map.of(
          "ns",
          TimeUnit.NANOSECONDS,
          "us",
          TimeUnit.MICROSECONDS,
          "µs",
          TimeUnit.MICROSECONDS,
          "ms",
          TimeUnit.MILLISECONDS,
          "s",
          TimeUnit.SECONDS,
          "m",
          TimeUnit.MINUTES,
          "min",
          TimeUnit.MINUTES,
          "h",
          TimeUnit.HOURS,
          "d",
          TimeUnit.DAYS);

  private final TreeMap<String, Value> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final TreeSet<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
  private final List<String> prefixes = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Setting> settings = new TreeMap<>();

  private record Value(String text, String origin, boolean required) {
    /** Where a mistake is to be mended; in the URI the name says it. */
    String where() {
      return origin.equals(URI) ? "" : " (" + origin + ")";
    }
  }

  /** Over these values, given in a URI. */
  public Options(Map<String, String> values) {
    values.forEach((key, value) -> set(key, value, URI));
  }

  /**
   * Gives a value, in place of one that was there.
   *
   * @param origin where it comes from, for a person
   */
  public void set(String key, String value, String origin) {
    values.remove(key);
    values.put(key, new Value(value, origin, true));
  }

  /** The same, but nobody has to read it. */
  public void offer(String key, String value, String origin) {
    values.remove(key);
    values.put(key, new Value(value, origin, false));
  }

  /** Whether there is a value for a key. */
  public boolean isGiven(String key) {
    known.add(key);
    return values.containsKey(key);
  }

  /** The value of a key. */
  public <T> T get(Key<T> key) {
    note(key.name(), key.defaultText());
    return key.read(this);
  }

  private void note(String key, String defaultText) {
    Value value = values.get(key);
    if (!key.endsWith(".")) {
      settings.put(
          key,
          value == null
              ? new Setting(key, defaultText, Setting.DEFAULT)
              : new Setting(key, value.text(), value.origin()));
    }
  }

  /** What was read so far, by name, with where it comes from. Secrets are masked. */
  public List<Setting> settings() {
    return List.copyOf(settings.values());
  }

  /** The text of a key, or the default. */
  public String text(String key, String defaultValue) {
    known.add(key);
    Value value = values.get(key);
    if (value != null) {
      note(key, null);
    }
    return value == null ? defaultValue : value.text();
  }

  /** A path, or null. */
  public Path path(String key) {
    String text = text(key, null);
    try {
      return text == null ? null : Path.of(text);
    } catch (InvalidPathException e) {
      return wrong(key, "a path", null);
    }
  }

  /** A whole number in a range. */
  public int integer(String key, int defaultValue, int min, int max) {
    String text = text(key, null);
    if (text == null) {
      return defaultValue;
    }
    try {
      int value = Integer.parseInt(text.trim());
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for both mistakes
    }
    return wrong(key, "a whole number from " + min + " to " + max, defaultValue);
  }

  /** A number of bytes in a range: {@code 65536}, {@code 64KiB}, {@code 16 MiB}, {@code 1GB}. */
  public long bytes(String key, long defaultValue, long min, long max) {
    String text = text(key, null);
    if (text == null) {
      return defaultValue;
    }
    Matcher matcher = AMOUNT.matcher(text.trim());
    Long unit =
        matcher.matches() ? BYTE_UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    if (unit != null) {
      long number = Long.parseLong(matcher.group(1));
      if (number <= Long.MAX_VALUE / unit && number * unit >= min && number * unit <= max) {
        return number * unit;
      }
    }
    return wrong(
        key, "bytes from " + min + " to " + max + ", as 65536, 64KiB or 16MiB", defaultValue);
  }

  /**
   * A time of at least {@code min}: {@code 200ms}, {@code 5s}, {@code 1h}; the unit is required.
   */
  public Duration duration(String key, Duration defaultValue, Duration min) {
    String text = text(key, null);
    if (text == null) {
      return defaultValue;
    }
    Matcher matcher = AMOUNT.matcher(text.trim());
    TimeUnit unit =
        matcher.matches() ? TIME_UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    if (unit != null) {
      // TimeUnit saturates, so a huge number is a long time and no overflow.
      Duration value = Duration.ofNanos(unit.toNanos(Long.parseLong(matcher.group(1))));
      if (value.compareTo(min) >= 0) {
        return value;
      }
    }
    return wrong(
        key,
        "a time with its unit of at least " + min.toMillis() + "ms, as 200ms, 5s or 1h",
        defaultValue);
  }

  /** {@code true} or {@code false}. */
  public boolean flag(String key, boolean defaultValue) {
    return choice(key, Boolean.toString(defaultValue), "true", "false").equals("true");
  }

  /** One of several words. */
  public String choice(String key, String defaultValue, String... choices) {
    String text = text(key, defaultValue);
    return Arrays.asList(choices).contains(text)
        ? text
        : wrong(key, "one of " + String.join(", ", choices), defaultValue);
  }

  /** One of several words, or a time. */
  Start start(String key, String... choices) {
    String text = text(key, null);
    if (text == null) {
      return Start.UNSAID;
    }
    if (Arrays.asList(choices).contains(text)) {
      return new Start(text, null);
    }
    try {
      return new Start(null, Start.time(text));
    } catch (DateTimeException e) {
      String words = choices.length == 0 ? "" : "one of " + String.join(", ", choices) + ", or ";
      return wrong(key, words + Start.EXPECTED, Start.UNSAID);
    }
  }

  /** All values whose key starts with the prefix, without it. They count as known. */
  public Map<String, String> withPrefix(String prefix) {
    prefixes.add(prefix);
    Map<String, String> result = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            result.put(key.substring(prefix.length()), value.text());
            note(key, null);
          }
        });
    return result;
  }

  /** Notes a mistake that only the reader of a value can see. */
  public void problem(String message) {
    problems.add(message);
  }

  /** The same for a mistake in the value of a key; tells where that was given. */
  public void problem(Key<?> key, String message) {
    Value value = values.get(key.name());
    problems.add("option '" + key + "': " + message + (value == null ? "" : value.where()));
  }

  /** The mistakes of another reader with those noted here, each once. */
  public ConfigurationException with(ConfigurationException other) {
    List<String> all = new ArrayList<>(problems);
    other.problems().stream().filter(problem -> !all.contains(problem)).forEach(all::add);
    return new ConfigurationException(all);
  }

  /**
   * Ends the reading.
   *
   * @throws ConfigurationException if there was any mistake
   */
  public void finish() {
    List<String> all = new ArrayList<>(problems);
    values.forEach(
        (key, value) -> {
          if (value.required()
              && !known.contains(key)
              && prefixes.stream().noneMatch(key::startsWith)) {
            all.add("unknown option '" + key + "'" + value.where() + Nearest.hint(key, known));
          }
        });
    if (!all.isEmpty()) {
      throw new ConfigurationException(all);
    }
  }

  /**
   * Notes that a key's value is not what it must be; tells the value, but for a secret, and where
   * it was given.
   *
   * @param key of a value that is given
   * @param expected what it must be, as {@code a path}
   * @return the default
   */
  public <T> T wrong(String key, String expected, T defaultValue) {
    Value value = values.get(key);
    String text = Secrets.isSecret(key) ? Secrets.MASK : value.text();
    problems.add(
        "option '" + key + "' must be " + expected + ", was '" + text + "'" + value.where());
    return defaultValue;
  }
}
