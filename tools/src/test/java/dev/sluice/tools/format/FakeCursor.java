package dev.sluice.tools.format;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import java.util.List;

/** One record with values that a test gives; for as many {@code next} as it likes. */
final class FakeCursor implements RecordCursor {
  private final RecordType type;
  private final Object[] values;

  FakeCursor(RecordType type, Object... values) {
    this.type = type;
    this.values = values;
  }

  @Override
  public boolean next() {
    return true;
  }

  @Override
  public RecordType type() {
    return type;
  }

  @Override
  public long longValue(int field) {
    Object value = values[field];
    if (value instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    return value instanceof Character c ? c : ((Number) value).longValue();
  }

  @Override
  public double doubleValue(int field) {
    return ((Number) values[field]).doubleValue();
  }

  @Override
  public String text(int field) {
    return (String) values[field];
  }

  @Override
  public byte[] bytes(int field) {
    return (byte[]) values[field];
  }

  @Override
  public List<RecordType> types() {
    return List.of(type);
  }
}
