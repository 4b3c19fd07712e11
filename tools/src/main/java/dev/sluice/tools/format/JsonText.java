package dev.sluice.tools.format;

/**
 * Strings in JSON: UTF-8 with the escapes that JSON demands, the short ones where there are, and a
 * lone surrogate as {@code \}{@code ud800} with lower-case digits.
 */
final class JsonText {
  private JsonText() {}

  /** Returns the string in quotes, as the JSON form of the specification has it. */
  static byte[] quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || SafeText.isLone(text, i)) {
        SafeText.escape(out, c);
      } else {
        out.append(c);
      }
    }
    return SafeText.utf8(out.append('"').toString());
  }
}
