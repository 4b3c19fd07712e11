package dev.sluice.cli;

import dev.sluice.api.config.Nearest;
import java.util.Collection;

/** Messages about unknown words, with the nearest known one. */
public final class Suggestions {
  private Suggestions() {}

  /** {@code unknown command 'verfy', did you mean 'verify'?} if there is one like it. */
  public static String unknown(String what, String word, Collection<String> known) {
    String nearest = Nearest.to(word, known);
    return "unknown %s '%s'%s"
        .formatted(what, word, nearest == null ? "" : ", did you mean '" + nearest + "'?");
  }
}
