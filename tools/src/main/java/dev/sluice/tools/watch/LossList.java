package dev.sluice.tools.watch;

import dev.sluice.api.chunk.Damage;
import dev.sluice.streams.Loss;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Recent losses: gaps, drops by cause, and damage. For the thread that polls. */
final class LossList {
  private static final int MAX_LOSSES = 50;

  private static final int MAX_PRODUCERS = 1024;

  private final Deque<JsonObject> events = new ArrayDeque<>();
  private final Map<String, List<Long>> times = new HashMap<>();
  private Map<String, Long> dropped = new HashMap<>();
  private long missing;

  void lost(Loss loss) {
    Map<String, Long> drops = loss.dropped().byLabel();
    missing += loss.missing();
    drops.forEach((cause, count) -> dropped.merge(cause, count, Long::sum));
    long now = System.currentTimeMillis();
    if (times.size() < MAX_PRODUCERS || times.containsKey(loss.producer())) {
      times.merge(loss.producer(), List.of(now, now), (old, last) -> List.of(old.get(0), now));
    }
    add(loss.producer(), line(loss.producerName()), loss.missing(), drops, null);
  }

  void damaged(Damage damage) {
    String where = HotOperations.cut(SafeText.line(damage.position() + ": " + damage.reason()));
    add(null, null, 0, Map.of(), where);
  }

  private void add(
      String producer, String name, long chunks, Map<String, Long> drops, String damage) {
    events.addFirst(
        new JsonObject()
            .put("time", System.currentTimeMillis())
            .put("producer", producer)
            .put("name", name)
            .put("missing", chunks)
            .put("dropped", drops)
            .put("damage", damage));
    if (events.size() > MAX_LOSSES) {
      events.removeLast();
    }
  }

  /** Returns a text for people; null stays null. */
  static String line(String text) {
    return text == null ? null : SafeText.line(text);
  }

  /** Chunks that did not come since the last call; they may still come late. */
  long takeMissing() {
    long taken = missing;
    missing = 0;
    return taken;
  }

  /** Returns the records that producers dropped since the last call, by cause. */
  Map<String, Long> takeDropped() {
    Map<String, Long> taken = dropped;
    dropped = new HashMap<>();
    return taken;
  }

  /** Returns when the first and the last loss of a producer was seen; null if that is not known. */
  List<Long> times(String producer) {
    return times.get(producer);
  }

  /** Returns the last ones, newest first. */
  Iterable<JsonObject> events() {
    return events;
  }
}
