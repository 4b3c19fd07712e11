package dev.sluice.api.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Named values, of which each part of a program reads the ones that it knows. Wrong values are
 * noted and the default is returned; {@link #finish} reports all mistakes at once, unknown keys
 * with the nearest known one. Names are compared without regard to case. No message shows the value
 * of a key that looks like a secret. For one thread.
 */
public final class Options {
  /** Origin of values given in a URI. */
  public static final String URI = "URI";

  /** Origin of values that the program sets itself. */
  public static final String CODE = "code";

  private final TreeMap<String, Value> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final TreeSet<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
  private final List<String> prefixes = new ArrayList<>();
  private final Set<String> problems = new LinkedHashSet<>();
  private final Map<String, Setting> settings = new TreeMap<>();

  /**
   * A value of an option; {@code doubt} is the reason why another user may have given it, or null.
   */
  private record Value(String text, String origin, boolean required, String doubt) {
    /**
     * Returns where to correct a mistake in the value, or null in a URI, where the option's name is
     * enough.
     */
    String where() {
      return origin.equals(URI) ? "" : " (" + origin + ")";
    }
  }

  /** Creates options with values that were given in a URI. */
  public Options(Map<String, String> values) {
    values.forEach((key, value) -> set(key, value, URI));
  }

  /**
   * Sets a value; replaces an earlier one.
   *
   * @param origin where it comes from, human-readable
   */
  public void set(String key, String value, String origin) {
    values.remove(key);
    values.put(key, new Value(value, origin, true, null));
  }

  /** Sets a value that the program gives. */
  public <T> void set(Key<T> key, T value) {
    set(key.name(), key.print(value), CODE);
  }

  /** Sets a value that no part needs to read; {@link #finish} does not report it as unknown. */
  public void offer(String key, String value, String origin) {
    values.remove(key);
    values.put(key, new Value(value, origin, false, null));
  }

  /**
   * Marks the value of a key as possibly given by another user: if it is read with a {@linkplain
   * Key#isPowerful powerful} key, the default is returned and a mistake is noted.
   *
   * @param why the end of "must not open, send, load or delete anything, because …"
   */
  public void doubt(String key, String why) {
    values.computeIfPresent(
        key, (name, value) -> new Value(value.text(), value.origin(), value.required(), why));
  }

  /** Offers a value, unless the key has one already. */
  public void offerDefault(String key, String value, String origin) {
    if (!values.containsKey(key)) {
      offer(key, value, origin);
    }
  }

  /** Returns whether a value is given for a key. */
  public boolean isGiven(Key<?> key) {
    known.add(key.name());
    return values.containsKey(key.name());
  }

  /** Returns the value of a key; its default if there is none or a wrong one, which is noted. */
  public <T> T get(Key<T> key) {
    if (key.isFamily()) {
      return key.members(withPrefix(key.name(), key.isPowerful()));
    }
    known.add(key.name());
    Value value = values.get(key.name());
    if (value == null || key.isPowerful() && isRefused(value)) {
      settings.put(key.name(), new Setting(key.name(), key.defaultText(), Setting.DEFAULT));
      return key.defaultValue();
    }
    note(key.name(), value);
    try {
      return key.parse(value.text());
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> problems.add(problem + value.where()));
      return key.defaultValue();
    }
  }

  private boolean isRefused(Value value) {
    if (value.doubt() != null) {
      problems.add(
          value.origin()
              + " must not open, send, load or delete anything, because "
              + value.doubt());
    }
    return value.doubt() != null;
  }

  private void note(String key, Value value) {
    settings.put(key, new Setting(key, value.text(), value.origin()));
  }

  /** Returns the values read so far, by name, with their origins. Secrets are masked. */
  public List<Setting> settings() {
    return List.copyOf(settings.values());
  }

  /**
   * Returns all values whose key starts with the prefix, by the rest of their keys. They count as
   * known.
   */
  public Map<String, String> withPrefix(String prefix) {
    return withPrefix(prefix, true);
  }

  private Map<String, String> withPrefix(String prefix, boolean powerful) {
    prefixes.add(prefix);
    Map<String, String> result = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith(prefix) && !(powerful && isRefused(value))) {
            result.put(key.substring(prefix.length()), value.text());
            note(key, value);
          }
        });
    return result;
  }

  /** Notes a mistake that only the reader of a value can detect. */
  public void problem(String message) {
    problems.add(message);
  }

  /** Notes a mistake in the value of a key, with the origin of the value. */
  public void problem(Key<?> key, String message) {
    Value value = values.get(key.name());
    problems.add("option '" + key + "': " + message + (value == null ? "" : value.where()));
  }

  /** Returns an exception with the mistakes of another reader and those noted here, each once. */
  public ConfigurationException with(ConfigurationException other) {
    Set<String> all = new LinkedHashSet<>(problems);
    all.addAll(other.problems());
    return new ConfigurationException(List.copyOf(all));
  }

  /**
   * Ends the reading.
   *
   * @throws ConfigurationException if there was any mistake
   */
  public void finish() {
    List<String> all = new ArrayList<>(problems);
    all.addAll(unknown(true));
    if (!all.isEmpty()) {
      throw new ConfigurationException(all);
    }
  }

  /**
   * Returns descriptions of the values that were {@link #offer offered} and never read, with the
   * nearest known name.
   */
  public List<String> unread() {
    return unknown(false);
  }

  private List<String> unknown(boolean required) {
    List<String> all = new ArrayList<>();
    values.forEach(
        (key, value) -> {
          if (value.required() == required
              && !known.contains(key)
              && prefixes.stream().noneMatch(key::startsWith)) {
            all.add("unknown option '" + key + "'" + value.where() + Nearest.hint(key, known));
          }
        });
    return all;
  }
}
