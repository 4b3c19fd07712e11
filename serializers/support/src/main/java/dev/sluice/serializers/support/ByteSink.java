package dev.sluice.serializers.support;

import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.Rows;

/**
 * Bytes written one after the other up to a limit. What does not fit is left out and noted, so that
 * only the end of an encoding has to ask. For one thread.
 */
public class ByteSink implements InlineSink {
  /** What is written to, of which the places before {@link #position} are written. */
  protected byte[] bytes;

  /** Index of the next byte. */
  protected int position;

  private int limit;
  private boolean overflow;

  /** A sink that writes nowhere until {@link #reset}. */
  public ByteSink() {}

  /** Writes to {@code bytes[from..to)} from now on. */
  public void reset(byte[] target, int from, int to) {
    bytes = target;
    position = from;
    limit = to;
    overflow = false;
  }

  /** Whether something did not fit since {@link #reset}. */
  public boolean overflowed() {
    return overflow;
  }

  /** Index of the next byte. */
  public int position() {
    return position;
  }

  /** Whether {@code count} bytes fit. */
  public boolean fits(long count) {
    return count <= limit - position;
  }

  /** Whether {@code count} bytes fit; notes it if they do not. */
  public boolean room(long count) {
    if (!fits(count)) {
      overflow = true;
    }
    return !overflow;
  }

  /** Writes the lowest byte of the value. */
  public void put(int value) {
    if (room(1)) {
      bytes[position++] = (byte) value;
    }
  }

  /** Writes an unsigned varint. */
  public void varint(long value) {
    if (room(Varint.size(value))) {
      position = Varint.put(bytes, position, value);
    }
  }

  /** Writes {@code source[from..from+count)}. */
  public void put(byte[] source, int from, int count) {
    if (room(count)) {
      System.arraycopy(source, from, bytes, position, count);
      position += count;
    }
  }

  /** Writes a row's inline data whose length word is at {@code at}. */
  @Override
  public void inline(long[] words, int at) {
    if (room(words[at])) {
      position += Rows.copyInline(words, at, bytes, position);
    }
  }

  /** Puts the bytes before everything written from {@code at} on. */
  public void insert(int at, byte[] source, int count) {
    if (room(count)) {
      System.arraycopy(bytes, at, bytes, at + count, position - at);
      System.arraycopy(source, 0, bytes, at, count);
      position += count;
    }
  }
}
