package dev.sluice.api.chunk;

/**
 * Unsigned varints, seven bits a byte, lowest first, at most ten bytes, and zig-zag for signed
 * values. One value has one encoding: a last byte of 0 after the first is refused on reading.
 */
public final class Varint {
  /** Maximum number of bytes of a varint. */
  public static final int MAX_BYTES = 10;

  private Varint() {}

  /** Writes an unsigned valueand returns the index after it. */
  public static int put(byte[] b, int at, long value) {
    while ((value & ~0x7fL) != 0) {
      b[at++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    b[at++] = (byte) value;
    return at;
  }

  /** Returns the number of bytes that {@link #put} writes for this value. */
  public static int size(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Returns an unsigned number for a signed one, small if the magnitude is small. */
  public static long zigZag(long value) {
    return value << 1 ^ value >> 63;
  }

  /** Returns the signed number for the result of {@link #zigZag}. */
  public static long unZigZag(long value) {
    return value >>> 1 ^ -(value & 1);
  }

  /** Reads numbers from {@code bytes[from..end)}; every read is checked. For one thread. */
  public static final class Reader {
    private byte[] bytes;
    private int start;
    private int position;
    private int end;

    /**
     * Creates a reader for {@code bytes[from..end)}; positions in exceptions are counted from
     * {@code start}.
     */
    public Reader(byte[] bytes, int start, int from, int end) {
      reset(bytes, start, from, end);
    }

    /** Starts again on other bytes. */
    public void reset(byte[] bytes, int start, int from, int end) {
      this.bytes = bytes;
      this.start = start;
      this.position = from;
      this.end = end;
    }

    /** Returns the index of the next byte. */
    public int position() {
      return position;
    }

    /** Returns the index after the last byte. */
    public int end() {
      return end;
    }

    /** Returns the number of bytes not yet read. */
    public int remaining() {
      return end - position;
    }

    /** Returns an exception whose position is the next byte. */
    public MalformedChunkException malformed(String reason) {
      return new MalformedChunkException(position - start, reason);
    }

    /** Steps over {@code count} bytesand returns the index of the first. */
    public int skip(int count) throws MalformedChunkException {
      if (count < 0 || count > end - position) {
        throw malformed("needs " + count + " bytes, has " + (end - position));
      }
      int from = position;
      position += count;
      return from;
    }

    /** Returns the next byte, 0 to 255. */
    public int unsignedByte() throws MalformedChunkException {
      return bytes[skip(1)] & 0xff;
    }

    /** Returns the next eight bytes, little-endian. */
    public long fixed64() throws MalformedChunkException {
      int at = skip(8);
      long value = 0;
      for (int i = 7; i >= 0; i--) {
        value = value << 8 | bytes[at + i] & 0xff;
      }
      return value;
    }

    /** Returns the next varint; values beyond {@code Long.MAX_VALUE} are negative. */
    public long varint() throws MalformedChunkException {
      int at = position;
      if (at < end && bytes[at] >= 0) {
        position = at + 1;
        return bytes[at];
      }
      long value = 0;
      for (int shift = 0; shift < 70; shift += 7) {
        if (at == end) {
          throw malformed("varint is cut off");
        }
        byte b = bytes[at++];
        value |= (b & 0x7fL) << shift;
        if (b >= 0) {
          if (b == 0 || shift == 63 && b > 1) {
            throw malformed("varint is longer than its value needs, or than 64 bits");
          }
          position = at;
          return value;
        }
      }
      throw malformed("varint has more than " + MAX_BYTES + " bytes");
    }

    /** Returns the next zig-zag varint. */
    public long signedVarint() throws MalformedChunkException {
      return unZigZag(varint());
    }

    /** Returns the next varint, which must not exceed {@code Long.MAX_VALUE}. */
    public long nonNegative(String what) throws MalformedChunkException {
      long value = varint();
      if (value < 0) {
        throw malformed(what + " exceeds 2^63 - 1");
      }
      return value;
    }

    /** Returns the next varint, which must be {@code min} to {@code max}. */
    public int bounded(String what, int min, int max) throws MalformedChunkException {
      int at = position;
      long value = varint();
      if (value < min || value > max) {
        position = at;
        throw malformed(
            what + " " + Long.toUnsignedString(value) + " is not " + min + " to " + max);
      }
      return (int) value;
    }
  }
}
