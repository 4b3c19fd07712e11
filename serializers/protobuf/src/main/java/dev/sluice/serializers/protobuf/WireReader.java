package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reader of the wire format of Protocol Buffers; every read is checked. It is as lenient as a
 * parser of Protocol Buffers must be: varints may be longer than their values need, bits beyond the
 * 64th are dropped. Groups are refused. For one thread.
 */
final class WireReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int start;
  private int position;
  private int end;
  private int tag;

  /**
   * Creates a reader for {@code bytes[from..to)}; positions in exceptions are counted from {@code
   * start}.
   */
  WireReader(byte[] bytes, int start, int from, int to) {
    this.bytes = bytes;
    this.start = start;
    this.position = from;
    this.end = to;
  }

  /** Returns the index of the next byte. */
  int position() {
    return position;
  }

  /** Returns an exception for the next byte. */
  MalformedChunkException malformed(String reason) {
    return malformed(position, reason);
  }

  /** Returns an exception for the byte of that index. */
  MalformedChunkException malformed(int at, String reason) {
    return new MalformedChunkException(at - start, reason);
  }

  /** Reads the tag of the message's next field; returns false at its end. */
  boolean next() throws MalformedChunkException {
    if (position == end) {
      return false;
    }
    long value = varint();
    if (value < 8 || value > 0xffff_ffffL) {
      throw malformed("tag " + Long.toUnsignedString(value) + " is no field");
    }
    tag = (int) value;
    return true;
  }

  /** Returns the field number shifted left by 3, and the wire type, of the last tag. */
  int tag() {
    return tag;
  }

  /** Skips an unknown field. */
  void skip() throws MalformedChunkException {
    switch (tag & 7) {
      case ProtobufFormat.VARINT -> varint();
      case ProtobufFormat.FIXED64 -> take(Long.BYTES);
      case ProtobufFormat.DELIMITED -> take(length());
      case ProtobufFormat.FIXED32 -> take(Integer.BYTES);
      default -> throw malformed("wire type " + (tag & 7) + " is refused");
    }
  }

  /** Reads the length of a length-delimited field and checks that all of it is there. */
  int length() throws MalformedChunkException {
    long length = varint();
    need(length);
    return (int) length;
  }

  /** Enters a length-delimited field; returns the argument for {@link #leave}. */
  int enter() throws MalformedChunkException {
    int length = length();
    int outer = end;
    end = position + length;
    return outer;
  }

  /** Continues after a field that was entered and read to its end. */
  void leave(int outer) {
    end = outer;
  }

  /** Returns the number of bytes to the end of the message or field. */
  int remaining() {
    return end - position;
  }

  /** Returns a copy of a length-delimited field. */
  byte[] bytes() throws MalformedChunkException {
    int from = take(length());
    return Arrays.copyOfRange(bytes, from, position);
  }

  long fixed64() throws MalformedChunkException {
    return (long) LONG.get(bytes, take(Long.BYTES));
  }

  /** Returns a sint64. */
  long signed() throws MalformedChunkException {
    return Varint.unZigZag(varint());
  }

  long varint() throws MalformedChunkException {
    if (position < end && bytes[position] >= 0) {
      return bytes[position++];
    }
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      byte b = bytes[take(1)];
      value |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw malformed("varint has more than 10 bytes");
  }

  /** Skips {@code count} bytes; returns the index of the first. */
  int take(int count) throws MalformedChunkException {
    need(count);
    int from = position;
    position += count;
    return from;
  }

  /** Checks that {@code count} bytes, an unsigned number, are left. */
  private void need(long count) throws MalformedChunkException {
    if (count < 0 || count > end - position) {
      throw malformed("needs " + Long.toUnsignedString(count) + " bytes, has " + (end - position));
    }
  }
}
