package dev.sluice.serializers.binary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Greedy encoder of LZ4 blocks: it uses the last place of the same eight bytes, or of the same
 * four. Own code because a string table is compressed with the static strings as its history, which
 * the LZ4 libraries for Java cannot do; blocks keep the rules of LZ4 for their ends, so that every
 * LZ4 decoder reads them. For one thread; allocates nothing.
 */
final class Lz4Encoder {
  static final int MIN_MATCH = 4;
  static final int MAX_DISTANCE = 0xffff;

  /** Minimum number of bytes from the start of the last match to the end. */
  private static final int LAST_MATCH = 12;

  /** Minimum number of bytes from the end of the last match to the end. */
  private static final int LAST_LITERALS = 5;

  private static final int HASH_BITS = 12;

  /** Shift that makes steps longer by one for every 64 bytes without a match. */
  private static final int SKIP_SHIFT = 6;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Places of four bytes by their hash, and after them places of eight bytes; -1 for none. */
  private final int[] table = new int[2 << HASH_BITS];

  /** Places in the history, in the form of {@link #table}. */
  private final int[] learned = new int[2 << HASH_BITS];

  private final int historyLength;

  private byte[] bytes;
  private byte[] out;
  private int position;
  private int limit;

  /**
   * Creates an encoder whose matches may reach back into {@code history}, which precedes all
   * compressed bytes.
   */
  Lz4Encoder(byte[] history) {
    historyLength = history.length;
    Arrays.fill(learned, -1);
    for (int i = 0; i + Long.BYTES <= history.length; i++) {
      learned[hash((int) INT.get(history, i))] = i;
      learned[hash((long) LONG.get(history, i))] = i;
    }
  }

  /**
   * Compresses {@code source[from..from+length)}; the history is right before {@code from}.
   *
   * @return the index after the block in {@code target}, or -1 if it does not end before {@code to}
   */
  int encode(byte[] source, int from, int length, byte[] target, int at, int to) {
    bytes = source;
    out = target;
    position = at;
    limit = to;
    System.arraycopy(learned, 0, table, 0, table.length);
    // The table counts from the start of the history.
    int origin = from - historyLength;
    int end = from + length;
    int anchor = from;
    int i = from;
    while (i <= end - LAST_MATCH) {
      int candidate = candidate(i, origin);
      if (candidate >= origin) {
        int back = backward(i, candidate, anchor, origin);
        i -= back;
        candidate -= back;
        int match = MIN_MATCH + forward(i + MIN_MATCH, candidate + MIN_MATCH, end - LAST_LITERALS);
        if (!sequence(anchor, i - anchor, i - candidate, match)) {
          return -1;
        }
        i += match;
        anchor = i;
      } else {
        i += 1 + (i - anchor >>> SKIP_SHIFT);
      }
    }
    return literals(anchor, end - anchor, 0) ? position : -1;
  }

  /**
   * Returns the place where a match for the bytes at i starts; less than {@code origin} if none is
   * known.
   */
  private int candidate(int i, int origin) {
    long eight = (long) LONG.get(bytes, i);
    int four = (int) eight;
    int longSlot = hash(eight);
    int slot = hash(four);
    int longer = table[longSlot] + origin;
    int candidate = table[slot] + origin;
    table[longSlot] = i - origin;
    table[slot] = i - origin;
    if (isNear(longer, i, origin) && (long) LONG.get(bytes, longer) == eight) {
      return longer;
    }
    return isNear(candidate, i, origin) && (int) INT.get(bytes, candidate) == four ? candidate : -1;
  }

  private static boolean isNear(int candidate, int i, int origin) {
    return candidate >= origin && i - candidate <= MAX_DISTANCE;
  }

  private static int hash(int four) {
    return four * 0x9e37_79b1 >>> 32 - HASH_BITS;
  }

  private static int hash(long eight) {
    return (int) (eight * 0x9e37_79b9_7f4a_7c15L >>> 64 - HASH_BITS) + (1 << HASH_BITS);
  }

  private int backward(int i, int candidate, int anchor, int origin) {
    int n = 0;
    while (i - n > anchor
        && candidate - n > origin
        && bytes[i - n - 1] == bytes[candidate - n - 1]) {
      n++;
    }
    return n;
  }

  private int forward(int i, int candidate, int end) {
    int n = 0;
    while (i + n < end && bytes[i + n] == bytes[candidate + n]) {
      n++;
    }
    return n;
  }

  private boolean sequence(int from, int count, int distance, int match) {
    int more = match - MIN_MATCH;
    if (!literals(from, count, Math.min(15, more)) || limit - position < 3 + more / 255) {
      return false;
    }
    out[position++] = (byte) distance;
    out[position++] = (byte) (distance >>> 8);
    if (more >= 15) {
      length(more - 15);
    }
    return true;
  }

  /** Writes a token, whose low half is given, and literals; returns whether they fit. */
  private boolean literals(int from, int count, int low) {
    if (limit - position < 2 + count / 255 + count) {
      return false;
    }
    out[position++] = (byte) (Math.min(15, count) << 4 | low);
    if (count >= 15) {
      length(count - 15);
    }
    System.arraycopy(bytes, from, out, position, count);
    position += count;
    return true;
  }

  private void length(int rest) {
    for (; rest >= 255; rest -= 255) {
      out[position++] = (byte) 255;
    }
    out[position++] = (byte) rest;
  }
}
