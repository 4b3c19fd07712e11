package dev.sluice.brave;

import static dev.sluice.monitoring.SpanText.quoted;

import brave.handler.MutableSpan;
import dev.sluice.monitoring.SpanText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Texts of a span: attributes, keys and values each one a line; all else as OTLP in JSON. */
final class SpanTexts {
  private final List<String> keys = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private int length;

  /** Adds an attribute, unless its value is null. */
  void add(String key, String value) {
    if (value != null) {
      keys.add(key);
      values.add(value);
      length += key.length() + value.length() + 2;
    }
  }

  /** Returns the number of characters of all keys and values. */
  int length() {
    return length;
  }

  /** Returns the keys, null if there are none. */
  String keys() {
    return lines("s:", keys);
  }

  /** Returns the values, null if there are none. */
  String values() {
    return lines("", values);
  }

  private static String lines(String before, List<String> texts) {
    StringBuilder out = new StringBuilder();
    for (String text : texts) {
      out.append(out.isEmpty() ? "" : "\n").append(before);
      SpanText.escaped(out, text);
    }
    return texts.isEmpty() ? null : out.toString();
  }

  /**
   * Returns further members of a span: its annotations, and the attributes if a row has no room for
   * them.
   */
  String more(MutableSpan span, boolean withAttributes) {
    StringBuilder out = new StringBuilder(withAttributes ? attributes() : "");
    for (int i = 0; i < span.annotationCount(); i++) {
      out.append(i > 0 ? "," : out.isEmpty() ? "\"events\":[" : ",\"events\":[");
      out.append("{\"timeUnixNano\":\"");
      out.append(TimeUnit.MICROSECONDS.toNanos(span.annotationTimestampAt(i)));
      quoted(out.append("\",\"name\":"), span.annotationValueAt(i)).append('}');
    }
    return out.append(span.annotationCount() > 0 ? "]" : "").toString();
  }

  /** Returns the attributes as a member of an object. */
  String attributes() {
    StringBuilder out = new StringBuilder("\"attributes\":[");
    for (int i = 0; i < keys.size(); i++) {
      quoted(out.append(i == 0 ? "{\"key\":" : ",{\"key\":"), keys.get(i));
      quoted(out.append(",\"value\":{\"stringValue\":"), values.get(i)).append("}}");
    }
    return out.append(']').toString();
  }
}
