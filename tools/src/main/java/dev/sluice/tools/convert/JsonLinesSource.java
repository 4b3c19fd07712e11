package dev.sluice.tools.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.api.chunk.Attributes;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records as {@code cat --format jsonl} prints them: an object a line, with {@code type} and, if it
 * is there, the producer. A line that is something else is counted and left out.
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
    JsonFactory factory = new JsonFactory();
    Map<String, Origin> origins = new HashMap<>();
    long number = 0;
    try (BufferedReader lines = new BufferedReader(new LineLimit(report.reader(path), path))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        try (JsonParser json = factory.createParser(line)) {
          add(json, records, origins);
        } catch (JsonProcessingException | IllegalArgumentException e) {
          report.lost("lines that are no record, as line " + number + " is not", 1);
        }
      }
    }
  }

  private void add(JsonParser json, LooseRecords records, Map<String, Origin> origins)
      throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("no object");
    }
    List<String> names = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    String typeName = type;
    String producer = null;
    String id = "";
    Map<String, String> attributes = Map.of();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "type" -> typeName = json.getText();
        case PRODUCER -> producer = json.getValueAsString();
        case ID -> id = json.getText();
        case ATTRIBUTES -> attributes = attributes(json);
        default -> {
          names.add(name.matches("_+(producer(Id)?|attributes)") ? name.substring(1) : name);
          values.add(value(json));
        }
      }
    }
    if (typeName == null) {
      throw new IllegalArgumentException("no type");
    }
    Origin origin = origins.get(id);
    if (origin == null) {
      origin = new Origin(id, producer == null ? fileName() : producer, Attributes.of(attributes));
      origins.put(id, origin);
    }
    records.add(typeName, names, values, origin);
  }

  private String fileName() {
    return path.getFileName().toString();
  }

  private static Map<String, String> attributes(JsonParser json) throws IOException {
    Map<String, String> attributes = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      attributes.put(name, json.getText());
    }
    return attributes;
  }

  private static Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IllegalArgumentException("a value that is an object or array");
    };
  }
}
