package dev.sluice.tools.format;

import java.nio.charset.StandardCharsets;

/**
 * Texts that came from elsewhere, made so that no terminal acts upon them: control characters,
 * changes of direction and characters without a width are written as {@code \}{@code u001b} is, in
 * lower-case digits. The one place that says which these are; the reference decoder has the same
 * list.
 */
public final class SafeText {
  /** First and last of the characters from DEL on. */
  private static final int[] UNSAFE = {
    0x7f, 0x9f, 0xad, 0xad, 0x61c, 0x61c, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0xfeff,
    0xfeff, 0xfff9, 0xfffb
  };

  private static final String SHORT = "\b\t\n\f\r\"\\";
  private static final String SHORT_NAMES = "btnfr\"\\";

  private SafeText() {}

  /** Returns whether a terminal would act upon the character, or show nothing for it. */
  static boolean isUnsafe(char c) {
    return c < ' ' || c >= 0x7f && isUnsafeBeyondAscii(c);
  }

  private static boolean isUnsafeBeyondAscii(char c) {
    for (int i = 0; i < UNSAFE.length; i += 2) {
      if (c >= UNSAFE[i] && c <= UNSAFE[i + 1]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns a human-readable line: the text with unsafe characters escaped, line breaks included.
   */
  public static String line(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isUnsafe(text.charAt(i)) || isLone(text, i)) {
        return escaped(text, "");
      }
    }
    return text;
  }

  /**
   * Returns a human-readable word: unchanged if it cannot be mistaken for several words or for
   * none, otherwise as a JSON string with escapes for what is unsafe.
   */
  public static String word(String text) {
    boolean plain = !text.isEmpty() && !text.equals("-");
    for (int i = 0; plain && i < text.length(); i++) {
      char c = text.charAt(i);
      plain = c > ' ' && c != '"' && c != '=' && !isUnsafe(c) && !Character.isSurrogate(c);
    }
    return plain ? text : json(text);
  }

  /** A JSON string with escapes for what is unsafe too; {@code null} for null. */
  public static String json(String text) {
    return text == null ? "null" : '"' + escaped(text, "\"\\") + '"';
  }

  /** Escapes lone surrogates, what is unsafe, and the characters of {@code more}. */
  static String escaped(String text, String more) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isUnsafe(c) || more.indexOf(c) >= 0 || isLone(text, i)) {
        escape(out, c);
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Appends the escape of a character: the short one of JSON if there is one. */
  static void escape(StringBuilder out, char c) {
    int name = SHORT.indexOf(c);
    if (name >= 0) {
      out.append('\\').append(SHORT_NAMES.charAt(name));
    } else {
      out.append("\\u");
      for (int shift = 12; shift >= 0; shift -= 4) {
        out.append(Character.forDigit(c >> shift & 0xf, 16));
      }
    }
  }

  /** Returns whether the character is a surrogate that belongs to no pair. */
  static boolean isLone(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
