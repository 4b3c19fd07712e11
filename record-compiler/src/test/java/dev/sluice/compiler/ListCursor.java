package dev.sluice.compiler;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import java.util.List;

/** One record of a stored type, whose values are Long, Float, Double, String, byte[] or null. */
final class ListCursor implements RecordCursor {
  private final RecordType stored;
  private final List<Object> values;

  ListCursor(RecordType stored, List<Object> values) {
    this.stored = stored;
    this.values = values;
  }

  @Override
  public boolean next() {
    throw new AssertionError("a record reader must not move the cursor");
  }

  @Override
  public RecordType type() {
    return stored;
  }

  @Override
  public long longValue(int field) {
    return (Long) values.get(field);
  }

  @Override
  public double doubleValue(int field) {
    return ((Number) values.get(field)).doubleValue();
  }

  @Override
  public String text(int field) {
    return (String) values.get(field);
  }

  @Override
  public byte[] bytes(int field) {
    return (byte[]) values.get(field);
  }

  @Override
  public List<RecordType> types() {
    return List.of(stored);
  }
}
