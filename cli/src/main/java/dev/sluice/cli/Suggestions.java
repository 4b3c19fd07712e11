package dev.sluice.cli;

import dev.sluice.api.config.Nearest;
import java.util.Collection;

/** Sentences about words that nobody knows. */
public final class Suggestions {
  private Suggestions() {}

  /** {@code unknown command 'verfy', did you mean 'verify'?} if there is one like it. */
  public static String unknown(String what, String word, Collection<String> known) {
    String nearest = Nearest.to(word, known);
    return "unknown "
        + what
        + " '"
        + word
        + "'"
        + (nearest == null ? "" : ", did you mean '" + nearest + "'?");
  }
}
