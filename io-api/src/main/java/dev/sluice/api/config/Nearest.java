package dev.sluice.api.config;

import java.util.Collection;

/** Finds the known word that is nearest to a misspelt one. */
public final class Nearest {
  private Nearest() {}

  /**
   * Returns the candidate with the smallest Levenshtein distance; of several, one as long as the
   * word, which may have its letters in another order; null if all are further than half the word
   * without its dashes.
   */
  public static String to(String word, Collection<String> candidates) {
    String best = null;
    int lowest = 2 * Math.max(2, word.replaceFirst("^-+", "").length() / 2) + 2;
    for (String candidate : candidates) {
      int cost = 2 * distance(word, candidate) + (candidate.length() == word.length() ? 0 : 1);
      if (cost < lowest) {
        lowest = cost;
        best = candidate;
      }
    }
    return best;
  }

  /**
   * Returns the nearest candidate as the end of a sentence, as in {@code "; did you mean
   * 'delay'?"}, or an empty text.
   */
  public static String hint(String word, Collection<String> candidates) {
    String nearest = to(word, candidates);
    return nearest == null ? "" : "; did you mean '" + nearest + "'?";
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
