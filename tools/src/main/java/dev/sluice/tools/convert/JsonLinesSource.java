package dev.sluice.tools.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records as {@code cat --format jsonl} prints them: an object a line, with {@code type} and, if it
 * is there, the producer. Several objects in a line are several records. A line, or the rest of
 * one, that is something else is counted and left out.
 *
 * @param type of lines without one, or null
 * @param time the field that is the record time of types that are not ours, or null
 */
record JsonLinesSource(Path path, String type, String time) implements RecordSource {
  private static final String PRODUCER = "_producer";
  private static final String ID = "_producerId";
  private static final String ATTRIBUTES = "_attributes";

  @Override
  public void read(RecordTarget target, ConvertReport report) throws IOException {
    LooseRecords records = new LooseRecords(target, report, time);
    JsonFactory factory =
        JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    long number = 0;
    try (BufferedReader lines = report.reader(path)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        // Files that were joined have the byte order mark in the middle, too.
        String text = line.startsWith("\ufeff") ? line.substring(1) : line;
        if (text.isBlank()) {
          continue;
        }
        try (JsonParser json = factory.createParser(text)) {
          while (json.nextToken() != null) {
            add(json, records);
          }
        } catch (JsonProcessingException e) {
          lost("not JSON, or contain a name twice", number, report);
        } catch (IllegalArgumentException e) {
          lost("not a record: " + LooseRecords.reason(e), number, report);
        }
      }
    }
    records.checkTime();
  }

  private static void lost(String why, long number, ConvertReport report) {
    report.lost("lines, or rests of lines, that are " + why, "line " + number, 1);
  }

  private void add(JsonParser json, LooseRecords records) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("no object");
    }
    List<LooseRecords.Value> values = new ArrayList<>();
    String typeName = type;
    String producer = path.getFileName().toString();
    String id = "";
    Map<String, String> attributes = Map.of();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "type" -> typeName = text(json);
        case PRODUCER ->
            producer = json.currentToken() == JsonToken.VALUE_NULL ? producer : text(json);
        case ID -> id = text(json);
        case ATTRIBUTES -> attributes = attributes(json);
        default -> values.add(value(LooseRecords.bare(name), json));
      }
    }
    if (typeName == null) {
      throw new IllegalArgumentException("no type");
    }
    records.add(typeName, values, id, producer, attributes);
  }

  private static String text(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new IllegalArgumentException(
          "type, _producer, _producerId or an attribute that is not a string");
    }
    return json.getText();
  }

  private static Map<String, String> attributes(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("_attributes that are not an object");
    }
    Map<String, String> attributes = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      attributes.put(name, text(json));
    }
    return attributes;
  }

  private static LooseRecords.Value value(String name, JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_STRING -> LooseRecords.Value.text(name, json.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
          LooseRecords.Value.of(name, json.getText());
      case VALUE_NULL -> LooseRecords.Value.text(name, null);
      default -> throw new IllegalArgumentException("a value that is an object or array");
    };
  }
}
