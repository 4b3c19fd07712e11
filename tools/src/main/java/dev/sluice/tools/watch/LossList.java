package dev.sluice.tools.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.chunk.Damage;
import dev.sluice.streams.Loss;
import dev.sluice.tools.format.SafeText;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** What was lost lately: gaps, drops by cause, and damage. For the thread that polls. */
final class LossList {
  private static final int MOST = 50;

  private final Deque<Event> events = new ArrayDeque<>();
  private Map<String, Long> dropped = new HashMap<>();
  private long missing;

  private record Event(
      long time, String id, String name, long missing, Map<String, Long> dropped, String damage) {}

  void lost(Loss loss) {
    missing += loss.missing();
    loss.dropped().byLabel().forEach((cause, count) -> dropped.merge(cause, count, Long::sum));
    add(
        new Event(
            System.currentTimeMillis(),
            loss.producer(),
            loss.producerName() == null ? null : SafeText.line(loss.producerName()),
            loss.missing(),
            loss.dropped().byLabel(),
            null));
  }

  void damaged(Damage damage) {
    String where = HotOperations.cut(SafeText.line(damage.position() + ": " + damage.reason()));
    add(new Event(System.currentTimeMillis(), null, null, 0, Map.of(), where));
  }

  private void add(Event event) {
    events.addFirst(event);
    if (events.size() > MOST) {
      events.removeLast();
    }
  }

  /** Chunks that did not come since the last call; they may still come late. */
  long takeMissing() {
    long taken = missing;
    missing = 0;
    return taken;
  }

  /** Records that producers dropped, by cause, as chunks since the last call told. */
  Map<String, Long> takeDropped() {
    Map<String, Long> taken = dropped;
    dropped = new HashMap<>();
    return taken;
  }

  /** Writes the last ones, newest first. */
  void write(String field, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart(field);
    for (Event event : events) {
      json.writeStartObject();
      json.writeNumberField("time", event.time);
      json.writeStringField("producer", event.id);
      json.writeStringField("name", event.name);
      json.writeNumberField("missing", event.missing);
      drops("dropped", event.dropped, json);
      json.writeStringField("damage", event.damage);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Records by cause as an object. */
  static void drops(String field, Map<String, Long> byCause, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(field);
    for (var drop : byCause.entrySet()) {
      json.writeNumberField(drop.getKey(), drop.getValue());
    }
    json.writeEndObject();
  }
}
