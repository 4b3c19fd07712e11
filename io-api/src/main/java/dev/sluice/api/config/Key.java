package dev.sluice.api.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An option with everything there is to say about it: {@link Options#get} reads it, the reference
 * of all options prints it. Immutable. Names are lower-case words with dots between them, so that
 * they have one form in environment variables: {@code chunk.records} is {@code
 * SLUICE_CHUNK_RECORDS}.
 *
 * @param <T> what its values are
 */
public final class Key<T> {
  private static final Pattern NAME = Pattern.compile("[a-z][a-zA-Z0-9]*(\\.[a-zA-Z0-9]+)*\\.?");

  private final String name;
  private final String type;
  private final String defaultText;
  private final String description;
  private final BiFunction<Options, Key<T>, T> read;

  private Key(
      String name,
      String type,
      String defaultText,
      String description,
      BiFunction<Options, Key<T>, T> read) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' is no name of an option");
    }
    this.name = name;
    this.type = type;
    this.defaultText = defaultText;
    this.description = Objects.requireNonNull(description, "description");
    this.read = read;
  }

  /** Any text; null if there is none and no default. */
  public static Key<String> text(String name, String defaultValue, String description) {
    return new Key<>(
        name, "text", defaultValue, description, (o, key) -> o.text(name, defaultValue));
  }

  /** A path; null if there is none. */
  public static Key<Path> path(String name, String description) {
    return new Key<>(name, "path", null, description, (o, key) -> o.path(name));
  }

  /** A whole number in a range; null if there is none and no default. */
  public static Key<Integer> integer(
      String name, Integer defaultValue, int min, int max, String description) {
    return new Key<>(
        name,
        min + " to " + max,
        defaultValue == null ? null : defaultValue.toString(),
        description,
        (o, key) ->
            o.isGiven(name)
                ? (Integer) o.integer(name, defaultValue == null ? min : defaultValue, min, max)
                : defaultValue);
  }

  /** A number of bytes in a range; null if there is none and no default. */
  public static Key<Long> bytes(
      String name, Long defaultValue, long min, long max, String description) {
    String range = max == Long.MAX_VALUE ? ", at least " + bytes(min) : ", " + bytes(min) + " to ";
    return new Key<>(
        name,
        "bytes" + range + (max == Long.MAX_VALUE ? "" : bytes(max)),
        defaultValue == null ? null : bytes(defaultValue),
        description,
        (o, key) ->
            o.isGiven(name)
                ? (Long) o.bytes(name, defaultValue == null ? min : defaultValue, min, max)
                : defaultValue);
  }

  /** A time of at least {@code min}; null if there is none and no default. */
  public static Key<Duration> duration(
      String name, Duration defaultValue, Duration min, String description) {
    return new Key<>(
        name,
        "time" + (min.isZero() ? "" : ", at least " + time(min)),
        defaultValue == null ? null : time(defaultValue),
        description,
        (o, key) -> o.duration(name, defaultValue, min));
  }

  /** {@code true} or {@code false}. */
  public static Key<Boolean> flag(String name, boolean defaultValue, String description) {
    return new Key<>(
        name,
        "true, false",
        Boolean.toString(defaultValue),
        description,
        (o, key) -> o.flag(name, defaultValue));
  }

  /** One of several words; null if there is none and no default. */
  public static Key<String> choice(
      String name, String defaultValue, String description, String... words) {
    String[] choices = words.clone();
    return new Key<>(
        name,
        String.join(", ", choices),
        defaultValue,
        description,
        (o, key) -> o.isGiven(name) ? o.choice(name, defaultValue, choices) : defaultValue);
  }

  /** One constant of an enumeration, in lower case with hyphens. */
  public static <E extends Enum<E>> Key<E> choice(String name, E defaultValue, String description) {
    Map<String, E> constants =
        Arrays.stream(defaultValue.getDeclaringClass().getEnumConstants())
            .collect(Collectors.toMap(Key::word, constant -> constant));
    String[] words =
        Arrays.stream(defaultValue.getDeclaringClass().getEnumConstants())
            .map(Key::word)
            .toArray(String[]::new);
    return new Key<>(
        name,
        String.join(", ", words),
        word(defaultValue),
        description,
        (o, key) -> constants.get(o.choice(name, word(defaultValue), words)));
  }

  /** One of several words, or a time; {@link Start#UNSAID} if there is none. */
  public static Key<Start> start(String name, String description, String... words) {
    String[] choices = words.clone();
    String type = String.join(", ", choices) + (choices.length == 0 ? "" : ", ") + Start.EXPECTED;
    return new Key<>(name, type, null, description, (o, key) -> o.start(name, choices));
  }

  /** All options whose names begin with {@code name}, which ends with a dot; passed on as is. */
  public static Key<Map<String, String>> prefix(String name, String description) {
    return new Key<>(name, "any", null, description, (o, key) -> o.withPrefix(name));
  }

  /** The same key with a default that depends on something; {@code text} says on what. */
  public Key<T> withDefault(String text) {
    return new Key<>(name, type, text, description, read);
  }

  T read(Options options) {
    return read.apply(options, this);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String bytes(long bytes) {
    for (int shift = 40; shift > 0; shift -= 10) {
      if (bytes >= 1L << shift && bytes % (1L << shift) == 0) {
        return (bytes >> shift) + List.of("", "KiB", "MiB", "GiB", "TiB").get(shift / 10);
      }
    }
    return Long.toString(bytes);
  }

  private static String time(Duration time) {
    long millis = time.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }

  /** Its name in a URI; elsewhere with {@code sluice.} before it. A prefix ends with a dot. */
  public String name() {
    return name;
  }

  /** What values it takes, for a person. */
  public String type() {
    return type;
  }

  /** What stands for a value that is not given, for a person; null for none. */
  public String defaultText() {
    return defaultText;
  }

  /** One or two sentences for a person. */
  public String description() {
    return description;
  }

  @Override
  public String toString() {
    return name;
  }
}
