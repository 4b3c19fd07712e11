package dev.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the results of a benchmark again. */
public final class JsonObjects {
  private JsonObjects() {}

  /** An array of flat objects. */
  public static List<Map<String, Object>> read(Path json) throws IOException {
    List<Map<String, Object>> objects = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json.toFile())) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_ARRAY);
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          object.put(parser.currentName(), value(parser));
        }
        objects.add(object);
      }
    }
    return objects;
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.nextToken()) {
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }
}
