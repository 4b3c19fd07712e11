package dev.sluice.monitoring;

import dev.sluice.monitoring.records.SpanPartWriter;

/** Texts of {@code sluice.span} and {@code sluice.span_part} for spans of other tracers. */
public final class SpanText {
  /** Maximum number of characters for which a row has room, whatever they are. */
  public static final int MAX_ROW_CHARS = 16_384;

  /** Maximum length of the keys of a span's attributes that become a symbol, in characters. */
  public static final int MAX_KEYS_CHARS = 4_096;

  private SpanText() {}

  /** Returns a text of JSON in quotes; a lone surrogate stays unchanged. */
  public static StringBuilder quoted(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        out.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
      } else {
        out.append(c);
      }
    }
    return out.append('"');
  }

  /** Appends a text without line breaks, because they separate keys and values. */
  public static void escaped(StringBuilder out, String text) {
    if (text.indexOf('\n') < 0 && text.indexOf('\\') < 0) {
      out.append(text);
    } else {
      out.append(text.replace("\\", "\\\\").replace("\n", "\\n"));
    }
  }

  /**
   * Emits rare properties of a span in parts that have room in a row; returns their number.
   *
   * @param now the record time, by {@link System#nanoTime}
   * @param more members of a span of OTLP in JSON
   * @return how many parts it is
   */
  public static int parts(SpanPartWriter parts, long now, long trace, long span, String more) {
    int count = 0;
    for (int from = 0; from < more.length(); from += MAX_ROW_CHARS) {
      String part = more.substring(from, Math.min(more.length(), from + MAX_ROW_CHARS));
      parts.emit(now, trace, span, count++, part);
    }
    return count;
  }
}
