package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.Varint;
import dev.sluice.serializers.support.ByteSink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writer of the wire format of Protocol Buffers up to a limit. Bytes that do not fit are left out
 * and noted, so that only the end of an encoding has to check. For one thread; allocates nothing.
 */
final class WireWriter extends ByteSink {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private void tag(int field, int wireType) {
    varint(field << 3 | wireType);
  }

  /** Writes a number, unless it is 0, the default. */
  void number(int field, long value) {
    if (value != 0) {
      tag(field, ProtobufFormat.VARINT);
      varint(value);
    }
  }

  /** Writes a sint64, unless it is 0. */
  void signed(int field, long value) {
    number(field, Varint.zigZag(value));
  }

  void bytes(int field, byte[] source, int from, int count) {
    tag(field, ProtobufFormat.DELIMITED);
    varint(count);
    put(source, from, count);
  }

  /** Starts a length-delimited field; returns the argument for {@link #end}. */
  int begin(int field) {
    tag(field, ProtobufFormat.DELIMITED);
    return position;
  }

  /** Writes the length before everything written since {@link #begin}. */
  void end(int begin) {
    int length = position - begin;
    int size = Varint.size(length);
    if (room(size)) {
      System.arraycopy(bytes, begin, bytes, begin + size, length);
      Varint.put(bytes, begin, length);
      position += size;
    }
  }

  /** Writes a packed sint64 field of the values minus {@code base}. */
  void packedSigned(int field, long[] values, int count, long base) {
    int begin = begin(field);
    if (fits((long) Varint.MAX_BYTES * count)) {
      byte[] b = bytes;
      int p = position;
      for (int i = 0; i < count; i++) {
        p = Varint.put(b, p, Varint.zigZag(values[i] - base));
      }
      position = p;
    } else {
      for (int i = 0; i < count && !overflowed(); i++) {
        varint(Varint.zigZag(values[i] - base));
      }
    }
    end(begin);
  }

  /** Writes a packed uint32 field. */
  void packed(int field, int[] values, int count) {
    int begin = begin(field);
    for (int i = 0; i < count && !overflowed(); i++) {
      varint(values[i]);
    }
    end(begin);
  }

  /** Writes a packed fixed64 field. */
  void packedWords(int field, long[] values, int count) {
    int begin = begin(field);
    if (room((long) Long.BYTES * count)) {
      for (int i = 0; i < count; i++) {
        LONG.set(bytes, position, values[i]);
        position += Long.BYTES;
      }
    }
    end(begin);
  }
}
