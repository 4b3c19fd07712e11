package dev.sluice.serializers.support;

/** Receives the content of byte arrays in the form that rows have. */
@FunctionalInterface
public interface InlineSink {
  /**
   * Takes one byte array.
   *
   * @param words holds the length in bytes at {@code at}, then the bytes, eight a word, first byte
   *     lowest; must be copied
   */
  void inline(long[] words, int at);
}
