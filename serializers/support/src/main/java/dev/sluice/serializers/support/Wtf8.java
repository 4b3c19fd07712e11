package dev.sluice.serializers.support;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * WTF-8: UTF-8 in which a lone surrogate is kept as its three bytes. One text has one encoding:
 * overlong forms, a surrogate pair as two times three bytes and values beyond U+10FFFF are no
 * WTF-8.
 */
public final class Wtf8 {
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Wtf8() {}

  /** Returns the index of the first byte of {@code b[from..to)} that is no WTF-8, or -1. */
  public static int firstWrong(byte[] b, int from, int to) {
    boolean high = false;
    int at = ascii(b, from, to);
    while (at < to) {
      if (b[at] >= 0) {
        high = false;
        at++;
        continue;
      }
      int point = point(b, at, to);
      if (point < 0 || high && isLow(point)) {
        return at;
      }
      high = point >= Character.MIN_HIGH_SURROGATE && point <= Character.MAX_HIGH_SURROGATE;
      at += size(point);
    }
    return -1;
  }

  /** Returns the text of valid bytes. */
  public static String decode(byte[] b, int from, int length) {
    int to = from + length;
    if (ascii(b, from, to) == to) {
      return new String(b, from, length, StandardCharsets.ISO_8859_1);
    }
    StringBuilder text = new StringBuilder(length);
    for (int at = from; at < to; ) {
      int point = point(b, at, to);
      text.appendCodePoint(point);
      at += size(point);
    }
    return text.toString();
  }

  /** Returns the index of the first byte that is not ASCII; {@code to} if there is none. */
  private static int ascii(byte[] b, int from, int to) {
    int at = from;
    while (at + Long.BYTES <= to && ((long) LONG.get(b, at) & NOT_ASCII) == 0) {
      at += Long.BYTES;
    }
    while (at < to && b[at] >= 0) {
      at++;
    }
    return at;
  }

  private static boolean isLow(int point) {
    return point >= Character.MIN_LOW_SURROGATE && point <= Character.MAX_LOW_SURROGATE;
  }

  private static int size(int point) {
    if (point < 0x80) {
      return 1;
    }
    return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }

  /** Returns the code point that starts at {@code at}, or -1. */
  private static int point(byte[] b, int at, int to) {
    int lead = b[at] & 0xff;
    int size = sizeByLead(lead);
    if (size > to - at) {
      return -1;
    }
    int point = size == 1 ? lead : lead & 0x7f >> size;
    for (int i = 1; i < size; i++) {
      int next = b[at + i];
      if ((next & 0xc0) != 0x80) {
        return -1;
      }
      point = point << 6 | next & 0x3f;
    }
    return size(point) == size && point <= Character.MAX_CODE_POINT ? point : -1;
  }

  /**
   * Returns the number of bytes of the code point that begins with this byte; more than any code
   * point has if none does.
   */
  private static int sizeByLead(int lead) {
    if (lead < 0x80) {
      return 1;
    }
    if (lead < 0xc2 || lead > 0xf4) {
      return Integer.MAX_VALUE;
    }
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  }
}
