package dev.sluice.cli.format;

import java.nio.charset.StandardCharsets;

/**
 * Strings in JSON: UTF-8 with the escapes that JSON demands, the short ones where there are, and a
 * lone surrogate as {@code \}{@code ud800} with lower-case digits.
 */
final class JsonText {
  private static final String SHORT = "\b\t\n\f\r\"\\";
  private static final String SHORT_NAMES = "btnfr\"\\";

  private JsonText() {}

  /** The string in quotes. */
  static byte[] quoted(String text) {
    return quoted(text, false);
  }

  /**
   * The string in quotes, with escapes for everything that a terminal would not show but act upon.
   */
  static byte[] quotedForTerminal(String text) {
    return quoted(text, true);
  }

  /** Whether the character is a control, a change of direction or the like. */
  static boolean isUnseen(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static byte[] quoted(String text, boolean terminal) {
    StringBuilder out = new StringBuilder(text.length() + 16).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPair(text, i)) {
        out.append(c).append(text.charAt(++i));
      } else if (mustEscape(c) || terminal && isUnseen(c)) {
        escape(out, c);
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static boolean mustEscape(char c) {
    return c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c);
  }

  private static void escape(StringBuilder out, char c) {
    int name = SHORT.indexOf(c);
    if (name >= 0) {
      out.append('\\').append(SHORT_NAMES.charAt(name));
    } else {
      out.append(String.format("\\u%04x", (int) c));
    }
  }

  private static boolean isPair(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(i + 1));
  }
}
