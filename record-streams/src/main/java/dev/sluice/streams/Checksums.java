package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;

/**
 * The CRCs of the last chunks, so that other bytes under a producer's sequence are told from a
 * repetition: of one producer the last {@value #MAX}, of several about so many together; 3 MiB
 * then. Grows as chunks come.
 */
final class Checksums {
  /** Most CRCs; a power of two. */
  static final int MAX = 1 << 18;

  /** What chunk the CRC at the same index is of; a newer one takes the place of an older one. */
  private long[] keys = new long[1 << 10];

  private int[] crcs = new int[1 << 10];
  private long remembered;

  /** Whether the chunk of that producer and sequence is remembered and had other bytes. */
  boolean contradict(Chunk chunk) {
    long key = key(chunk);
    return keys[place(key)] == key && crcs[place(key)] != chunk.crc();
  }

  void remember(Chunk chunk) {
    if (++remembered > keys.length && keys.length < MAX) {
      grow();
    }
    put(key(chunk), chunk.crc());
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldCrcs = crcs;
    keys = new long[2 * oldKeys.length];
    crcs = new int[2 * oldKeys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      put(oldKeys[i], oldCrcs[i]);
    }
  }

  private void put(long key, int crc) {
    keys[place(key)] = key;
    crcs[place(key)] = crc;
  }

  /** Neighbours for the sequences of a producer, so that they do not displace one another. */
  private static long key(Chunk chunk) {
    long id = chunk.accounting().producerId() + 0x9e3779b97f4a7c15L; // 0 is an empty place's key
    id = (id ^ id >>> 33) * 0xff51afd7ed558ccdL;
    id = (id ^ id >>> 33) * 0xc4ceb9fe1a85ec53L;
    return (id ^ id >>> 33) + chunk.accounting().sequence();
  }

  private int place(long key) {
    return (int) key & keys.length - 1;
  }
}
