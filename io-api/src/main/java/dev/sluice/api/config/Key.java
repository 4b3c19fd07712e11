package dev.sluice.api.config;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One option: its name, the values that it takes, its default and its description. It is declared
 * once; {@link Options#get} reads it, a builder checks with it what code sets, and the reference of
 * all options prints it. Immutable. Names are lower-case words with dots between them, so that they
 * have one form in environment variables: {@code chunk.records} is {@code SLUICE_CHUNK_RECORDS}.
 *
 * <p>A key is powerful if a value can make the program open, send, load or delete something. Paths,
 * texts, families and values of your own kind are, unless the key is declared {@link #harmless};
 * numbers, times, flags and choices are not, unless it is declared {@link #powerful}.
 *
 * @param <T> the type of its values
 */
public final class Key<T> {
  private static final Pattern NAME = Pattern.compile("[a-z][a-zA-Z0-9]*(\\.[a-zA-Z0-9]+)*\\.?");

  private static final Kind<Map<String, String>> FAMILY =
      new Kind<>("any", "any text", true, text -> Map.of(), Map::toString);

  private final String name;
  private final Kind<T> kind;
  private final boolean powerful;
  private final T defaultValue;
  private final String defaultText;
  private final String description;

  /**
   * Kind of values that an option takes.
   *
   * @param type the column "values" of the reference
   * @param expected the end of "must be …"
   * @param open whether a value can name something outside of the program
   * @param parse throws {@link IllegalArgumentException} or {@link DateTimeException} if a text
   *     stands for no value or for one out of bounds
   * @param print a text that {@code parse} reads as the same value
   */
  private record Kind<T>(
      String type,
      String expected,
      boolean open,
      Function<String, T> parse,
      Function<T, String> print) {}

  private Key(
      String name,
      Kind<T> kind,
      boolean powerful,
      T defaultValue,
      String defaultText,
      String description) {
    this.name = name;
    this.kind = kind;
    this.powerful = powerful;
    this.defaultValue = defaultValue;
    this.defaultText = defaultText;
    this.description = Objects.requireNonNull(description, "description");
  }

  private static <T> Key<T> of(String name, Kind<T> kind, T defaultValue, String description) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' is no name of an option");
    }
    String defaultText = defaultValue == null ? null : kind.print().apply(defaultValue);
    return new Key<>(name, kind, kind.open(), defaultValue, defaultText, description);
  }

  /**
   * Returns an option with a custom kind of values.
   *
   * @param expected what a value must be, as in "must be a number from 0 to 1"
   * @param defaultValue the value if none is given; may be null
   * @param parse reads a text; throws {@link IllegalArgumentException} if it is wrong, and {@link
   *     ConfigurationException} to say itself what is wrong
   */
  public static <T> Key<T> of(
      String name, String expected, T defaultValue, Function<String, T> parse, String description) {
    Kind<T> kind = new Kind<>(expected, expected, true, parse, String::valueOf);
    return of(name, kind, defaultValue, description);
  }

  /** Returns an option whose value is any text; null if it is not given and has no default. */
  public static Key<String> text(String name, String defaultValue, String description) {
    Kind<String> kind = new Kind<>("text", "a text", true, text -> text, text -> text);
    return of(name, kind, defaultValue, description);
  }

  /** Returns an option whose value is a path; null if it is not given. */
  public static Key<Path> path(String name, String description) {
    Kind<Path> kind = new Kind<>("path", "a path", true, Path::of, Path::toString);
    return of(name, kind, null, description);
  }

  /**
   * Returns an option whose value is a whole number in a range; null if it is not given and has no
   * default.
   */
  public static Key<Integer> integer(
      String name, Integer defaultValue, int min, int max, String description) {
    String range = min + " to " + max;
    Kind<Integer> kind =
        new Kind<>(
            range,
            "a whole number from " + range,
            false,
            text -> in(min, Integer.valueOf(text.trim()), max),
            String::valueOf);
    return of(name, kind, defaultValue, description);
  }

  /**
   * Returns an option whose value is a number of bytes in a range; null if it is not given and has
   * no default. Written {@code 65536}, {@code 64KiB}, {@code 16 MiB}, {@code 1GB}.
   */
  public static Key<Long> bytes(
      String name, Long defaultValue, long min, long max, String description) {
    String least = Units.print(min);
    Kind<Long> kind =
        new Kind<>(
            max == Long.MAX_VALUE
                ? "bytes, at least " + least
                : "bytes, " + least + " to " + Units.print(max),
            "bytes from " + min + " to " + max + ", as 65536, 64KiB or 16MiB",
            false,
            text -> in(min, Units.bytes(text), max),
            Units::print);
    return of(name, kind, defaultValue, description);
  }

  /**
   * Returns an option whose value is a time of at least {@code min}; null if it is not given and
   * has no default. Written {@code 200ms}, {@code 5s}, {@code 1h}; the unit is required.
   */
  public static Key<Duration> duration(
      String name, Duration defaultValue, Duration min, String description) {
    Kind<Duration> kind =
        new Kind<>(
            "time" + (min.isZero() ? "" : ", at least " + Units.print(min)),
            "a time with its unit of at least " + min.toMillis() + "ms, as 200ms, 5s or 1h",
            false,
            text -> in(min, Units.time(text), null),
            Units::print);
    return of(name, kind, defaultValue, description);
  }

  /** Returns an option whose value is {@code true} or {@code false}. */
  public static Key<Boolean> flag(String name, boolean defaultValue, String description) {
    return oneOf(name, defaultValue, description, Stream.of(true, false), String::valueOf);
  }

  /**
   * Returns an option whose value is one of several words; null if it is not given and has no
   * default.
   */
  public static Key<String> choice(
      String name, String defaultValue, String description, String... words) {
    return oneOf(name, defaultValue, description, Arrays.stream(words), word -> word);
  }

  /** Returns an option whose value is a constant of an enumeration, in lower case with hyphens. */
  public static <E extends Enum<E>> Key<E> choice(String name, E defaultValue, String description) {
    return oneOf(
        name,
        defaultValue,
        description,
        Arrays.stream(defaultValue.getDeclaringClass().getEnumConstants()),
        constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  private static <T> Key<T> oneOf(
      String name,
      T defaultValue,
      String description,
      Stream<T> choices,
      Function<T, String> word) {
    List<T> values = choices.toList();
    String words = values.stream().map(word).collect(Collectors.joining(", "));
    Function<String, T> parse =
        text ->
            values.stream()
                .filter(value -> word.apply(value).equals(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    Kind<T> kind = new Kind<>(words, "one of " + words, false, parse, word);
    return of(name, kind, defaultValue, description);
  }

  /**
   * Returns an option whose value is one of several words, or a time; {@link Start#UNSAID} if it is
   * not given.
   */
  public static Key<Start> start(String name, String description, String... words) {
    List<String> choices = List.of(words);
    String list = String.join(", ", choices) + (choices.isEmpty() ? "" : ", ");
    Kind<Start> kind =
        new Kind<>(
            list + Start.EXPECTED,
            (choices.isEmpty() ? "" : "one of " + list + "or ") + Start.EXPECTED,
            false,
            text ->
                choices.contains(text) ? new Start(text, null) : new Start(null, Start.time(text)),
            start -> String.valueOf(start.word() == null ? start.time() : start.word()));
    return of(name, kind, Start.UNSAID, description).withDefault(null);
  }

  /**
   * Returns a family of options, all of which have names that begin with {@code name}, which ends
   * with a dot. The map holds their values by the rest of their names.
   */
  public static Key<Map<String, String>> family(String name, String description) {
    return of(name, FAMILY, Map.of(), description).withDefault(null);
  }

  private static <T extends Comparable<T>> T in(T min, T value, T max) {
    if (value.compareTo(min) < 0 || max != null && value.compareTo(max) > 0) {
      throw new IllegalArgumentException(value + " is out of bounds");
    }
    return value;
  }

  /** Returns this option, with {@code text} as its default in the reference of options. */
  public Key<T> withDefault(String text) {
    return new Key<>(name, kind, powerful, defaultValue, text, description);
  }

  /**
   * Returns this option, marked as one that cannot open, send, load or delete anything, whatever
   * its value.
   */
  public Key<T> harmless() {
    return new Key<>(name, kind, false, defaultValue, defaultText, description);
  }

  /** Returns this option, marked as one whose value may open, send, load or delete something. */
  public Key<T> powerful() {
    return new Key<>(name, kind, true, defaultValue, defaultText, description);
  }

  /** Returns this option under another name, as for a member of a family. */
  public Key<T> named(String other) {
    return new Key<>(other, kind, powerful, defaultValue, defaultText, description);
  }

  /**
   * Converts a text to a value.
   *
   * @throws ConfigurationException if it stands for none or for one out of bounds; the message
   *     names the option and never shows a secret
   */
  public T parse(String text) {
    String option = "option '" + name + "'";
    try {
      return kind.parse().apply(text);
    } catch (ConfigurationException e) {
      throw new ConfigurationException(
          e.problems().stream().map(problem -> option + ": " + problem).toList());
    } catch (IllegalArgumentException | DateTimeException e) {
      String shown = Secrets.isSecret(name) ? Secrets.MASK : text;
      throw new ConfigurationException(
          List.of(option + " must be " + kind.expected() + ", was '" + shown + "'"));
    }
  }

  /**
   * Checks a value that code gives.
   *
   * @return the value
   * @throws ConfigurationException if it is out of bounds; the message is that of {@link #parse}
   */
  public T check(T value) {
    return parse(print(value));
  }

  /** Returns a text that {@link #parse} reads as that value. */
  public String print(T value) {
    return kind.print().apply(value);
  }

  /**
   * Returns whether a value can make the program open, send, load or delete something. Such a value
   * is not taken from a file that another user may have written.
   */
  public boolean isPowerful() {
    return powerful;
  }

  boolean isFamily() {
    // By identity: equals of a record keeps its class loader until memory is short.
    return (Object) kind == FAMILY;
  }

  /** Returns what {@link Options#get} returns for a family of options. */
  @SuppressWarnings("unchecked") // the T of a family is this map
  T members(Map<String, String> values) {
    return (T) values;
  }

  /**
   * Returns the name of the option in a URI; elsewhere it has the prefix {@code sluice.}. The name
   * of a family ends with a dot.
   */
  public String name() {
    return name;
  }

  /** Returns the kind of values that the option takes, human-readable. */
  public String type() {
    return kind.type();
  }

  /** Returns the value of an option that is not given; may be null. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Returns the default, human-readable; null for none. */
  public String defaultText() {
    return defaultText;
  }

  /** Returns a description of one or two sentences. */
  public String description() {
    return description;
  }

  @Override
  public String toString() {
    return name;
  }
}
