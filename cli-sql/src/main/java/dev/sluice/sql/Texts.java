package dev.sluice.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The texts of a source by number, so that each crosses to DuckDB once and not with every row; null
 * is 0. Filled by one thread; then for any.
 */
final class Texts {
  private static final int MAX_TEXTS = 1 << 16;
  private static final int MAX_CHARS = 8 << 20;

  private final Map<String, Integer> codes = new LinkedHashMap<>();
  private long chars;
  private boolean few = true;

  Texts() {
    codes.put(null, 0);
  }

  /** Gives a text a number, unless there are too many already; then it is -1. */
  int add(String text) {
    if (few && !codes.containsKey(text)) {
      chars += text.length();
      few = codes.size() < MAX_TEXTS && chars <= MAX_CHARS;
      codes.put(text, codes.size());
    }
    return code(text);
  }

  /** Returns the number of a text, -1 if it has none. */
  int code(String text) {
    return codes.getOrDefault(text, -1);
  }

  /** Returns whether all that were added have a number. */
  boolean areFew() {
    return few;
  }

  /** Returns the texts that have a number, in the order of their numbers. */
  Map<String, Integer> codes() {
    return codes;
  }
}
