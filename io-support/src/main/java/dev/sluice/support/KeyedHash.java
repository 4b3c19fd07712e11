package dev.sluice.support;

import dev.sluice.api.chunk.Chunk;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * The hash by which equal chunks are recognized: 128 bits of all their bytes, with a secret key.
 * Without the key nobody can make another chunk with the hash of a given one. Hashes and key are
 * for the reader that made them: neither may be shown to who sends chunks.
 *
 * <p>NH, the universal hash of UMAC, reduces each 1,024 bytes to 32, and SipHash-2-4 hashes these
 * words, the bytes that fill no pair of words, and the length. Any thread.
 */
public final class KeyedHash {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Number of bytes that NH multiplies with each other. */
  private static final int PAIR = 2 * Long.BYTES;

  private static final int BLOCK = 1024;

  private final long key0;
  private final long key1;

  /**
   * The key of NH: a word for each word of a block, and a pair by which the second pass is shifted.
   */
  private final long[] pad = new long[(BLOCK + PAIR) / Long.BYTES];

  /**
   * A hash of 128 bits.
   *
   * @param first the first 64 bits, which are the first 16 hexadecimal digits of the text
   * @param second the others
   */
  public record Value(long first, long second) {
    private static final int DIGITS = 2 * Long.BYTES;

    /**
     * Converts the 32 hexadecimal digits of {@link #toString} to a hash.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    public static Value parse(String text) {
      if (text.length() != 2 * DIGITS) {
        throw new IllegalArgumentException("no " + 2 * DIGITS + " hexadecimal digits");
      }
      return new Value(
          HexFormat.fromHexDigitsToLong(text, 0, DIGITS),
          HexFormat.fromHexDigitsToLong(text, DIGITS, 2 * DIGITS));
    }

    /** Returns the hash as 32 hexadecimal digits. */
    @Override
    public String toString() {
      return HexFormat.of().toHexDigits(first) + HexFormat.of().toHexDigits(second);
    }
  }

  /** Creates a hash with this key of 128 bits, which must be random and secret. */
  public KeyedHash(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
    for (int i = 0; i < pad.length; i += 2) {
      // No chunk gives this input: the last word of its input is a length, so not negative.
      System.arraycopy(new SipHash(key0, key1).finish(~i), 0, pad, i, 2);
    }
  }

  /** Returns the hash with the key that {@link #key} returned. */
  public static KeyedHash withKey(String key) {
    Value words = Value.parse(key);
    return new KeyedHash(words.first(), words.second());
  }

  /** Returns the secret key as 32 hexadecimal digits. */
  public String key() {
    return new Value(key0, key1).toString();
  }

  /** Returns the hash of all bytes of a chunk, from magic to CRC. */
  public Value of(Chunk chunk) {
    return of(chunk.array(), chunk.offset(), chunk.length());
  }

  Value of(byte[] bytes, int from, int length) {
    SipHash sip = new SipHash(key0, key1);
    int end = from + length;
    int pairs = end - length % PAIR;
    for (int at = from; at < pairs; at += BLOCK) {
      reduce(bytes, at, Math.min(pairs, at + BLOCK), sip);
    }
    byte[] rest = new byte[PAIR];
    System.arraycopy(bytes, pairs, rest, 0, end - pairs);
    sip.update((long) LONG.get(rest, 0));
    sip.update((long) LONG.get(rest, Long.BYTES));
    long[] words = sip.finish(length);
    return new Value(words[0], words[1]);
  }

  /**
   * Makes two passes of NH, each with a collision probability of 2^-62: sums of products of signed
   * words modulo 2^64, separately for lower and upper halves, which avoids carries.
   */
  private void reduce(byte[] bytes, int from, int to, SipHash sip) {
    long[] key = pad;
    long low = 0;
    long high = 0;
    long shiftedLow = 0;
    long shiftedHigh = 0;
    for (int at = from, k = 0; at < to; at += PAIR, k += 2) {
      long one = (long) LONG.get(bytes, at);
      long two = (long) LONG.get(bytes, at + Long.BYTES);
      long x = one + key[k];
      long y = two + key[k + 1];
      low += x * y;
      high += Math.multiplyHigh(x, y);
      x = one + key[k + 2];
      y = two + key[k + 3];
      shiftedLow += x * y;
      shiftedHigh += Math.multiplyHigh(x, y);
    }
    sip.update(low);
    sip.update(high);
    sip.update(shiftedLow);
    sip.update(shiftedHigh);
  }
}
