package dev.sluice.source;

import com.github.javaparser.Position;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * Text of a source file in two forms: raw, and as the compiler reads it, with Unicode escapes
 * translated. The parser gets the translated text; probes are inserted into the raw text.
 *
 * @param raw as it stands in the file
 * @param translated as the compiler reads it
 * @param origins for each translated character where it begins in the raw text; null if there is no
 *     escape
 * @param lines where each line of the translated text begins
 */
record SourceText(String raw, String translated, int[] origins, int[] lines) {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final int ESCAPE_DIGITS = 4;

  private SourceText(String raw, String translated, int[] origins) {
    this(raw, translated, origins, lineStarts(translated));
  }

  /**
   * Reads a file's bytes.
   *
   * @throws CharacterCodingException if they are none of the character set, or are not the only
   *     bytes for that text
   */
  static SourceText of(byte[] bytes, Charset charset) throws CharacterCodingException {
    String raw = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    if (!Arrays.equals(bytes, encode(raw, charset))) {
      throw new CharacterCodingException();
    }
    return of(raw);
  }

  static SourceText of(String raw) {
    boolean marked = !raw.isEmpty() && raw.charAt(0) == BYTE_ORDER_MARK;
    return marked || raw.contains("\\u") ? translate(raw, marked) : new SourceText(raw, raw, null);
  }

  /**
   * Translates Unicode escapes: a backslash begins one if the number of backslashes right before it
   * is even.
   */
  private static SourceText translate(String raw, boolean marked) {
    StringBuilder text = new StringBuilder(raw.length());
    int[] origins = new int[raw.length() + 1];
    int at = marked ? 1 : 0;
    while (at < raw.length()) {
      origins[text.length()] = at;
      int end = escapeEnd(raw, at);
      if (end > 0) {
        text.append((char) Integer.parseInt(raw.substring(end - ESCAPE_DIGITS, end), 16));
        at = end;
      } else if (raw.startsWith("\\\\", at)) {
        text.append("\\\\");
        origins[text.length() - 1] = at + 1;
        at += 2;
      } else {
        text.append(raw.charAt(at++));
      }
    }
    origins[text.length()] = at;
    return new SourceText(raw, text.toString(), origins);
  }

  /** Returns the end of the Unicode escape that begins at an index, or -1. */
  private static int escapeEnd(String raw, int at) {
    if (!raw.startsWith("\\u", at)) {
      return -1;
    }
    int digits = at + 2;
    while (digits < raw.length() && raw.charAt(digits) == 'u') {
      digits++;
    }
    int end = digits + ESCAPE_DIGITS;
    if (end > raw.length()) {
      return -1;
    }
    boolean hexadecimal =
        raw.substring(digits, end).chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128);
    return hexadecimal ? end : -1;
  }

  private static int[] lineStarts(String text) {
    int[] starts = new int[16];
    int count = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r' && !text.startsWith("\n", i + 1)) {
        if (count == starts.length) {
          starts = Arrays.copyOf(starts, 2 * count);
        }
        starts[count++] = i + 1;
      }
    }
    return Arrays.copyOf(starts, count);
  }

  /**
   * Returns the offset in the raw text of a character at a position of the parser.
   *
   * @throws IllegalStateException if it is another character there
   */
  int offset(Position position, char expected) {
    int line = position.line - 1;
    int at = line < lines.length ? lines[line] + position.column - 1 : -1;
    if (at < 0 || at >= translated.length() || translated.charAt(at) != expected) {
      throw new IllegalStateException("no '" + expected + "' at " + position);
    }
    return origins == null ? at : origins[at];
  }

  /**
   * Returns the number of raw characters of the character at an offset: more than 1 if it is
   * escaped.
   */
  int length(int offset) {
    int end = escapeEnd(raw, offset);
    return end > 0 ? end - offset : 1;
  }

  /** Returns the bytes of a text. */
  static byte[] encode(String text, Charset charset) throws CharacterCodingException {
    ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
    return Arrays.copyOfRange(bytes.array(), bytes.position(), bytes.limit());
  }
}
