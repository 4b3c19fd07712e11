package dev.sluice.tools.tune;

import dev.sluice.tools.recordings.Figures;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The recommended setting.
 *
 * @param answer its answer; of a goal that cannot be met the one that comes nearest
 * @param met whether it meets the goal
 * @param reason why it is this one, in one sentence
 * @param basis what it rests on: {@link #PREDICTED}, or {@code proven} or {@code measured}
 * @param verdict the first line of the answer: what runs end to end say of it
 */
public record Choice(Answer answer, boolean met, String reason, String basis, String verdict) {
  static final String PREDICTED = "predicted, not proven";

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
        : best(Answer.front(fit), fit.size(), all.size(), goal, minimize, today);
  }

  private static Choice nearest(List<Answer> all, Goal goal) {
    Answer nearest = all.stream().min(Comparator.comparingDouble(goal::worst)).orElseThrow();
    String missed =
        goal.limits().stream()
            .filter(limit -> limit.excess(nearest) > 0)
            .map(limit -> missed(limit, nearest))
            .collect(Collectors.joining(" and "));
    return predicted(
        nearest,
        false,
        "None of %s keeps to %s; this one comes nearest: its %s."
            .formatted(Figures.count(all.size(), "setting"), goal, missed));
  }

  private static String missed(Goal.Limit limit, Answer answer) {
    return "%s is %s, %s above the limit"
        .formatted(
            limit.measure().title,
            limit.measure().print(answer.of(limit.measure())),
            percent(limit.excess(answer)));
  }

  private static Choice predicted(Answer answer, boolean met, String reason) {
    String early = "Predicted, not proven: the run ended before the proof.";
    return new Choice(answer, met, reason, PREDICTED, early);
  }

  /** The same after runs end to end. */
  Choice with(String other, String sentence) {
    return new Choice(answer, met, reason, other, sentence);
  }

  /** What it is called, above what it is. */
  String title() {
    return (met ? "Recommended, " : "Nearest to the goal, ") + basis;
  }

  /** Its options as lines of a properties file. */
  List<String> properties() {
    return answer.setting().toProperties().entrySet().stream()
        .map(option -> "sluice." + option.getKey() + "=" + option.getValue())
        .toList();
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
    return predicted(answer, true, among + reason(answer, minimize, today));
  }

  private static String reason(Answer answer, Measure minimize, Answer today) {
    if (minimize == null) {
      return " this one is the best compromise: what another has less of"
          + " (delay, bytes, CPU or messages), it pays with a larger share of the rest.";
    }
    double change = answer.of(minimize) / today.of(minimize) - 1;
    return " this one has the least %s: %s, %s, with delay p99 %s."
        .formatted(
            minimize.title,
            minimize.print(answer.of(minimize)),
            Math.abs(change) < 0.005
                ? "as the default has"
                : percent(Math.abs(change))
                    + (change < 0 ? " less" : " more")
                    + " than the default",
            Measure.P99.print(answer.p99Nanos()));
  }

  /** The logarithm of the product of what is weighed. */
  private static double product(Answer answer) {
    return WEIGHED.stream().mapToDouble(measure -> Math.log(1e-9 + answer.of(measure))).sum();
  }

  private static String percent(double part) {
    return "%.0f %%".formatted(100 * part);
  }
}
