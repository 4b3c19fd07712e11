package dev.sluice.kieker;

import java.util.HexFormat;
import java.util.List;
import kieker.common.record.io.IValueSerializer;

/** The values of a record as a text log of Kieker has them. */
record ValueTexts(List<String> texts) implements IValueSerializer {
  private void add(Object value) {
    texts.add(String.valueOf(value));
  }

  @Override
  public void putBoolean(boolean value) {
    add(value);
  }

  @Override
  public void putByte(byte value) {
    add(value);
  }

  @Override
  public void putChar(char value) {
    add(value);
  }

  @Override
  public void putShort(short value) {
    add(value);
  }

  @Override
  public void putInt(int value) {
    add(value);
  }

  @Override
  public void putLong(long value) {
    add(value);
  }

  @Override
  public void putFloat(float value) {
    add(value);
  }

  @Override
  public void putDouble(double value) {
    add(value);
  }

  @Override
  public <T extends Enum<T>> void putEnumeration(T value) {
    add(value.ordinal());
  }

  @Override
  public void putBytes(byte[] value) {
    add(HexFormat.of().formatHex(value));
  }

  @Override
  public void putString(String value) {
    texts.add(value == null ? "" : value);
  }
}
