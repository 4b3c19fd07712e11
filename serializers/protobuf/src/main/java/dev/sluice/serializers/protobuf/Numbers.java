package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import java.util.Arrays;

/** Numbers of a repeated field that were read. For one thread. */
final class Numbers {
  private static final long[] NONE = {};

  private long[] values = NONE;
  private int size;

  int size() {
    return size;
  }

  long get(int index) {
    return values[index];
  }

  /** Reads one number, or all numbers that are packed into a length-delimited field. */
  void read(WireReader in, Form form) throws MalformedChunkException {
    if ((in.tag() & 7) != ProtobufFormat.DELIMITED) {
      reserve(1);
      values[size++] = form.read(in);
      return;
    }
    int outer = in.enter();
    // Each takes a byte or more of the input.
    reserve(in.remaining() / form.leastBytes);
    while (in.remaining() > 0) {
      values[size++] = form.read(in);
    }
    in.leave(outer);
  }

  private void reserve(int more) {
    if (size + more > values.length) {
      values = Arrays.copyOf(values, Math.max(size + more, size + size / 2));
    }
  }

  /** Form in which a number is written. */
  enum Form {
    SIGNED(1),
    UNSIGNED(1),
    FIXED(Long.BYTES);

    private final int leastBytes;

    Form(int leastBytes) {
      this.leastBytes = leastBytes;
    }

    private long read(WireReader in) throws MalformedChunkException {
      return switch (this) {
        case SIGNED -> in.signed();
        case UNSIGNED -> in.varint() & 0xffff_ffffL;
        case FIXED -> in.fixed64();
      };
    }
  }
}
