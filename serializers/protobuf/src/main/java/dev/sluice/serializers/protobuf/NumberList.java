package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import java.util.Arrays;

/** A repeated field of numbers, as many as were read. For one thread. */
final class NumberList {
  static final NumberList NONE = new NumberList();

  private long[] values = new long[0];
  private int size;

  int size() {
    return size;
  }

  long get(int index) {
    return values[index];
  }

  /** Makes room for {@code more} numbers, each of which takes a byte or more of the input. */
  private void reserve(int more) {
    if (size + more > values.length) {
      values = Arrays.copyOf(values, Math.max(size + more, size + size / 2));
    }
  }

  void single(long value) {
    reserve(1);
    values[size++] = value;
  }

  /** Reads a packed field, of which each number takes {@code leastBytes} or more. */
  void packed(WireReader in, int leastBytes, Form form) throws MalformedChunkException {
    int outer = in.enter();
    reserve(in.remaining() / leastBytes);
    while (in.remaining() > 0) {
      values[size++] = form.read(in);
    }
    in.leave(outer);
  }

  /** Reads one number. */
  @FunctionalInterface
  interface Form {
    long read(WireReader in) throws MalformedChunkException;
  }
}
