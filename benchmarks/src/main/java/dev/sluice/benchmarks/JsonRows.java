package dev.sluice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Results as an array of flat objects, one a line. */
public final class JsonRows {
  private JsonRows() {}

  /** Writes the fields of one result. */
  @FunctionalInterface
  public interface Fields<T> {
    /** Does so, between the braces. */
    void write(T result, JsonGenerator json) throws IOException;
  }

  /** Writes all results. */
  public static <T> void write(List<T> results, Fields<T> fields, OutputStream target)
      throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(target)) {
      DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
      printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
      printer.indentObjectsWith(DefaultPrettyPrinter.NopIndenter.instance);
      json.setPrettyPrinter(printer);
      json.writeStartArray();
      for (T result : results) {
        json.writeStartObject();
        fields.write(result, json);
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  /** A number rounded to {@code digits} decimal places, or null. */
  public static void number(String name, Double value, int digits, JsonGenerator json)
      throws IOException {
    if (value == null || !Double.isFinite(value)) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(
          name, BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_EVEN));
    }
  }
}
