package dev.sluice.cli.tune;

import dev.sluice.cli.Figures;
import java.util.Comparator;
import java.util.List;

/**
 * The recommended setting.
 *
 * @param answer its answer; of a goal that cannot be met the one that comes nearest
 * @param met whether it meets the goal
 * @param reason why it is this one, in one sentence
 */
record Choice(Answer answer, boolean met, String reason) {
  /** Two settings that differ by less are equally good; the model cannot tell them apart. */
  private static final double ALIKE = 0.02;

  private static final List<Measure> WEIGHED =
      List.of(Measure.P99, Measure.BYTES, Measure.CPU, Measure.MESSAGES);

  /**
   * Chooses.
   *
   * @param all the answers; not empty
   * @param minimize what to have little of; null for the best compromise
   * @param today the answer of the default
   */
  static Choice of(List<Answer> all, Goal goal, Measure minimize, Answer today) {
    List<Answer> fit = all.stream().filter(goal::isMetBy).toList();
    return fit.isEmpty()
        ? nearest(all, goal)
        : best(Front.of(fit), fit.size(), all.size(), goal, minimize, today);
  }

  private static Choice nearest(List<Answer> all, Goal goal) {
    Answer nearest = all.stream().min(Comparator.comparingDouble(goal::worst)).orElseThrow();
    StringBuilder missed = new StringBuilder();
    for (Goal.Limit limit : goal.limits()) {
      if (limit.excess(nearest) > 0) {
        missed
            .append(missed.isEmpty() ? "" : " and ")
            .append(limit.measure().title)
            .append(" is ")
            .append(limit.measure().print(nearest.of(limit.measure())))
            .append(", ")
            .append(percent(limit.excess(nearest)))
            .append(" above the limit");
      }
    }
    return new Choice(
        nearest,
        false,
        "None of "
            + Figures.count(all.size(), "setting")
            + " keeps to "
            + goal
            + "; this one comes nearest: its "
            + missed
            + ".");
  }

  private static Choice best(
      List<Answer> front, int fit, int all, Goal goal, Measure minimize, Answer today) {
    Comparator<Answer> compromise = Comparator.comparingDouble(Choice::product);
    Answer answer = front.stream().min(compromise).orElseThrow();
    if (minimize != null) {
      double least = front.stream().mapToDouble(one -> one.of(minimize)).min().orElseThrow();
      answer =
          front.stream()
              .filter(one -> one.of(minimize) <= least * (1 + ALIKE))
              .min(compromise)
              .orElseThrow();
    }
    String among =
        goal.limits().isEmpty()
            ? "Of " + Figures.count(all, "setting")
            : "Of " + Figures.count(fit, "setting") + " that keep to " + goal;
    return new Choice(answer, true, among + reason(answer, minimize, today));
  }

  private static String reason(Answer answer, Measure minimize, Answer today) {
    if (minimize == null) {
      return " this one is the best compromise: what another has less of"
          + " (delay, bytes, CPU or messages), it pays with a larger share of the rest.";
    }
    double change = answer.of(minimize) / today.of(minimize) - 1;
    return " this one has the least "
        + minimize.title
        + ": "
        + minimize.print(answer.of(minimize))
        + ", "
        + (Math.abs(change) < 0.005
            ? "as the default has"
            : percent(Math.abs(change)) + (change < 0 ? " less" : " more") + " than the default")
        + ", with delay p99 "
        + Measure.P99.print(answer.p99Nanos())
        + ".";
  }

  /** The logarithm of the product of what is weighed. */
  private static double product(Answer answer) {
    return WEIGHED.stream().mapToDouble(measure -> Math.log(1e-9 + answer.of(measure))).sum();
  }

  private static String percent(double part) {
    return "%.0f %%".formatted(100 * part);
  }
}
