package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import java.util.Arrays;

/** A repeated field of numbers, as many as were read. For one thread. */
final class Numbers {
  static final Numbers NONE = new Numbers();

  private long[] values = new long[0];
  private int size;

  int size() {
    return size;
  }

  long get(int index) {
    return values[index];
  }

  /** Room for so many more, of which each takes a byte or more of the input. */
  private void reserve(int more) {
    if (size + more > values.length) {
      values = Arrays.copyOf(values, Math.max(size + more, size + size / 2));
    }
  }

  /** Reads packed zig-zag varints. */
  void signed(WireReader in) throws MalformedChunkException {
    int outer = begin(in, 1);
    while (in.remaining() > 0) {
      values[size++] = Varint.unZigZag(in.varint());
    }
    in.leave(outer);
  }

  void single(long value) {
    reserve(1);
    values[size++] = value;
  }

  /** Reads packed varints of 32 bits. */
  void unsigned(WireReader in) throws MalformedChunkException {
    int outer = begin(in, 1);
    while (in.remaining() > 0) {
      values[size++] = in.varint() & 0xffff_ffffL;
    }
    in.leave(outer);
  }

  /** Reads packed numbers of 64 bits. */
  void fixed(WireReader in) throws MalformedChunkException {
    int outer = begin(in, Long.BYTES);
    while (in.remaining() > 0) {
      values[size++] = in.fixed64();
    }
    in.leave(outer);
  }

  private int begin(WireReader in, int leastBytes) throws MalformedChunkException {
    int outer = in.enter();
    reserve(in.remaining() / leastBytes);
    return outer;
  }
}
