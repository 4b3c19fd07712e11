package dev.sluice.api.record;

import dev.sluice.api.chunk.DropCause;
import java.nio.charset.StandardCharsets;

/**
 * Functions of generated row writers and readers, above all for the inline data of a row, whose
 * layout {@link RowLayout} describes. Allocates nothing, but for {@link #wtf8} and {@link
 * #symbolIds}. Any thread.
 */
public final class Rows {
  private Rows() {}

  /**
   * Makes a sink count a record that could not be put into a row. Never throws.
   *
   * @return false, for a row writer to return
   */
  public static boolean reject(RowSink sink, DropCause cause, RecordType type) {
    try {
      sink.reject(cause, type);
    } catch (Throwable failure) {
      // The stack is too full even for counting.
    }
    return false;
  }

  /** Returns the symbol of a text, null for null. */
  public static Symbol symbol(RowSink sink, String text) {
    return text == null ? null : sink.symbol(text);
  }

  /** Returns the ids of the symbols of an enum's constants, by ordinal. */
  public static int[] symbolIds(RowSink sink, Enum<?>[] constants) {
    int[] ids = new int[constants.length];
    for (Enum<?> constant : constants) {
      ids[constant.ordinal()] = sink.symbol(constant.name()).id();
    }
    return ids;
  }

  /** Returns the constant with that name, or null if there is none. */
  public static <E extends Enum<E>> E constant(E[] constants, String name) {
    for (E constant : constants) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    return null;
  }

  /**
   * Returns the number of bytes of the inline data of a text: -1 for null; of a text that is too
   * long for a row, only that it is above {@link RowLayout#MAX_INLINE_BYTES}.
   */
  public static int inlineBytes(String text) {
    if (text == null) {
      return -1;
    }
    return text.length() > RowLayout.MAX_INLINE_BYTES ? text.length() : textBytes(text);
  }

  /** Returns the number of bytes of the inline data of a byte array: -1 for null. */
  public static int inlineBytes(byte[] bytes) {
    return bytes == null ? -1 : bytes.length;
  }

  /**
   * Returns the number of words that inline data takes: 0 for null, above {@link
   * RowLayout#MAX_WORDS} together with any row if it is too long.
   *
   * @param bytes the result of {@code inlineBytes}
   */
  public static int inlineWords(int bytes) {
    if (bytes < 0) {
      return 0;
    }
    return bytes > RowLayout.MAX_INLINE_BYTES ? RowLayout.MAX_WORDS : RowLayout.inlineWords(bytes);
  }

  /** Returns the number of bytes that the text takes as WTF-8; 0 for null. */
  public static int textBytes(String text) {
    if (text == null) {
      return 0;
    }
    int length = text.length();
    int bytes = length;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        if (c < 0x800) {
          bytes++;
        } else if (Character.isHighSurrogate(c)
            && i + 1 < length
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          bytes += 2;
          i++;
        } else {
          bytes += 2;
        }
      }
    }
    return bytes;
  }

  /**
   * Writes a text's length and bytes.
   *
   * @param at index of the first inline word in {@code words}
   * @param bytes the result of {@link #textBytes}
   * @return the index after the last word written
   */
  public static int putText(long[] words, int at, String text, int bytes) {
    words[at++] = bytes;
    if (bytes == text.length()) {
      return putAscii(words, at, text);
    }
    long word = 0;
    int shift = 0;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      int c = text.charAt(i);
      int encoded;
      int count;
      if (c < 0x80) {
        encoded = c;
        count = 1;
      } else if (c < 0x800) {
        encoded = 0xc0 | c >> 6 | (0x80 | c & 0x3f) << 8;
        count = 2;
      } else if (Character.isHighSurrogate((char) c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        int point = Character.toCodePoint((char) c, text.charAt(++i));
        encoded =
            0xf0
                | point >> 18
                | (0x80 | point >> 12 & 0x3f) << 8
                | (0x80 | point >> 6 & 0x3f) << 16
                | (0x80 | point & 0x3f) << 24;
        count = 4;
      } else {
        encoded = 0xe0 | c >> 12 | (0x80 | c >> 6 & 0x3f) << 8 | (0x80 | c & 0x3f) << 16;
        count = 3;
      }
      for (; count > 0; count--) {
        word |= (encoded & 0xffL) << shift;
        encoded >>>= 8;
        shift += 8;
        if (shift == 64) {
          words[at++] = word;
          word = 0;
          shift = 0;
        }
      }
    }
    if (shift > 0) {
      words[at++] = word;
    }
    return at;
  }

  /** Writes a text of ASCII characters a word at a time, because most texts are ASCII. */
  private static int putAscii(long[] words, int at, String text) {
    int length = text.length();
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      words[at++] =
          text.charAt(i)
              | text.charAt(i + 1) << 8
              | text.charAt(i + 2) << 16
              | (long) text.charAt(i + 3) << 24
              | (long) text.charAt(i + 4) << 32
              | (long) text.charAt(i + 5) << 40
              | (long) text.charAt(i + 6) << 48
              | (long) text.charAt(i + 7) << 56;
    }
    if (i < length) {
      long word = 0;
      for (int shift = 0; i < length; i++, shift += 8) {
        word |= (long) text.charAt(i) << shift;
      }
      words[at++] = word;
    }
    return at;
  }

  /** Returns the bytes of a text as WTF-8. */
  public static byte[] wtf8(String text) {
    int length = textBytes(text);
    if (length == text.length()) {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
    long[] words = new long[RowLayout.inlineWords(length)];
    putText(words, 0, text, length);
    byte[] bytes = new byte[length];
    copyInline(words, 0, bytes, 0);
    return bytes;
  }

  /** Writes a byte array's length and bytesand returns the index after the last word written. */
  public static int putBytes(long[] words, int at, byte[] bytes) {
    words[at++] = bytes.length;
    for (int i = 0; i < bytes.length; i += 8) {
      long word = 0;
      int end = Math.min(8, bytes.length - i);
      for (int k = 0; k < end; k++) {
        word |= (bytes[i + k] & 0xffL) << (k << 3);
      }
      words[at++] = word;
    }
    return at;
  }

  /**
   * Copies the inline data whose length word is at {@code at} to {@code target}and returns its
   * length in bytes.
   */
  public static int copyInline(long[] words, int at, byte[] target, int offset) {
    int bytes = (int) words[at];
    for (int i = 0; i < bytes; i++) {
      target[offset + i] = (byte) (words[at + 1 + (i >> 3)] >>> ((i & 7) << 3));
    }
    return bytes;
  }
}
