package dev.sluice.tools.parquet;

import dev.sluice.api.chunk.Varint;
import java.util.Arrays;

/**
 * Bytes that grow; numbers little-endian, as Parquet and Protocol Buffers have them. One thread.
 */
public final class Bytes {
  private byte[] array = new byte[1 << 10];
  private int size;

  /** None yet. */
  public Bytes() {}

  /** Returns what holds them, until more are put; the first {@link #size} are theirs. */
  public byte[] array() {
    return array;
  }

  /** Returns how many there are. */
  public int size() {
    return size;
  }

  /** Clears the bytes. */
  public void clear() {
    size = 0;
  }

  private void reserve(int more) {
    if (more > array.length - size) {
      array = Arrays.copyOf(array, Math.max(Math.addExact(size, more), (int) (array.length * 1.5)));
    }
  }

  Bytes put(int oneByte) {
    reserve(1);
    array[size++] = (byte) oneByte;
    return this;
  }

  Bytes put(byte[] from, int offset, int length) {
    reserve(length);
    System.arraycopy(from, offset, array, size, length);
    size += length;
    return this;
  }

  /** Puts all bytes of an array. */
  public Bytes put(byte[] from) {
    return put(from, 0, from.length);
  }

  /** Puts the same bytes. */
  public Bytes put(Bytes from) {
    return put(from.array, 0, from.size);
  }

  /** Returns the lowest {@code count} bytes of a number. */
  public Bytes little(long value, int count) {
    reserve(count);
    for (int i = 0; i < count; i++) {
      array[size++] = (byte) (value >>> 8 * i);
    }
    return this;
  }

  /** Returns an unsigned number, seven bits a byte, the lowest first. */
  public Bytes varint(long value) {
    reserve(Varint.MAX_BYTES);
    size = Varint.put(array, size, value);
    return this;
  }

  Bytes zigzag(long value) {
    return varint(Varint.zigZag(value));
  }

  /** Packs values of that many bits, the lowest bit of the first value first. */
  void packed(long[] values, int from, int count, int width) {
    reserve((count * width + 7) / 8 + Long.BYTES);
    long word = 0;
    int bits = 0;
    for (int i = from; i < from + count; i++) {
      long value = values[i];
      word |= value << bits;
      if (bits + width >= Long.SIZE) {
        little(word, Long.BYTES);
        int used = Long.SIZE - bits;
        word = used == Long.SIZE ? 0 : value >>> used;
        bits = width - used;
      } else {
        bits += width;
      }
    }
    little(word, (bits + 7) / 8);
  }
}
