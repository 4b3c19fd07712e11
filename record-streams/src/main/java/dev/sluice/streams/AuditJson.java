package dev.sluice.streams;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes an audit as one JSON object, in ASCII alone, so that no name controls a terminal. */
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
    return value(fields);
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

  private static String value(Object value) {
    if (value instanceof Map<?, ?> fields) {
      return fields.entrySet().stream()
          .map(field -> value(field.getKey()) + ":" + value(field.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> items) {
      return items.stream().map(AuditJson::value).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof String text ? quoted(text) : String.valueOf(value);
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c < ' ' || c > '~') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    return json.append('"').toString();
  }
}
