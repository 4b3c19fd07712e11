package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import java.util.Arrays;

/**
 * Packs values as indexes into the list of their different values. For one thread; allocates
 * nothing.
 */
final class DictionaryEncoder implements Packing {
  private static final int BLOCK = BinaryFormat.BLOCK;

  /** Number of slots, four times the entries, so that probes stay short for all values. */
  private static final int SLOTS = 4 * BinaryFormat.MAX_DICTIONARY;

  private final long[] keys = new long[SLOTS];

  /**
   * Column number and index of the value in each slot: found by hash, or by distance from the
   * smallest one.
   */
  private final long[] owners = new long[SLOTS];

  private final long[] entries = new long[BinaryFormat.MAX_DICTIONARY];
  private final int[] ranks = new int[BinaryFormat.MAX_DICTIONARY];
  private final long[] indexes = new long[BinaryFormat.PAGE_ROWS + BLOCK];
  private long column;
  private int size;

  /**
   * Packs values as indexes into a dictionary; returns -1 if all values are equal or too many are
   * different.
   */
  @Override
  public int encode(long[] v, int n, byte[] out, int p) {
    long min = v[0];
    long max = min;
    for (int i = 1; i < n; i++) {
      min = Math.min(min, v[i]);
      max = Math.max(max, v[i]);
    }
    long span = max - min;
    boolean found = span >= 0 && span < SLOTS ? indexNear(v, n, min, (int) span) : indexFar(v, n);
    if (!found || size == 1) {
      return -1;
    }
    p = Varint.put(out, p, size);
    p = Varint.put(out, p, Varint.zigZag(entries[0]));
    for (int i = 1; i < size; i++) {
      p = Varint.put(out, p, entries[i] - entries[i - 1] - 1);
    }
    int width = BinaryFormat.indexWidth(size);
    Arrays.fill(indexes, n, n + BLOCK, 0);
    for (int i = 0; i < n; i += BLOCK) {
      // Whole blocks leave no gap; what the last one writes too much is not counted.
      BitKernels.pack(width, indexes, i, BLOCK, out, p + (i >>> 3) * width);
    }
    return p + BinaryFormat.packedBytes(n, width);
  }

  /**
   * Finds the indexes of values close to one another, which need no hash and come out in their
   * order.
   */
  private boolean indexNear(long[] v, int n, long min, int span) {
    column += 1L << 32;
    for (int i = 0; i < n; i++) {
      owners[(int) (v[i] - min)] = column;
    }
    size = 0;
    for (int i = 0; i <= span; i++) {
      if (owners[i] == column) {
        if (size == BinaryFormat.MAX_DICTIONARY) {
          return false;
        }
        owners[i] = column | size;
        entries[size++] = min + i;
      }
    }
    for (int i = 0; i < n; i++) {
      indexes[i] = (int) owners[(int) (v[i] - min)];
    }
    return true;
  }

  private boolean indexFar(long[] v, int n) {
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
    Arrays.sort(entries, 0, size);
    for (int i = 0; i < size; i++) {
      ranks[indexOf(entries[i])] = i;
    }
    for (int i = 0; i < n; i++) {
      indexes[i] = ranks[(int) indexes[i]];
    }
    return true;
  }

  /** Returns the index of a value, a new one if it has none; -1 if there are too many. */
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
