package dev.sluice.tools.recordings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * JSON object with its fields in insertion order. Values are objects of this kind, maps with such
 * values, lists of them, numbers, arrays of {@code long}, texts, flags and null; numbers that are
 * not finite become null. For one thread.
 */
public final class JsonObject {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Returns an object of these names and values, in turns. */
  public static JsonObject of(Object... fields) {
    JsonObject object = new JsonObject();
    for (int i = 0; i < fields.length; i += 2) {
      object.put((String) fields[i], fields[i + 1]);
    }
    return object;
  }

  /** Adds a field. */
  public JsonObject put(String name, Object value) {
    fields.put(name, value);
    return this;
  }

  /** Returns a number that is written without a fraction if it has none. */
  public static Number number(double value) {
    if (value == Math.rint(value)) {
      return (long) value;
    }
    return value;
  }

  /** Writes it as the next value. */
  public void write(JsonGenerator json) throws IOException {
    write(json, fields);
  }

  /** Returns the object in one line. */
  @Override
  public String toString() {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(line)) {
      write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return line.toString();
  }

  /** Writes its fields into an object that was begun. */
  public void fields(JsonGenerator json) throws IOException {
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      json.writeFieldName(field.getKey());
      write(json, field.getValue());
    }
  }

  /** Adds all fields of another. */
  public JsonObject putAll(JsonObject more) {
    fields.putAll(more.fields);
    return this;
  }

  /** Writes such a value. */
  public static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof JsonObject object) {
      object.write(json);
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> field : map.entrySet()) {
        json.writeFieldName(field.getKey().toString());
        write(json, field.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> elements) {
      json.writeStartArray();
      for (Object element : elements) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof long[] numbers) {
      json.writeArray(numbers, 0, numbers.length);
    } else {
      json.writePOJO(value instanceof Double number && !Double.isFinite(number) ? null : value);
    }
  }
}
