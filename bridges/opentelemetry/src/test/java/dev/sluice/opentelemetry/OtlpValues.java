package dev.sluice.opentelemetry;

import com.fasterxml.jackson.databind.JsonNode;
import io.opentelemetry.api.common.Attributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values of the API and of OTLP's JSON in one form, by type and value. */
final class OtlpValues {
  private OtlpValues() {}

  static Map<String, Object> attributes(JsonNode of) {
    Map<String, Object> all = new HashMap<>();
    for (JsonNode each : of.path("attributes")) {
      all.put(each.get("key").asText(), value(each.get("value")));
    }
    return all;
  }

  static Map<String, Object> attributes(Attributes of) {
    Map<String, Object> all = new HashMap<>();
    of.forEach((key, value) -> all.put(key.getKey(), value));
    return all;
  }

  static Object value(JsonNode value) {
    Map.Entry<String, JsonNode> only = value.properties().iterator().next();
    JsonNode content = only.getValue();
    return switch (only.getKey()) {
      case "stringValue" -> content.asText();
      case "intValue" -> Long.valueOf(content.asText());
      case "doubleValue" -> Double.valueOf(content.asText());
      case "boolValue" -> content.booleanValue();
      case "arrayValue" -> {
        List<Object> list = new ArrayList<>();
        content.path("values").forEach(each -> list.add(value(each)));
        yield list;
      }
      default -> throw new AssertionError(value.toString());
    };
  }
}
