package dev.sluice.tools.parquet;

import java.nio.charset.StandardCharsets;

/**
 * Structures in Apache Thrift's compact protocol, in which Parquet keeps its headers
 * (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md). Fields come
 * in the order of their ids. For one thread.
 */
final class Thrift {
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;
  private static final int MAX_SHORT_LIST = 14;

  private final Bytes out;
  private final int[] lastIds = new int[16];
  private int depth;

  /** A structure that ends with {@link #end}. */
  Thrift(Bytes out) {
    this.out = out;
  }

  private void field(int id, int type) {
    out.put(id - lastIds[depth] << 4 | type);
    lastIds[depth] = id;
  }

  Thrift i8(int id, int value) {
    field(id, BYTE);
    out.put(value);
    return this;
  }

  Thrift i32(int id, int value) {
    field(id, I32);
    out.zigzag(value);
    return this;
  }

  Thrift i64(int id, long value) {
    field(id, I64);
    out.zigzag(value);
    return this;
  }

  Thrift bool(int id, boolean value) {
    field(id, value ? TRUE : FALSE);
    return this;
  }

  Thrift binary(int id, byte[] value) {
    field(id, BINARY);
    out.varint(value.length).put(value);
    return this;
  }

  Thrift text(int id, String value) {
    return binary(id, value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns a list of that many structures, each of which is between {@link #element} and {@link
   * #end}.
   */
  Thrift structs(int id, int size) {
    return list(id, size, STRUCT);
  }

  private Thrift list(int id, int size, int type) {
    field(id, LIST);
    if (size <= MAX_SHORT_LIST) {
      out.put(size << 4 | type);
    } else {
      out.put(0xf0 | type).varint(size);
    }
    return this;
  }

  Thrift i32s(int id, int... values) {
    list(id, values.length, I32);
    for (int value : values) {
      out.zigzag(value);
    }
    return this;
  }

  Thrift texts(int id, String value) {
    list(id, 1, BINARY);
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    out.varint(bytes.length).put(bytes);
    return this;
  }

  /** Begins a structure that is a field. */
  Thrift struct(int id) {
    field(id, STRUCT);
    return element();
  }

  /** Begins a structure of a list. */
  Thrift element() {
    lastIds[++depth] = 0;
    return this;
  }

  /** Ends the structure that was begun last. */
  Thrift end() {
    out.put(0);
    depth--;
    return this;
  }
}
