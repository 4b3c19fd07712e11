package dev.sluice.support;

/**
 * SipHash-2-4 with a result of 128 bits, for words of eight bytes in little-endian order. For one
 * thread; used once.
 */
final class SipHash {
  private static final int ROUNDS = 2;
  private static final int FINAL_ROUNDS = 4;

  private long v0;
  private long v1;
  private long v2;
  private long v3;

  SipHash(long key0, long key1) {
    v0 = key0 ^ 0x736f6d6570736575L;
    v1 = key1 ^ 0x646f72616e646f6dL ^ 0xee;
    v2 = key0 ^ 0x6c7967656e657261L;
    v3 = key1 ^ 0x7465646279746573L;
  }

  void update(long word) {
    v3 ^= word;
    rounds(ROUNDS);
    v0 ^= word;
  }

  /**
   * Ends the input and returns the two words of the hash.
   *
   * @param last the last word: the number of bytes in its highest byte, below it those bytes that
   *     fill no word
   */
  long[] finish(long last) {
    update(last);
    v2 ^= 0xee;
    rounds(FINAL_ROUNDS);
    long first = v0 ^ v1 ^ v2 ^ v3;
    v1 ^= 0xdd;
    rounds(FINAL_ROUNDS);
    return new long[] {first, v0 ^ v1 ^ v2 ^ v3};
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
    }
  }
}
