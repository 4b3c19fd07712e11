package dev.sluice.testkit;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Batch of rows made from Java values, as a collector would give it to an encoder. For one thread.
 */
public final class TestBatch implements RowBatch.TypeTable {
  private final List<RecordType> types = new ArrayList<>();
  private final List<RowLayout> layouts = new ArrayList<>();
  private final Map<RecordType, Integer> ids = new HashMap<>();
  private final List<byte[]> symbolTexts = new ArrayList<>(List.of(new byte[0]));
  private final Map<String, Integer> symbols = new HashMap<>();
  private final List<long[]> rows = new ArrayList<>();
  private final List<Entry> entries = new ArrayList<>();

  /**
   * A record that was added.
   *
   * @param values its values, in the order of the fields; may be null
   */
  public record Entry(RecordType type, List<Object> values) {
    /** Returns the value of the field that is the record time. */
    public long recordTime() {
      return (Long) values.get(type.recordTimeField());
    }
  }

  /** Creates a batch without rows. */
  public TestBatch() {}

  /** Adds a record; texts of symbol fields go to the symbol table, others inline. */
  public TestBatch add(RecordType type, Object... values) {
    int id = ids.computeIfAbsent(type, this::register);
    RowLayout layout = layouts.get(id);
    int words = layout.fixedWords();
    for (int i = 0; i < values.length; i++) {
      words += isSymbol(type.fields().get(i), values[i]) ? 0 : inlineWords(values[i]);
    }
    long[] row = new long[words];
    int inline = layout.fixedWords();
    for (int i = 0; i < values.length; i++) {
      Field field = type.fields().get(i);
      long bits;
      if (isSymbol(field, values[i])) {
        bits = symbol((String) values[i]);
      } else if (values[i] instanceof String text) {
        bits = -inline;
        inline = Rows.putText(row, inline, text, Rows.textBytes(text));
      } else if (values[i] instanceof byte[] bytes) {
        bits = -inline;
        inline = Rows.putBytes(row, inline, bytes);
      } else {
        bits = bits(values[i]);
      }
      boolean wide = field.type().isWide();
      row[layout.word(i)] |= wide ? bits : (bits & 0xffff_ffffL) << layout.shift(i);
    }
    row[0] |= RowLayout.header(words, id);
    rows.add(row);
    entries.add(new Entry(type, Arrays.asList(values)));
    return this;
  }

  private int register(RecordType type) {
    types.add(type);
    layouts.add(RowLayout.of(type.fields()));
    return types.size() - 1;
  }

  private static boolean isSymbol(Field field, Object value) {
    return value instanceof String && field.role() == Field.Role.SYMBOL;
  }

  private static int inlineWords(Object value) {
    if (value instanceof String text) {
      return RowLayout.inlineWords(Rows.textBytes(text));
    }
    return value instanceof byte[] bytes ? RowLayout.inlineWords(bytes.length) : 0;
  }

  private int symbol(String text) {
    return symbols.computeIfAbsent(text, this::registerSymbol);
  }

  private int registerSymbol(String text) {
    symbolTexts.add(Rows.wtf8(text));
    return symbolTexts.size() - 1;
  }

  private static long bits(Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    if (value instanceof Character c) {
      return c;
    }
    if (value instanceof Float number) {
      return Float.floatToRawIntBits(number);
    }
    if (value instanceof Double number) {
      return Double.doubleToRawLongBits(number);
    }
    return ((Number) value).longValue();
  }

  /** Returns the number of rows. */
  public int size() {
    return rows.size();
  }

  /** Returns all records in the order of their addition. */
  public List<Entry> entries() {
    return Collections.unmodifiableList(entries);
  }

  /** Returns all rows. */
  public RowBatch build() {
    return build(0, rows.size());
  }

  /** Returns some consecutive rows. */
  public RowBatch build(int from, int to) {
    int words = 0;
    for (long[] row : rows.subList(from, to)) {
      words += row.length;
    }
    RowBatch batch = new RowBatch(words, this);
    for (long[] row : rows.subList(from, to)) {
      batch.append(row, 0, row.length, 1);
    }
    return batch;
  }

  @Override
  public RecordType type(int typeId) {
    return typeId < types.size() ? types.get(typeId) : null;
  }

  @Override
  public byte[] symbolText(int symbolId) {
    return symbolId < symbolTexts.size() ? symbolTexts.get(symbolId) : null;
  }
}
