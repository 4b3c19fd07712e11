package dev.sluice.streams;

import java.util.List;
import java.util.Map;

/** Writes an audit as one JSON object, in ASCII alone, so that no name acts in a terminal. */
final class AuditJson {
  private final StringBuilder json = new StringBuilder();

  private AuditJson() {}

  static String of(Audit audit) {
    AuditJson text = new AuditJson();
    text.object(
        () -> {
          text.field("complete", audit.complete());
          text.field("chunks", audit.chunks());
          text.field("records", audit.records());
          text.field("damaged", audit.damaged());
          text.field("skippedBytes", audit.skippedBytes());
          text.field("forgotten", audit.forgotten());
          text.producers(audit.producers());
        });
    return text.json.toString();
  }

  private void producers(List<ProducerAudit> producers) {
    name("producers");
    json.append('[');
    for (ProducerAudit producer : producers) {
      separate();
      object(() -> producer(producer));
    }
    json.append(']');
  }

  private void producer(ProducerAudit producer) {
    field("id", producer.id());
    field("name", producer.name());
    field("emitted", producer.emitted());
    field("delivered", producer.delivered());
    field("rejected", producer.rejected());
    name("dropped");
    object(
        () -> {
          for (Map.Entry<String, Long> drop : producer.dropped().byLabel().entrySet()) {
            field(drop.getKey(), drop.getValue());
          }
        });
    field("gaps", producer.gaps());
    field("unknown", producer.unknown());
    field("duplicates", producer.duplicates());
    field("conflicts", producer.conflicts());
    field("ended", producer.ended());
    field("sequences", producer.sequences());
  }

  private void object(Runnable fields) {
    json.append('{');
    fields.run();
    json.append('}');
  }

  private void field(String name, Object value) {
    name(name);
    if (value instanceof String text) {
      quoted(text);
    } else {
      json.append(value);
    }
  }

  private void name(String name) {
    separate();
    quoted(name);
    json.append(':');
  }

  private void separate() {
    char last = json.charAt(json.length() - 1);
    if (last != '{' && last != '[') {
      json.append(',');
    }
  }

  private void quoted(String text) {
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
