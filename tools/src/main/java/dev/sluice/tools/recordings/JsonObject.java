package dev.sluice.tools.recordings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What becomes a JSON object, its fields in the order in which they were put. Values are objects of
 * this kind, maps with such values, lists of them, {@link Fields}, numbers, texts, flags and null.
 * For one thread.
 */
public final class JsonObject {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Writes the fields of an object itself. */
  public interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  /** Adds a field. */
  public JsonObject put(String name, Object value) {
    fields.put(name, value);
    return this;
  }

  /** A number that is written without a fraction if it has none. */
  public static Number number(double value) {
    if (value == Math.rint(value)) {
      return (long) value;
    }
    return value;
  }

  /** Writes it as the next value. */
  public void write(JsonGenerator json) throws IOException {
    write(fields, json);
  }

  /** The object in one line. */
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

  private static void write(Object value, JsonGenerator json) throws IOException {
    if (value instanceof JsonObject object) {
      object.write(json);
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> field : map.entrySet()) {
        json.writeFieldName(field.getKey().toString());
        write(field.getValue(), json);
      }
      json.writeEndObject();
    } else if (value instanceof Fields writer) {
      json.writeStartObject();
      writer.write(json);
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(element, json);
      }
      json.writeEndArray();
    } else {
      json.writePOJO(value);
    }
  }
}
