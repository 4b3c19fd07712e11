package dev.sluice.tools.parquet;

import java.util.Arrays;

/** Bytes that grow; numbers little-endian, as Parquet has them. For one thread. */
final class Bytes {
  private byte[] array = new byte[1 << 10];
  private int size;

  byte[] array() {
    return array;
  }

  int size() {
    return size;
  }

  void clear() {
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

  Bytes put(byte[] from) {
    return put(from, 0, from.length);
  }

  Bytes put(Bytes from) {
    return put(from.array, 0, from.size);
  }

  /** The lowest {@code count} bytes of a number. */
  Bytes little(long value, int count) {
    reserve(count);
    for (int i = 0; i < count; i++) {
      array[size++] = (byte) (value >>> 8 * i);
    }
    return this;
  }

  Bytes varint(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      array[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    array[size++] = (byte) rest;
    return this;
  }

  Bytes zigzag(long value) {
    return varint(value << 1 ^ value >> 63);
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
