package dev.sluice.kieker;

import java.util.Arrays;
import java.util.HexFormat;
import kieker.common.record.io.IValueSerializer;

/** Values of a record, and the kind of each as a code of {@link KiekerType}. */
final class RecordValues implements IValueSerializer {
  private char[] codes = new char[16];
  private long[] bits = new long[16];
  private String[] texts = new String[16];
  private int count;

  private void put(char code, long value, String text) {
    if (count == codes.length) {
      codes = Arrays.copyOf(codes, 2 * count);
      bits = Arrays.copyOf(bits, 2 * count);
      texts = Arrays.copyOf(texts, 2 * count);
    }
    codes[count] = code;
    bits[count] = value;
    texts[count++] = text;
  }

  int count() {
    return count;
  }

  char[] codes() {
    return Arrays.copyOf(codes, count);
  }

  boolean are(char[] wanted) {
    return Arrays.equals(codes, 0, count, wanted, 0, wanted.length);
  }

  long bits(int value) {
    return bits[value];
  }

  String text(int value) {
    return texts[value];
  }

  @Override
  public void putBoolean(boolean value) {
    put('Z', value ? 1 : 0, null);
  }

  @Override
  public void putByte(byte value) {
    put('B', value, null);
  }

  @Override
  public void putChar(char value) {
    put('C', value, null);
  }

  @Override
  public void putShort(short value) {
    put('H', value, null);
  }

  @Override
  public void putInt(int value) {
    put('I', value, null);
  }

  @Override
  public void putLong(long value) {
    put('J', value, null);
  }

  @Override
  public void putFloat(float value) {
    put('F', Float.floatToRawIntBits(value), null);
  }

  @Override
  public void putDouble(double value) {
    put('D', Double.doubleToRawLongBits(value), null);
  }

  @Override
  public <T extends Enum<T>> void putEnumeration(T value) {
    putInt(value.ordinal());
  }

  @Override
  public void putBytes(byte[] value) {
    putString(HexFormat.of().formatHex(value));
  }

  @Override
  public void putString(String value) {
    put('S', 0, value);
  }
}
