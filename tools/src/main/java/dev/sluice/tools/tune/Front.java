package dev.sluice.tools.tune;

import java.util.List;

/** The answers that no other answer beats in every measure (the Pareto front). */
final class Front {
  private Front() {}

  /** Those of {@code all} that are on it, in their order. Of equal answers the first is. */
  static List<Answer> of(List<Answer> all) {
    return all.stream().filter(answer -> isFree(answer, all)).toList();
  }

  private static boolean isFree(Answer answer, List<Answer> all) {
    for (Answer other : all) {
      if (other != answer
          && dominates(other, answer)
          && !(dominates(answer, other) && all.indexOf(answer) < all.indexOf(other))) {
        return false;
      }
    }
    return true;
  }

  /** Whether an answer is nowhere worse than another. */
  private static boolean dominates(Answer one, Answer other) {
    for (Measure measure : Measure.values()) {
      if (one.of(measure) > other.of(measure)) {
        return false;
      }
    }
    return true;
  }
}
