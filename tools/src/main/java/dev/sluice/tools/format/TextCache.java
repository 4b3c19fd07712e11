package dev.sluice.tools.format;

import java.util.function.Function;

/**
 * Remembers the encoded form of texts that come again and again. One slot per hash, so it stays
 * small whatever comes. For one thread.
 */
final class TextCache {
  private static final int SLOTS = 4096;

  /** Maximum size of a remembered text in bytes: 4096 texts of 64 KiB would be too much. */
  private static final int MAX_BYTES = 1024;

  private final Function<String, byte[]> encoder;
  private final String[] texts = new String[SLOTS];
  private final byte[][] encoded = new byte[SLOTS][];

  TextCache(Function<String, byte[]> encoder) {
    this.encoder = encoder;
  }

  byte[] of(String text) {
    if (text.length() > MAX_BYTES) {
      return encoder.apply(text);
    }
    int hash = text.hashCode();
    int slot = (hash ^ hash >>> 12) & SLOTS - 1;
    String held = texts[slot];
    if (text != held) {
      if (!text.equals(held)) {
        encoded[slot] = encoder.apply(text);
      }
      texts[slot] = text;
    }
    return encoded[slot];
  }
}
