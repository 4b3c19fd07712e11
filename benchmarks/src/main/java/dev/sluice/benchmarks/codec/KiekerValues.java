package dev.sluice.benchmarks.codec;

import java.util.Iterator;
import java.util.List;
import kieker.common.record.io.IValueDeserializer;

/** Hands a record's values to the constructors of Kieker's records; the logging time is not one. */
final class KiekerValues implements IValueDeserializer {
  private final Iterator<Object> values;

  KiekerValues(List<Object> values) {
    this.values = values.subList(1, values.size()).iterator();
  }

  @Override
  public boolean getBoolean() {
    return (Boolean) values.next();
  }

  @Override
  public byte getByte() {
    return (Byte) values.next();
  }

  @Override
  public char getChar() {
    return (Character) values.next();
  }

  @Override
  public short getShort() {
    return (Short) values.next();
  }

  @Override
  public int getInt() {
    return (Integer) values.next();
  }

  @Override
  public long getLong() {
    return (Long) values.next();
  }

  @Override
  public float getFloat() {
    return (Float) values.next();
  }

  @Override
  public double getDouble() {
    return (Double) values.next();
  }

  @Override
  public String getString() {
    return (String) values.next();
  }

  @Override
  public <T extends Enum<T>> T getEnumeration(Class<T> type) {
    return type.cast(values.next());
  }
}
