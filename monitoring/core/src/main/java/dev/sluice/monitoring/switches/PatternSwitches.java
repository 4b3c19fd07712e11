package dev.sluice.monitoring.switches;

import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * Patterns that switch operations off, and exceptions from them. Immutable.
 *
 * @param off switch off the operations that they describe
 * @param on exceptions: an operation that one of these describes stays on
 */
public record PatternSwitches(List<Pattern> off, List<Pattern> on) {
  /** Switches without patterns. */
  public static final PatternSwitches NONE = new PatternSwitches(List.of(), List.of());

  /** Copies the lists. */
  public PatternSwitches {
    off = List.copyOf(off);
    on = List.copyOf(on);
  }

  /** Returns these switches with a pattern added; it replaces an equal one. */
  PatternSwitches with(Pattern pattern, boolean enabled) {
    List<Pattern> nextOff = without(pattern, off);
    List<Pattern> nextOn = without(pattern, on);
    if (!enabled) {
      nextOff.add(pattern);
    } else if (nextOff.size() == off.size()) {
      nextOn.add(pattern);
    }
    return new PatternSwitches(nextOff, nextOn);
  }

  private static List<Pattern> without(Pattern pattern, List<Pattern> patterns) {
    List<Pattern> rest = new ArrayList<>(patterns);
    rest.removeIf(each -> each.toString().equals(pattern.toString()));
    return rest;
  }

  boolean isOff(Candidate candidate) {
    // Asked for each operation while a program starts: a stream takes longer than the rest.
    return matches(off, candidate) && !matches(on, candidate);
  }

  private static boolean matches(List<Pattern> patterns, Candidate candidate) {
    for (Pattern pattern : patterns) {
      if (pattern.matches(candidate)) {
        return true;
      }
    }
    return false;
  }
}
