package dev.sluice.serializers.binary;

import dev.sluice.serializers.support.Wtf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Short texts by their bytes, so that one that many chunks carry is checked and decoded once, and
 * is one object. A text is replaced by the next one with the same hash, so that chosen texts cannot
 * make this slow. For one thread.
 */
final class KnownTexts {
  private static final int SLOT_BITS = 11;

  /** Maximum length of a text that is kept: at most half a MiB is. */
  private static final int MAX_LENGTH = 250;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[][] bytes = new byte[1 << SLOT_BITS][];
  private final String[] texts = new String[1 << SLOT_BITS];

  /** Returns the text of {@code b[from..to)}; null if the bytes are not WTF-8. */
  String get(byte[] b, int from, int to) {
    if (to - from > MAX_LENGTH) {
      return decode(b, from, to);
    }
    int slot = slot(b, from, to);
    byte[] kept = bytes[slot];
    if (kept == null || !Arrays.equals(kept, 0, kept.length, b, from, to)) {
      String text = decode(b, from, to);
      if (text == null) {
        return null;
      }
      bytes[slot] = Arrays.copyOfRange(b, from, to);
      texts[slot] = text;
    }
    return texts[slot];
  }

  private static String decode(byte[] b, int from, int to) {
    return Wtf8.firstWrong(b, from, to) < 0 ? Wtf8.decode(b, from, to - from) : null;
  }

  private static int slot(byte[] b, int from, int to) {
    long hash = to - from;
    int i = from;
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      hash = mixed(hash ^ (long) LONG.get(b, i));
    }
    for (; i < to; i++) {
      hash = hash * 31 + b[i];
    }
    return (int) (mixed(hash) >>> Long.SIZE - SLOT_BITS);
  }

  private static long mixed(long hash) {
    long product = hash * 0x9e37_79b9_7f4a_7c15L;
    return product ^ product >>> 32;
  }
}
