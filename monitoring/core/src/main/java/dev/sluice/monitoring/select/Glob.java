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

  private static final String ANYTHING = "**";

  private final String literal;

  /** Pattern of the part after the literal; null if there is none, or if anything may follow. */
  private final Pattern rest;

  private final boolean open;

  private Glob(String text) {
    int wildcard = 0;
    while (wildcard < text.length()
        && text.charAt(wildcard) != '*'
        && !text.startsWith("..", wildcard)) {
      wildcard++;
    }
    literal = text.substring(0, wildcard);
    String wild = text.substring(wildcard);
    open = wild.equals(ANYTHING);
    rest = wild.isEmpty() || open ? null : Pattern.compile(regex(wild, wildcard));
  }

  /** Returns the glob of the name of a class, a method, or an annotation. */
  static Glob ofName(String text) {
    return new Glob(text);
  }

  /** Returns the glob of the type of a result or a parameter; {@code *} alone is any type. */
  static Glob ofType(String text) {
    String type = text.endsWith("...") ? text.substring(0, text.length() - 3) + "[]" : text;
    return new Glob(type.equals(ANY_TYPE) ? ANYTHING : type);
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

  /** Returns whether the glob matches the whole name. */
  boolean matches(String name) {
    if (open) {
      return name.startsWith(literal) && name.indexOf('<', literal.length()) < 0;
    }
    if (rest == null) {
      return literal.equals(name);
    }
    return name.startsWith(literal)
        && rest.matcher(name).region(literal.length(), name.length()).matches();
  }
}
