package dev.sluice.analysis.calls;

import java.util.Arrays;

/**
 * Numbers for pairs of {@code int}s from 0 on, in the order in which they are first asked for; at
 * most a given number. Open addressing in one array. For one thread.
 */
final class PairTable {
  private final int most;
  private long[] pairs = new long[64];

  /** Numbers plus one; 0 is free. */
  private int[] table = new int[128];

  private int size;

  PairTable(int most) {
    this.most = most;
  }

  int size() {
    return size;
  }

  /** The number of a pair; -1 if it is new and there are already as many as may be. */
  int index(int first, int second) {
    long pair = (long) first << 32 | second & 0xffff_ffffL;
    int mask = table.length - 1;
    int at = hash(pair) & mask;
    while (table[at] != 0) {
      int index = table[at] - 1;
      if (pairs[index] == pair) {
        return index;
      }
      at = at + 1 & mask;
    }
    if (size == most) {
      return -1;
    }
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, size * 2);
    }
    pairs[size] = pair;
    table[at] = ++size;
    if (size * 2 > table.length) {
      rehash();
    }
    return size - 1;
  }

  private void rehash() {
    table = new int[table.length * 2];
    int mask = table.length - 1;
    for (int index = 0; index < size; index++) {
      int at = hash(pairs[index]) & mask;
      while (table[at] != 0) {
        at = at + 1 & mask;
      }
      table[at] = index + 1;
    }
  }

  private static int hash(long pair) {
    long mixed = pair * 0x9e37_79b9_7f4a_7c15L;
    return (int) (mixed >>> 32);
  }

  int first(int index) {
    return (int) (pairs[index] >> 32);
  }

  int second(int index) {
    return (int) pairs[index];
  }
}
