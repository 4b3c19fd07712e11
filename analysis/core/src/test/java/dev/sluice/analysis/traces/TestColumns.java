package dev.sluice.analysis.traces;

import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows of one type as columns, made in a test. */
public final class TestColumns implements ColumnBatch {
  private final RecordType type;
  private final List<Object[]> rows = new ArrayList<>();
  private final List<String> texts;
  private long[] values;

  /** Of that type in a chunk of its own. */
  public TestColumns(RecordType type) {
    this(type, new ArrayList<>(Collections.singleton(null)));
  }

  /** Of that type in a chunk with those texts, the first of which is null. */
  TestColumns(RecordType type, List<String> texts) {
    this.type = type;
    this.texts = texts;
  }

  /** Adds a row, one value a field. */
  public TestColumns row(Object... row) {
    rows.add(row);
    values = null;
    return this;
  }

  @Override
  public RecordType type() {
    return type;
  }

  @Override
  public int rows() {
    return rows.size();
  }

  @Override
  public long[] values() {
    if (values == null) {
      values = new long[type.fields().size() * rows.size()];
      for (int row = 0; row < rows.size(); row++) {
        for (int field = 0; field < type.fields().size(); field++) {
          values[start(field) + row] = bits(type.fields().get(field), rows.get(row)[field]);
        }
      }
    }
    return values;
  }

  private long bits(Field field, Object value) {
    if (value == null) {
      return 0;
    }
    if (field.type().isText()) {
      if (!texts.contains(value)) {
        texts.add((String) value);
      }
      return texts.indexOf(value);
    }
    if (value instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    return value instanceof Double real
        ? Double.doubleToRawLongBits(real)
        : ((Number) value).longValue();
  }

  @Override
  public int start(int field) {
    return field * rows.size();
  }

  @Override
  public int minId() {
    return 0;
  }

  @Override
  public int maxId() {
    values();
    return texts.size() - 1;
  }

  @Override
  public String text(long id) {
    return texts.get((int) id);
  }

  @Override
  public byte[] bytes(int field, int row) {
    return (byte[]) rows.get(row)[field];
  }

  @Override
  public void ordinals(int[] to) {
    for (int i = 0; i < rows.size(); i++) {
      to[i] = i;
    }
  }
}
