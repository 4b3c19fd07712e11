package dev.sluice.collectors;

import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.DecodeLimits;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The record types of one collector by their id in rows. Types are registered by any thread and
 * stay.
 */
final class Types {
  /** Most types a collector, and so a chunk, may have. */
  static final int MAX_TYPES = DecodeLimits.MAX_TYPES;

  private final ConcurrentHashMap<RecordType, Integer> ids = new ConcurrentHashMap<>();
  private volatile RecordType[] byId = new RecordType[0];
  private volatile int[] timeWords = new int[0];

  int register(RecordType type) {
    Integer id = ids.get(type);
    return id != null ? id : add(type);
  }

  private synchronized int add(RecordType type) {
    Integer known = ids.get(type);
    if (known != null) {
      return known;
    }
    int id = byId.length;
    if (id >= MAX_TYPES) {
      throw new IllegalArgumentException(
          "a collector must have at most "
              + MAX_TYPES
              + " record types, "
              + type.qualifiedName()
              + " is one more");
    }
    RecordType[] types = Arrays.copyOf(byId, id + 1);
    int[] words = Arrays.copyOf(timeWords, id + 1);
    types[id] = type;
    int time = type.recordTimeField();
    words[id] = time < 0 ? 0 : RowLayout.of(type.fields()).word(time);
    timeWords = words;
    byId = types;
    ids.put(type, id);
    return id;
  }

  RecordType type(int id) {
    return byId[id];
  }

  /** By type id, the word of the record time in a row, or 0 for a type without one. */
  int[] timeWords() {
    return timeWords;
  }
}
