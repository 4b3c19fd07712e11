package dev.sluice.monitoring.select;

import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A condition on a candidate: a modifier or an annotation. */
@FunctionalInterface
interface Condition {
  /** Returns whether the condition holds. */
  boolean holds(Candidate candidate);

  /** Modifiers by their words; {@code package} stands for none of the other three. */
  Map<String, Integer> MODIFIERS =
      new TreeMap<>(
          Map.of(
              "public", Modifier.PUBLIC,
              "protected", Modifier.PROTECTED,
              "private", Modifier.PRIVATE,
              "package", 0,
              "abstract", Modifier.ABSTRACT,
              "static", Modifier.STATIC,
              "final", Modifier.FINAL,
              "synchronized", Modifier.SYNCHRONIZED,
              "native", Modifier.NATIVE));

  /** Words of {@link #MODIFIERS}. */
  Set<String> WORDS = MODIFIERS.keySet();

  /** Returns the condition for a modifier, one of {@link #WORDS}. */
  static Condition modifier(String word) {
    int bit = MODIFIERS.get(word);
    int visibility = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE;
    return bit == 0
        ? candidate -> (candidate.modifiers() & visibility) == 0
        : candidate -> (candidate.modifiers() & bit) != 0;
  }

  /**
   * Returns the condition for an annotation on the method or its class; a name without a dot may be
   * of any package and nested in any class.
   */
  static Condition annotation(String name) {
    if (name.indexOf('.') >= 0) {
      Glob glob = Glob.ofName(name);
      return candidate -> candidate.annotations().stream().anyMatch(glob::matches);
    }
    Glob plain = Glob.ofName(".." + name);
    Glob nested = Glob.ofName("..*$" + name);
    return candidate ->
        candidate.annotations().stream()
            .anyMatch(annotation -> plain.matches(annotation) || nested.matches(annotation));
  }

  /** Returns the opposite condition. */
  default Condition negated() {
    return candidate -> !holds(candidate);
  }

  /** Returns the condition that holds if this or another one holds. */
  default Condition or(Condition other) {
    return candidate -> holds(candidate) || other.holds(candidate);
  }
}
