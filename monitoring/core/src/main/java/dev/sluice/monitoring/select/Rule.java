package dev.sluice.monitoring.select;

import dev.sluice.monitoring.probe.ProbeKind;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rule for the methods to monitor and the kinds of their records. Immutable.
 *
 * @param name what it is called, unique among {@link Rules}
 * @param selection which methods
 * @param kinds what is recorded of them, not empty
 * @param enabled whether it is on at the start
 */
public record Rule(String name, Selection selection, Set<ProbeKind> kinds, boolean enabled) {
  private static final Pattern NAME = Pattern.compile("(?U)[\\w-]+");

  /** Copies the kinds. */
  public Rule {
    kinds = Set.copyOf(kinds);
  }

  /** Returns whether a text may be the name of a rule: letters, digits, {@code _} and {@code -}. */
  public static boolean mayBeName(String text) {
    return NAME.matcher(text).matches();
  }
}
