package dev.sluice.pages;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * JSON that may stand in a {@code script} element: no text can end the element or begin a comment,
 * because {@code <}, {@code >} and {@code &} are written as {@code \}{@code u003C} is.
 */
final class ScriptJson {
  private static final JsonFactory FACTORY =
      new JsonFactory().setCharacterEscapes(new MarkupEscapes());

  private ScriptJson() {}

  /** Writes a value. */
  @FunctionalInterface
  interface Content {
    void writeTo(JsonGenerator json) throws IOException;
  }

  static String of(Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      content.writeTo(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A number, or null where there is none. */
  static void number(double value, JsonGenerator json) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }

  private static final class MarkupEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] escapes = standardAsciiEscapesForJSON();
      for (char c : "<>&".toCharArray()) {
        escapes[c] = ESCAPE_STANDARD;
      }
      return escapes;
    }

    @Override
    public SerializableString getEscapeSequence(int c) {
      return null;
    }
  }
}
