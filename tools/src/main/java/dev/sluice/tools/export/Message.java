package dev.sluice.tools.export;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * A message of Protocol Buffers as it is being written: tools have hundreds of message types, of
 * which few fields are needed here. For one thread; {@link #clear} before it is used again.
 */
final class Message {
  private byte[] bytes = new byte[256];
  private CodedOutputStream out = CodedOutputStream.newInstance(bytes);

  Message clear() {
    out = CodedOutputStream.newInstance(bytes);
    return this;
  }

  private int size() {
    return out.getTotalBytesWritten();
  }

  private void room(int more) {
    int size = size();
    if (bytes.length - size < more + 2 * CodedOutputStream.computeFixed64SizeNoTag(0) + 4) {
      try {
        out.flush();
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more + 32));
        out = CodedOutputStream.newInstance(bytes);
        // Counts what is there as written.
        out.writeRawBytes(bytes, 0, size);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  Message number(int field, long value) {
    room(0);
    try {
      out.writeUInt64(field, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  Message real(int field, double value) {
    room(0);
    try {
      out.writeDouble(field, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  Message text(int field, String value) {
    room(3 * value.length());
    try {
      out.writeString(field, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  Message message(int field, Message value) {
    int size = value.size();
    room(size);
    try {
      out.writeByteArray(field, value.bytes, 0, size);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Writes what is there, without a length in front. */
  void writeTo(OutputStream target) throws IOException {
    target.write(bytes, 0, size());
  }
}
