package dev.sluice.agent.instrument;

/**
 * A glob on classes and methods: {@code com.acme.Foo}, {@code com.acme.*} (the classes of a
 * package), {@code com.acme.**} (of a package and all below), {@code com.acme.Foo#get*}. {@code *}
 * stands for any characters but dots, {@code **} for any with dots. Nested classes are written
 * {@code Outer$Inner}.
 */
final class Pattern {
  private static final String OTHER_CHARACTERS = ".*#";

  private final String text;
  private final java.util.regex.Pattern type;
  private final java.util.regex.Pattern method;

  private Pattern(String text, String type, String method) {
    this.text = text;
    this.type = regex(type);
    this.method = method == null ? null : regex(method);
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if it can match nothing; the message quotes it
   */
  static Pattern parse(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isJavaIdentifierPart(c) && OTHER_CHARACTERS.indexOf(c) < 0) {
        throw new IllegalArgumentException(
            "'"
                + text
                + "' must not contain '"
                + c
                + "'; patterns are like com.acme.** or com.acme.Foo#get*");
      }
    }
    int hash = text.indexOf('#');
    String type = hash < 0 ? text : text.substring(0, hash);
    String method = hash < 0 ? null : text.substring(hash + 1);
    if (type.contains("..")) {
      throw new IllegalArgumentException(
          "'" + text + "' must not contain '..'; write com.acme.** for all classes below com.acme");
    }
    if (type.isEmpty() || type.startsWith(".") || type.endsWith(".")) {
      throw new IllegalArgumentException(
          "'" + text + "' must name a class; write com.acme.* for the classes of a package");
    }
    if (method != null
        && (method.isEmpty() || method.indexOf('.') >= 0 || method.indexOf('#') >= 0)) {
      throw new IllegalArgumentException("'" + text + "' must name a method after '#'");
    }
    return new Pattern(text, type, method);
  }

  private static java.util.regex.Pattern regex(String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      if (glob.startsWith("**", i)) {
        regex.append(".*");
        i++;
      } else if (glob.charAt(i) == '*') {
        regex.append("[^.]*");
      } else {
        regex.append(java.util.regex.Pattern.quote(glob.substring(i, i + 1)));
      }
    }
    return java.util.regex.Pattern.compile(regex.toString());
  }

  /** Whether the class of that name has, or may have, matching methods. */
  boolean matchesType(String name) {
    return type.matcher(name).matches();
  }

  /** Whether this is about whole classes. */
  boolean isForTypes() {
    return method == null;
  }

  /** Whether a method of a class that {@linkplain #matchesType matches} does too. */
  boolean matchesMethod(String name) {
    return method == null || method.matcher(name).matches();
  }

  @Override
  public String toString() {
    return text;
  }
}
