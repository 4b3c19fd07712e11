package dev.sluice.tools.tune;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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

  /** What has a {@link #bar}. */
  static final List<Measure> PROMISED = List.of(Measure.P99, Measure.BYTES, Measure.CPU);

  /** Part of a delay that emitting too late must not reach. */
  private static final double DISTURBED = 0.05;

  /** A setting to run. */
  record Candidate(String role, Answer answer) {}

  /** By how much the measured value may be off, as a part of it: the promise of the command. */
  static double bar(Measure measure) {
    return measure == Measure.BYTES ? 0.01 : 0.15;
  }

  /** What is measured beyond what was predicted, as a part of that. */
  double error(Measure measure) {
    return measured.of(measure) / predicted.of(measure) - 1;
  }

  /** What is measured, and what was predicted. */
  String figure(Measure measure) {
    return "%s %s, predicted %s (%+.1f %%)"
        .formatted(
            measure.title,
            measure.print(measured.of(measure)),
            measure.print(predicted.of(measure)),
            100 * error(measure));
  }

  /** By how much what is measured is off, with a mark if that is more than promised. */
  String off(Measure measure) {
    return "%+.1f %%".formatted(100 * error(measure)) + (holds(measure) ? "" : " !");
  }

  /** Whether the machine had so much other work that delays are not those of the setting. */
  boolean isDisturbed() {
    return lateNanos > DISTURBED * measured.p99Nanos();
  }

  /** Whether all that is promised holds, and nothing was lost. */
  boolean holds() {
    return dropped == 0 && PROMISED.stream().allMatch(this::holds);
  }

  boolean holds(Measure measure) {
    return Math.abs(error(measure)) <= bar(measure);
  }

  /** The recommended setting, the default, and the front's ends in delay and in bytes. */
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
