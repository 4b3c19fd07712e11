package dev.sluice.serializers.support;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkDecoder;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Function;

/**
 * Human-readable lines about the structure of a chunk, for {@link ChunkDecoder#describe}. For one
 * thread.
 */
public final class Description {
  private static final int MAX_TEXT = 60;

  private final StringBuilder out = new StringBuilder();

  /** Creates a description without lines. */
  public Description() {}

  /**
   * Returns the lines about a chunk that was decoded without an error; none if there is no chunk.
   *
   * @param newDecoder a decoder that writes to a description what it decodes
   */
  public static String of(Chunk chunk, Function<Description, ChunkDecoder> newDecoder) {
    Description description = new Description();
    try {
      if (chunk != null) {
        newDecoder.apply(description).decode(chunk);
      }
    } catch (MalformedChunkException e) {
      throw new IllegalStateException("the bytes of a chunk changed while it was read", e);
    }
    return description.out.toString();
  }

  /** Adds a string of the chunk's table. */
  public void string(int id, String text) {
    line(
        "string %d: %s%s",
        id, quoted(text), text.length() > MAX_TEXT ? ", " + text.length() + " chars" : "");
  }

  /** Adds a type of the chunk's schema, with its fields. */
  public void type(RecordType type) {
    line("type %s", type.qualifiedName());
    for (Field field : type.fields()) {
      line("  field %s: %s %s", printable(field.name()), lower(field.type()), lower(field.role()));
    }
  }

  /** Adds another line, which must not contain a line break. */
  public void line(String format, Object... arguments) {
    out.append(String.format(format, arguments)).append('\n');
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String quoted(String text) {
    return '"' + printable(text) + '"' + (text.length() > MAX_TEXT ? "…" : "");
  }

  /**
   * Returns the start of a text from a chunk, without characters that control a terminal or log.
   */
  public static String printable(String text) {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), MAX_TEXT); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        result.append('\\').append(c);
      } else if (isPrintable(c)) {
        result.append(c);
      } else {
        // No format, which takes 1 KiB a character: messages count against a decoder's memory.
        result.append("\\u").append(HexFormat.of().toHexDigits(c));
      }
    }
    return result.toString();
  }

  private static boolean isPrintable(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
