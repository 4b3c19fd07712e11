package dev.sluice.serializers.support;

/** Takes the content of byte arrays as rows hold it. */
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
