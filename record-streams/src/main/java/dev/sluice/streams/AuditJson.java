package dev.sluice.streams;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes an audit as one JSON object, in ASCII alone, so that no name acts in a terminal. */
final class AuditJson {
  private AuditJson() {}

  static String of(Audit audit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("complete", audit.complete());
    fields.put("chunks", audit.chunks());
    fields.put("records", audit.records());
    fields.put("damaged", audit.damaged());
    fields.put("skippedBytes", audit.skippedBytes());
    fields.put("forgotten", audit.forgotten());
    fields.put("producers", audit.producers().stream().map(AuditJson::fields).toList());
    StringBuilder json = new StringBuilder();
    value(fields, json);
    return json.toString();
  }

  private static Map<String, Object> fields(ProducerAudit producer) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", producer.id());
    fields.put("name", producer.name());
    fields.put("emitted", producer.emitted());
    fields.put("delivered", producer.delivered());
    fields.put("rejected", producer.rejected());
    fields.put("dropped", producer.dropped().byLabel());
    fields.put("gaps", producer.gaps());
    fields.put("unknown", producer.unknown());
    fields.put("duplicates", producer.duplicates());
    fields.put("conflicts", producer.conflicts());
    fields.put("ended", producer.ended());
    fields.put("sequences", producer.sequences());
    return fields;
  }

  private static void value(Object value, StringBuilder json) {
    if (value instanceof Map<?, ?> fields) {
      String before = "{";
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        json.append(before);
        value(field.getKey(), json);
        json.append(':');
        value(field.getValue(), json);
        before = ",";
      }
      json.append(fields.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> items) {
      String before = "[";
      for (Object item : items) {
        json.append(before);
        value(item, json);
        before = ",";
      }
      json.append(items.isEmpty() ? "[]" : "]");
    } else if (value instanceof String text) {
      quoted(text, json);
    } else {
      json.append(value);
    }
  }

  private static void quoted(String text, StringBuilder json) {
    json.append('"');
    for (char c : text.toCharArray()) {
      if (c < ' ' || c > '~') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    json.append('"');
  }
}
