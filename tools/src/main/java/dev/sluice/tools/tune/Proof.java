package dev.sluice.tools.tune;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A setting run end to end.
 *
 * @param role why it was run: {@link #PREDICTED}, {@code default}, {@code front}
 * @param predicted what was predicted
 * @param measured what was measured
 * @param chunks that were counted
 * @param dropped records that were lost
 * @param lateNanos by how much records were emitted too late, 99th percentile
 */
public record Proof(
    String role, Answer predicted, Answer measured, long chunks, long dropped, long lateNanos) {
  static final String PREDICTED = "best by prediction";
  static final String DEFAULT = "default";
  static final String FRONT = "front";

  /** Measures that have a {@link #bar}. */
  static final List<Measure> PROMISED = List.of(Measure.P99, Measure.BYTES, Measure.CPU);

  /** Part of a delay that emitting too late must not reach. */
  private static final double DISTURBED = 0.05;

  /** A setting to run. */
  record Candidate(String role, Answer answer) {}

  /** Returns the promised maximum error of a measure, as a part of the measured value. */
  static double bar(Measure measure) {
    return measure == Measure.BYTES ? 0.01 : 0.15;
  }

  /** Returns what is measured beyond what was predicted, as a part of that. */
  double error(Measure measure) {
    return measured.of(measure) / predicted.of(measure) - 1;
  }

  private String percent(Measure measure) {
    double error = 100 * error(measure);
    return Double.isFinite(error) ? String.format(Locale.ROOT, "%+,.1f %%", error) : "unknown";
  }

  /** Returns what is measured, and what was predicted. */
  String figure(Measure measure) {
    return "%s %s, predicted %s (%s)"
        .formatted(
            measure.title,
            measure.print(measured.of(measure)),
            measure.print(predicted.of(measure)),
            percent(measure));
  }

  /**
   * Returns the error of the prediction as text; {@code !} marks a contradiction to the promise,
   * {@code ?} an error that may be above or below it.
   */
  String off(Measure measure) {
    return percent(measure) + (holds(measure) ? "" : contradicts(measure) ? " !" : " ?");
  }

  /**
   * Returns whether the machine was so busy that the measured delays are not those of the setting.
   */
  boolean isDisturbed() {
    return lateNanos > DISTURBED * measured.p99Nanos();
  }

  /** Returns whether all that is promised holds, and nothing was lost. */
  boolean holds() {
    return dropped == 0 && PROMISED.stream().allMatch(this::holds);
  }

  boolean holds(Measure measure) {
    return Math.abs(error(measure)) <= bar(measure);
  }

  /** Half of the 95 % interval of what is measured; records that come late widen that of delays. */
  double half(Measure measure) {
    boolean isDelay = measure == Measure.P50 || measure == Measure.P99;
    return measured.half(measure) + (isDelay && isDisturbed() ? lateNanos : 0);
  }

  /**
   * Returns whether a measure is further off than promised, wherever in both intervals the truth
   * is.
   */
  boolean contradicts(Measure measure) {
    double off = Math.abs(measured.of(measure) - predicted.of(measure));
    double unsure = half(measure) + predicted.half(measure);
    return off - unsure > bar(measure) * predicted.of(measure);
  }

  /** Returns whether any measure contradicts the promise, or records were lost. */
  boolean contradicts() {
    return dropped > 0 || PROMISED.stream().anyMatch(this::contradicts);
  }

  /** Returns the recommended setting, the default, and the front's ends in delay and in bytes. */
  static List<Candidate> candidates(Choice choice, Answer today, List<Answer> front) {
    List<Candidate> all = new ArrayList<>();
    Set<Setting> seen = new LinkedHashSet<>();
    add(all, seen, PREDICTED, choice.answer());
    add(all, seen, DEFAULT, today);
    for (Measure measure : List.of(Measure.P99, Measure.BYTES, Measure.CPU, Measure.MESSAGES)) {
      front.stream()
          .filter(answer -> !seen.contains(answer.setting()))
          .min((a, b) -> Double.compare(a.of(measure), b.of(measure)))
          .filter(answer -> all.size() < 4)
          .ifPresent(answer -> add(all, seen, FRONT, answer));
    }
    return all;
  }

  private static void add(List<Candidate> all, Set<Setting> seen, String role, Answer answer) {
    if (seen.add(answer.setting())) {
      all.add(new Candidate(role, answer));
    }
  }
}
