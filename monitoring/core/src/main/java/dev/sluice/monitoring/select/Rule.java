package dev.sluice.monitoring.select;

import dev.sluice.monitoring.probe.ProbeKind;
import java.util.Set;

/**
 * What is recorded of which methods. Immutable.
 *
 * @param name what it is called, unique among {@link Rules}
 * @param selection which methods
 * @param kinds what is recorded of them, not empty
 * @param enabled whether it is on at the start
 */
public record Rule(String name, Selection selection, Set<ProbeKind> kinds, boolean enabled) {
  /** Copies the kinds. */
  public Rule {
    kinds = Set.copyOf(kinds);
  }
}
