package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.Rows;
import dev.sluice.serializers.support.InlineSink;

/**
 * Bytes written one after the other up to a limit. What does not fit is left out and noted, so that
 * only the end of an encoding has to ask. For one thread.
 */
final class ByteSink implements InlineSink {
  private byte[] bytes;
  private int position;
  private int limit;
  private boolean overflow;

  /** Writes to {@code bytes[from..to)} from now on. */
  void reset(byte[] target, int from, int to) {
    bytes = target;
    position = from;
    limit = to;
    overflow = false;
  }

  /** Whether something did not fit since {@link #reset}. */
  boolean overflowed() {
    return overflow;
  }

  int position() {
    return position;
  }

  /** Whether {@code count} bytes fit; notes it if they do not. */
  boolean room(int count) {
    if (count > limit - position) {
      overflow = true;
    }
    return !overflow;
  }

  void put(int value) {
    if (room(1)) {
      bytes[position++] = (byte) value;
    }
  }

  void varint(long value) {
    if (room(Varint.size(value))) {
      position = Varint.put(bytes, position, value);
    }
  }

  void put(byte[] source, int from, int count) {
    if (room(count)) {
      System.arraycopy(source, from, bytes, position, count);
      position += count;
    }
  }

  /** Writes a row's inline data whose length word is at {@code at}. */
  @Override
  public void inline(long[] words, int at) {
    if (room((int) words[at])) {
      position += Rows.copyInline(words, at, bytes, position);
    }
  }

  /** Puts the bytes before everything written from {@code at} on. */
  void insert(int at, byte[] source, int count) {
    if (room(count)) {
      System.arraycopy(bytes, at, bytes, at + count, position - at);
      System.arraycopy(source, 0, bytes, at, count);
      position += count;
    }
  }
}
