package dev.sluice.monitoring.config;

import dev.sluice.api.config.ConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Options in one text, as after {@code -javaagent:…=}: {@code name=value} pairs with commas or
 * semicolons between them.
 *
 * <ul>
 *   <li>A comma separates only in front of {@code name=}; any other belongs to the value, as in
 *       {@code kafka://b1:9092,b2:9092/topic}.
 *   <li>Nothing separates between double quotes, in which a backslash takes away the meaning of the
 *       next character. Quotes stay, unless one pair of them encloses the whole value.
 *   <li>The semicolon that ends a login configuration ({@code …jaas.config=…;}) belongs to it, and
 *       separates, too.
 * </ul>
 */
public final class OptionText {
  private static final Pattern NAME = Pattern.compile("(?U)\\s*\\p{Alpha}[\\w.-]*\\s*=");

  /** Pattern of a blank text, or of one that begins with another separator. */
  private static final Pattern EMPTY = Pattern.compile("\\s*([,;].*)?", Pattern.DOTALL);

  private static final Pattern LOGIN =
      Pattern.compile(".*jaas\\.config\\s*=[^&]*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private OptionText() {}

  /**
   * Converts a text to a new map, in the order of the text.
   *
   * @throws ConfigurationException if a part is no pair, or an option that takes one value is given
   *     twice
   */
  public static Map<String, String> parse(String text) {
    Map<String, String> options = new LinkedHashMap<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        i = closing(text, i);
      } else if (c == ';' || c == ',') {
        String before = text.substring(start, i);
        boolean login = c == ';' && LOGIN.matcher(before).matches();
        if (isEnd(c, text.substring(i + 1), login)) {
          pair(options, login ? before + c : before);
          start = i + 1;
        }
      }
    }
    pair(options, text.substring(start));
    return options;
  }

  /** Returns the index of the closing quote; the given index itself if there is none. */
  private static int closing(String text, int quote) {
    for (int i = quote + 1; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == '"') {
        return i;
      }
    }
    return quote;
  }

  private static boolean isEnd(char separator, String rest, boolean login) {
    return NAME.matcher(rest).lookingAt()
        || EMPTY.matcher(rest).matches()
        || separator == ';' && !login;
  }

  private static void pair(Map<String, String> options, String text) {
    int equals = text.indexOf('=');
    if (equals > 0) {
      add(options, text.substring(0, equals).strip(), unquoted(text.substring(equals + 1).strip()));
    } else if (!text.isBlank()) {
      throw new ConfigurationException(
          List.of("agent option '" + text.strip() + "' has no value; write it as name=value"));
    }
  }

  private static String unquoted(String value) {
    boolean whole = value.length() > 1 && value.startsWith("\"");
    return whole && closing(value, 0) == value.length() - 1
        ? value.substring(1, value.length() - 1)
        : value;
  }

  /**
   * Adds an option. Patterns, jars and probes may be given several times.
   *
   * @throws ConfigurationException if another is there that may not
   */
  public static void add(Map<String, String> options, String name, String value) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    String separator =
        switch (last) {
          case "include", "exclude", "plugins" -> "|";
          case "probe" -> ",";
          default -> null;
        };
    if (separator == null && options.containsKey(name)) {
      throw new ConfigurationException(List.of("option '" + name + "' is given twice"));
    }
    options.merge(name, value, (a, b) -> a + separator + b);
  }
}
