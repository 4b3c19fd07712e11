package dev.sluice.serializers.support;

import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.Rows;

/**
 * Buffer to which bytes are written up to a limit. Bytes that do not fit are left out and noted, so
 * that only the end of an encoding has to check. For one thread.
 */
public class ByteSink implements InlineSink {
  /** Array to which bytes are written, up to {@link #position}. */
  protected byte[] bytes;

  /** Index of the next byte. */
  protected int position;

  private int limit;
  private boolean overflow;

  /** Creates a sink that writes nowhere until {@link #reset}. */
  public ByteSink() {}

  /** Sets the target to {@code bytes[from..to)}. */
  public void reset(byte[] target, int from, int to) {
    bytes = target;
    position = from;
    limit = to;
    overflow = false;
  }

  /** Returns whether bytes did not fit since {@link #reset}. */
  public boolean overflowed() {
    return overflow;
  }

  /** Returns the index of the next byte. */
  public int position() {
    return position;
  }

  /** Returns whether {@code count} bytes fit. */
  public boolean fits(long count) {
    return count <= limit - position;
  }

  /** Returns whether {@code count} bytes fit; notes it if they do not. */
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
