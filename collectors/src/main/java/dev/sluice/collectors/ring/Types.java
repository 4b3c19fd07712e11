package dev.sluice.collectors.ring;

import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.DecodeLimits;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Record types of one collector by their id in rows; with the symbols, all that an encoder needs to
 * read rows. Types are registered by any thread and stay.
 */
public final class Types implements RowBatch.TypeTable {
  /** Maximum number of record types of a collector, and so of a chunk. */
  public static final int MAX_TYPES = DecodeLimits.MAX_TYPES;

  public final Symbols symbols;
  private final ConcurrentHashMap<RecordType, Integer> ids = new ConcurrentHashMap<>();
  private volatile RecordType[] byId = new RecordType[0];
  private volatile int[] timeWords = new int[0];

  public Types(Symbols symbols) {
    this.symbols = symbols;
  }

  public int register(RecordType type) {
    Integer id = ids.get(type);
    return id != null ? id : ids.computeIfAbsent(type, this::add);
  }

  /** Adds a type and returns its id; one thread at a time. */
  private synchronized int add(RecordType type) {
    int id = byId.length;
    if (id >= MAX_TYPES) {
      String rule = "a collector must have at most %d record types, %s is one more";
      throw new IllegalArgumentException(rule.formatted(MAX_TYPES, type.qualifiedName()));
    }
    RecordType[] types = Arrays.copyOf(byId, id + 1);
    int[] words = Arrays.copyOf(timeWords, id + 1);
    types[id] = type;
    int time = type.recordTimeField();
    words[id] = time < 0 ? 0 : RowLayout.of(type.fields()).word(time);
    timeWords = words;
    byId = types;
    return id;
  }

  @Override
  public RecordType type(int id) {
    return byId[id];
  }

  @Override
  public byte[] symbolText(int symbolId) {
    return symbols.text(symbolId);
  }

  /** Returns, by type id, the word of the record time in a row, or 0 for a type without one. */
  public int[] timeWords() {
    return timeWords;
  }
}
