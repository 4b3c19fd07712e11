package dev.sluice.tools.tune;

import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The recommended setting.
 *
 * @param answer its answer; if no setting meets the goal, the nearest one
 * @param met whether it meets the goal
 * @param reason why it is this one, in one sentence
 * @param basis what it is based on: {@link #PREDICTED}, {@link #PROVEN} by its own run, {@link
 *     #OPEN} if that run is too uncertain, or {@link #MEASURED}
 * @param verdict the first line of the answer: what runs end to end say of it
 */
public record Choice(Answer answer, boolean met, String reason, String basis, String verdict) {
  static final String PREDICTED = "predicted, not proven";
  static final String PROVEN = "proven";
  static final String OPEN = "not contradicted";
  static final String MEASURED = "measured";

  /**
   * Chooses among predictions, the first of which is the default's.
   *
   * @param all the answers; not empty
   * @param minimize what to have little of; null for the best compromise
   */
  static Choice of(List<Answer> all, Goal goal, Measure minimize) {
    return of(all, goal, Criterion.of(minimize, all), all.get(0), all.get(0));
  }

  /**
   * Chooses.
   *
   * @param all the answers; not empty
   * @param today the answer of the default
   * @param kept is chosen unless another is significantly better; one of {@code all}
   */
  static Choice of(List<Answer> all, Goal goal, Criterion criterion, Answer today, Answer kept) {
    List<Answer> met = all.stream().filter(goal::isMetBy).toList();
    List<Answer> fit =
        orElse(all.stream().filter(one -> goal.worst(one) + goal.unsure(one) <= 0).toList(), met);
    if (fit.isEmpty()) {
      return nearest(all, goal, kept);
    }
    List<Answer> inner =
        fit.stream()
            .filter(one -> criterion.least() != null || !criterion.isOnBorder(one.setting()))
            .toList();
    List<Answer> from = new ArrayList<>(orElse(inner, fit));
    Answer best = from.stream().min(Comparator.comparingDouble(criterion::of)).orElseThrow();
    if (fit.contains(kept)) {
      from.add(kept);
    }
    Answer answer = criterion.nearest(from, kept);
    String among = "Of " + (goal.limits().isEmpty() ? settings(all.size()) : keepers(met, goal));
    return predicted(answer, true, among + reason(answer, best, criterion.least(), today, kept));
  }

  private static List<Answer> orElse(List<Answer> some, List<Answer> others) {
    return some.isEmpty() ? others : some;
  }

  private static String settings(int count) {
    return Figures.count(count, "setting");
  }

  private static String keepers(List<Answer> met, Goal goal) {
    String keep = met.size() == 1 ? "keeps" : "keep";
    return "%s that %s to %s".formatted(settings(met.size()), keep, goal);
  }

  private static Choice nearest(List<Answer> all, Goal goal, Answer kept) {
    Answer least = all.stream().min(Comparator.comparingDouble(goal::worst)).orElseThrow();
    boolean isAsNear = goal.worst(kept) - goal.worst(least) <= goal.unsure(kept);
    Answer nearest = isAsNear ? kept : least;
    String missed =
        goal.limits().stream()
            .filter(limit -> limit.excess(nearest) > 0)
            .map(limit -> missed(limit, nearest))
            .collect(Collectors.joining(" and "));
    return predicted(
        nearest,
        false,
        "%s to %s; this one comes nearest: its %s."
            .formatted(
                all.size() == 1
                    ? "The only setting does not keep"
                    : "None of " + settings(all.size()) + " keeps",
                goal,
                missed));
  }

  private static String missed(Goal.Limit limit, Answer answer) {
    return "%s is %s, %s above the limit"
        .formatted(
            limit.measure().title,
            limit.measure().print(answer.of(limit.measure())),
            percent(limit.excess(answer)));
  }

  private static Choice predicted(Answer answer, boolean met, String reason) {
    String early = "Predicted but not proven: the command was stopped before the proof.";
    return new Choice(answer, met, reason, PREDICTED, early);
  }

  /** Returns this choice after runs end to end. */
  Choice with(String other, String sentence) {
    return new Choice(answer, met, reason, other, sentence);
  }

  /** Returns what it is called, above what it is. */
  String title() {
    return (met ? "Recommended, " : "Nearest to the goal, ") + basis;
  }

  /** Its options as lines of a properties file. */
  List<String> properties() {
    return answer.setting().toProperties().entrySet().stream()
        .map(option -> "sluice." + option.getKey() + "=" + option.getValue())
        .toList();
  }

  private static String reason(
      Answer answer, Answer best, Measure least, Answer today, Answer kept) {
    String change = least == null ? "" : change(answer, least, today);
    if (answer.equals(kept)) {
      String than =
          answer.setting().equals(today.setting())
              ? "is better than the default"
              : "that ran is better than this one";
      return " none %s by a significant difference%s.".formatted(than, change);
    }
    String near =
        answer.equals(best) ? "" : ", and of equally good settings the nearest to the default";
    return least == null
        ? " this one is the best compromise%s: less delay costs a larger share of bytes and CPU, more saves a smaller one."
            .formatted(near)
        : " this one has the least %s%s%s.".formatted(least.title, near, change);
  }

  private static String change(Answer answer, Measure least, Answer today) {
    double change = today.of(least) == 0 ? 0 : answer.of(least) / today.of(least) - 1;
    return ": %s, %s, with delay p99 %s"
        .formatted(
            least.print(answer.of(least)), compared(change), Measure.P99.print(answer.p99Nanos()));
  }

  private static String compared(double change) {
    String more = change < 0 ? " less" : " more";
    return Math.abs(change) < 0.005
        ? "as the default has"
        : percent(Math.abs(change)) + more + " than the default";
  }

  private static String percent(double part) {
    return part < 0.01 ? "less than 1 %" : "%,.0f %%".formatted(100 * part);
  }
}
