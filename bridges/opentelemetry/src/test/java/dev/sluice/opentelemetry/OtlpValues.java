package dev.sluice.opentelemetry;

import com.fasterxml.jackson.databind.JsonNode;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.KeyValue;
import io.opentelemetry.api.common.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
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
      case "bytesValue" -> content.asText();
      case "kvlistValue" -> {
        Map<String, Object> all = new HashMap<>();
        content
            .get("values")
            .forEach(each -> all.put(each.get("key").asText(), value(each.get("value"))));
        yield all;
      }
      default -> throw new AssertionError(value.toString());
    };
  }

  /** A value of the API in the same form. */
  static Object plain(Object value) {
    if (value instanceof Value<?> wrapped) {
      return plain(wrapped.getValue());
    } else if (value instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return Base64.getEncoder().encodeToString(copy);
    } else if (value instanceof List<?> list
        && !list.isEmpty()
        && list.get(0) instanceof KeyValue) {
      Map<String, Object> all = new HashMap<>();
      list.forEach(
          each -> all.put(((KeyValue) each).getKey(), plain(((KeyValue) each).getValue())));
      return all;
    }
    return value instanceof List<?> list ? list.stream().map(OtlpValues::plain).toList() : value;
  }
}
