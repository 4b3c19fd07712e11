package dev.sluice.opentelemetry;

import static dev.sluice.monitoring.SpanText.quoted;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.KeyValue;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.common.ValueType;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;

/** Writes values of OTLP as JSON, without blanks and ends of lines. */
final class OtlpText {
  private OtlpText() {}

  /** Appends a comma if a member came before, and the name of a member. */
  static StringBuilder member(StringBuilder out, String name) {
    int last = out.length() - 1;
    if (last >= 0 && out.charAt(last) != '{' && out.charAt(last) != '[') {
      out.append(',');
    }
    return name.isEmpty() ? out : out.append('"').append(name).append("\":");
  }

  /** Appends attributes as a member, if there are any. */
  static void attributes(StringBuilder out, Attributes attributes) {
    if (!attributes.isEmpty()) {
      attributes(out, "attributes", attributes);
    }
  }

  static void attributes(StringBuilder out, String name, Attributes attributes) {
    member(out, name).append('[');
    attributes.forEach((key, value) -> keyValue(out, key.getKey(), value));
    out.append(']');
  }

  private static void keyValue(StringBuilder out, String key, Object value) {
    member(member(out, "").append('{'), "key");
    quoted(out, key);
    value(member(out, "value"), value).append('}');
  }

  /** Appends a value as an object. */
  static StringBuilder value(StringBuilder out, Object value) {
    out.append('{');
    if (value instanceof String text) {
      quoted(member(out, "stringValue"), text);
    } else if (value instanceof Long number) {
      member(out, "intValue").append('"').append(number.longValue()).append('"');
    } else if (value instanceof Double number) {
      member(out, "doubleValue").append(number(number));
    } else if (value instanceof Boolean flag) {
      member(out, "boolValue").append(flag.booleanValue());
    } else if (value instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      quoted(member(out, "bytesValue"), Base64.getEncoder().encodeToString(copy));
    } else if (value instanceof List<?> list) {
      list(out, "arrayValue", list);
    } else if (value instanceof Value<?> wrapped) {
      if (wrapped.getType() == ValueType.KEY_VALUE_LIST) {
        list(out, "kvlistValue", (List<?>) wrapped.getValue());
      } else {
        out.setLength(out.length() - 1);
        return value(out, wrapped.getValue());
      }
    }
    return out.append('}');
  }

  /** Returns a number as JSON; NaN and the infinities, which JSON does not have, as texts. */
  static String number(double number) {
    String text = Double.toString(number);
    return Double.isFinite(number) ? text : '"' + text + '"';
  }

  private static void list(StringBuilder out, String name, List<?> list) {
    member(member(out, name).append('{'), "values").append('[');
    for (Object each : list) {
      if (each instanceof KeyValue pair) {
        keyValue(out, pair.getKey(), pair.getValue());
      } else {
        value(member(out, ""), each);
      }
    }
    out.append("]}");
  }
}
