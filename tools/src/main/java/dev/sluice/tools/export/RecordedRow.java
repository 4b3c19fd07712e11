package dev.sluice.tools.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.chunk.Ids;
import dev.sluice.api.record.ColumnBatch;
import java.io.IOException;
import java.util.regex.Pattern;

/** The cells of a row that OpenTelemetry's bridge recorded, by the names of their fields. */
record RecordedRow(ColumnBatch batch, int row) {
  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)", Pattern.DOTALL);

  long number(String field) {
    int index = batch.type().indexOf(field);
    return index < 0 ? 0 : batch.values()[batch.start(index) + row];
  }

  String text(String field) {
    return batch.type().indexOf(field) < 0 ? null : batch.text(number(field));
  }

  /** The ids of the span that it is, or belongs to. */
  void ids(JsonGenerator json) throws IOException {
    json.writeStringField(
        "traceId", Ids.print(number("w3cTraceHigh")) + Ids.print(number("traceId")));
    json.writeStringField("spanId", Ids.print(number("spanId")));
  }

  /** An instant, unless it is not known. */
  void time(JsonGenerator json, String name, long epochNanos) throws IOException {
    if (epochNanos != 0) {
      json.writeStringField(name, Long.toString(epochNanos));
    }
  }

  /** Its keys are one a line, after the letter of a type, and so are its values. */
  void attributes(JsonGenerator json) throws IOException {
    String keys = text("attributeKeys");
    if (keys == null) {
      return;
    }
    String[] key = keys.split("\n", -1);
    String[] value = text("attributes").split("\n", -1);
    json.writeArrayFieldStart("attributes");
    for (int i = 0; i < key.length; i++) {
      json.writeStartObject();
      json.writeStringField("key", plain(key[i].substring(2)));
      json.writeFieldName("value");
      value(json, key[i].charAt(0), i < value.length ? value[i] : "");
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void value(JsonGenerator json, char type, String text) throws IOException {
    if (type == 'v') {
      json.writeRawValue(text);
      return;
    }
    json.writeStartObject();
    switch (type) {
      case 'l' -> json.writeStringField("intValue", text);
      case 'b' -> json.writeBooleanField("boolValue", Boolean.parseBoolean(text));
      case 'd' -> {
        json.writeFieldName("doubleValue");
        boolean isWord = text.endsWith("N") || text.endsWith("y"); // JSON has none for those
        json.writeRawValue(isWord ? '"' + text + '"' : text);
      }
      default -> json.writeStringField("stringValue", plain(text));
    }
    json.writeEndObject();
  }

  /** Returns a text with its line breaks. */
  private static String plain(String escaped) {
    return ESCAPE.matcher(escaped).replaceAll(e -> e.group(1).equals("n") ? "\n" : "\\\\");
  }
}
