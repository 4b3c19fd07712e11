package dev.sluice.tools.export;

import dev.sluice.tools.parquet.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A message of Protocol Buffers as it is being written: tools have hundreds of message types, of
 * which few fields are needed here. For one thread; {@link #clear} before it is used again.
 */
final class Message {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;

  private final Bytes bytes = new Bytes();

  Message clear() {
    bytes.clear();
    return this;
  }

  private Bytes field(int number, int wireType) {
    return bytes.varint((long) number << 3 | wireType);
  }

  Message number(int field, long value) {
    field(field, VARINT).varint(value);
    return this;
  }

  Message real(int field, double value) {
    field(field, FIXED64).little(Double.doubleToRawLongBits(value), Long.BYTES);
    return this;
  }

  Message text(int field, String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    field(field, LENGTH).varint(utf8.length).put(utf8);
    return this;
  }

  Message message(int field, Message value) {
    field(field, LENGTH).varint(value.bytes.size()).put(value.bytes);
    return this;
  }

  /** Writes what is there, without a length in front. */
  void writeTo(OutputStream target) throws IOException {
    target.write(bytes.array(), 0, bytes.size());
  }
}
