package dev.sluice.monitoring.select;

import java.util.regex.Pattern;

/**
 * A name with wildcards: {@code *} for any characters but dots, {@code **} for any with dots,
 * {@code ..} for any packages in between. Immutable.
 *
 * <p>No wildcard stands for the {@code <} of {@code <init>}, which must be named.
 */
final class Glob {
  private static final String ANY_TYPE = "*";

  private final String literal;
  private final Pattern rest;

  private Glob(String text) {
    int wildcard = 0;
    while (wildcard < text.length()
        && text.charAt(wildcard) != '*'
        && !text.startsWith("..", wildcard)) {
      wildcard++;
    }
    literal = text.substring(0, wildcard);
    rest =
        wildcard == text.length()
            ? null
            : Pattern.compile(regex(text.substring(wildcard), wildcard));
  }

  /** Of a class, a method, or an annotation. */
  static Glob ofName(String text) {
    return new Glob(text);
  }

  /** Of the type of a result or a parameter; {@code *} alone is any type. */
  static Glob ofType(String text) {
    String type = text.endsWith("...") ? text.substring(0, text.length() - 3) + "[]" : text;
    return new Glob(type.equals(ANY_TYPE) ? "**" : type);
  }

  private static String regex(String text, int before) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (text.startsWith("**", i)) {
        regex.append("[^<]*");
        i++;
      } else if (text.charAt(i) == '*') {
        regex.append("[^.<]*");
      } else if (text.startsWith("..", i)) {
        regex.append(before + i == 0 ? "(?:.*\\.)?" : "\\.(?:.*\\.)?");
        i++;
      } else {
        regex.append(Pattern.quote(text.substring(i, i + 1)));
      }
    }
    return regex.toString();
  }

  /** Whether it stands for the whole name. */
  boolean matches(String name) {
    if (rest == null) {
      return literal.equals(name);
    }
    return name.startsWith(literal)
        && rest.matcher(name).region(literal.length(), name.length()).matches();
  }
}
