package dev.sluice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.sluice.tools.recordings.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Results as an array of flat objects, one a line. */
public final class JsonRows {
  private JsonRows() {}

  /** Writes all results. */
  public static void write(List<JsonObject> rows, OutputStream target) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(target)) {
      DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
      printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
      printer.indentObjectsWith(DefaultPrettyPrinter.NopIndenter.instance);
      json.setPrettyPrinter(printer);
      json.writeStartArray();
      for (JsonObject row : rows) {
        row.write(json);
      }
      json.writeEndArray();
    }
  }

  /** A number with so many decimal places, or null if it is not known. */
  public static BigDecimal rounded(Double value, int digits) {
    return value == null || !Double.isFinite(value)
        ? null
        : BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_EVEN);
  }
}
