package dev.sluice.serializers.binary;

import dev.sluice.api.binding.Varint;
import java.util.Arrays;

/**
 * Packs values as indexes into the list of their different values. For one thread; allocates
 * nothing.
 */
final class DictionaryEncoder {
  private static final int BLOCK = BinaryFormat.BLOCK;

  /** Four times the entries, so that probes stay short whatever the values are. */
  private static final int SLOTS = 4 * BinaryFormat.MAX_DICTIONARY;

  private final long[] keys = new long[SLOTS];

  /** Column number and index. */
  private final long[] owners = new long[SLOTS];

  private final long[] entries = new long[BinaryFormat.MAX_DICTIONARY];
  private final int[] ranks = new int[BinaryFormat.MAX_DICTIONARY];
  private final long[] block = new long[BLOCK];
  private final long[] indexes = new long[BinaryFormat.PAGE_ROWS + BLOCK];
  private long column;
  private int size;

  /**
   * Writes {@code v[0..n)}.
   *
   * @return the index after them, or -1 if all values are the same or too many are different
   */
  int encode(long[] v, int n, byte[] out, int p) {
    if (!index(v, n) || size == 1) {
      return -1;
    }
    p = Varint.put(out, p, size);
    p = putEntries(out, p);
    for (int i = 0; i < n; i++) {
      indexes[i] = ranks[(int) indexes[i]];
    }
    int width = BinaryFormat.indexWidth(size);
    Arrays.fill(indexes, n, n + BLOCK, 0);
    for (int i = 0; i < n; i += BLOCK) {
      // Whole blocks leave no gap; what the last one writes too much is not counted.
      BitKernels.pack(width, block(i), out, p + (i >>> 3) * width);
    }
    return p + BinaryFormat.packedBytes(n, width);
  }

  /** Writes the entries in rising order, the first and then the steps, and notes their ranks. */
  private int putEntries(byte[] out, int p) {
    Arrays.sort(entries, 0, size);
    p = Varint.put(out, p, Varint.zigZag(entries[0]));
    ranks[indexOf(entries[0])] = 0;
    for (int i = 1; i < size; i++) {
      p = Varint.put(out, p, entries[i] - entries[i - 1] - 1);
      ranks[indexOf(entries[i])] = i;
    }
    return p;
  }

  private long[] block(int from) {
    System.arraycopy(indexes, from, block, 0, BLOCK);
    return block;
  }

  private boolean index(long[] v, int n) {
    column += 1L << 32;
    size = 0;
    long last = v[0];
    int lastIndex = indexOf(last);
    for (int i = 0; i < n; i++) {
      if (v[i] != last) {
        last = v[i];
        lastIndex = indexOf(last);
        if (lastIndex < 0) {
          return false;
        }
      }
      indexes[i] = lastIndex;
    }
    return true;
  }

  private int indexOf(long value) {
    int slot = (int) (value * 0x9e37_79b9_7f4a_7c15L >>> 54);
    while (owners[slot] - column >>> 32 == 0) {
      if (keys[slot] == value) {
        return (int) owners[slot];
      }
      slot = slot + 1 & SLOTS - 1;
    }
    if (size == BinaryFormat.MAX_DICTIONARY) {
      return -1;
    }
    keys[slot] = value;
    owners[slot] = column | size;
    entries[size] = value;
    return size++;
  }
}
