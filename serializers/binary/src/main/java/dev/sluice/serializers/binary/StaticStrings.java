package dev.sluice.serializers.binary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Strings that the specification defines, so that no chunk needs to contain them: {@code
 * static-strings-1.txt}, one a line. String {@code k}, counted from 1, has the id {@code -k}. A
 * generation is never changed; later ones get a file of their own. Immutable.
 */
final class StaticStrings {
  /** No strings at all. */
  static final StaticStrings NONE = new StaticStrings(0, new byte[0]);

  static final StaticStrings FIRST = load(1);

  private final int generation;
  private final byte[] bytes;
  private final byte[][] utf8;

  /** Texts from the last string to the first, and null for id 0. */
  private final String[] byId;

  private StaticStrings(int generation, byte[] bytes) {
    this.generation = generation;
    this.bytes = bytes;
    String[] texts = bytes.length == 0 ? new String[0] : lines(bytes);
    this.utf8 = new byte[texts.length][];
    this.byId = new String[texts.length + 1];
    for (int i = 0; i < texts.length; i++) {
      byId[texts.length - 1 - i] = texts[i];
      utf8[i] = texts[i].getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Returns the strings of a generation; null if it is not known. */
  static StaticStrings of(int generation) {
    return switch (generation) {
      case 0 -> NONE;
      case 1 -> FIRST;
      default -> null;
    };
  }

  private static StaticStrings load(int generation) {
    String name = "static-strings-" + generation + ".txt";
    try (InputStream in = StaticStrings.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing beside " + StaticStrings.class);
      }
      return new StaticStrings(generation, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Splits the file into lines: every line ends with a line feed, the last one too; one of them is
   * the empty string.
   */
  private static String[] lines(byte[] bytes) {
    String all = new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
    return all.split("\n", -1);
  }

  /**
   * Returns the bytes of the file of all strings, which are the history of compressed string
   * tables; not to be changed.
   */
  byte[] bytes() {
    return bytes;
  }

  int generation() {
    return generation;
  }

  int count() {
    return utf8.length;
  }

  /** Returns a copy of all texts in the order of their ids, null for 0. */
  String[] byId() {
    return byId.clone();
  }

  /** Returns all texts as UTF-8; not to be changed. */
  byte[][] utf8() {
    return utf8;
  }
}
