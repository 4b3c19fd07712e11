package dev.sluice.tools.tune;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * Results of a run so far; unknown ones are null or empty. Immutable.
 *
 * @param run what was asked, and where
 * @param sink what the medium alone does
 * @param cost what a run needs beside encoding
 * @param answers of all settings; the first is the default's
 * @param choice the recommended setting
 * @param effects which option decides about what
 * @param proofs settings that were run end to end
 */
public record Findings(
    Run run,
    SinkModel sink,
    RunCost cost,
    List<Answer> answers,
    Choice choice,
    MainEffects effects,
    List<Proof> proofs) {

  /**
   * Request of a run, and its environment.
   *
   * @param command the exact command
   * @param machine processors, operating system, Java virtual machine and version of Sluice
   * @param source the source, for people
   * @param sinkUri the sink as given; null for a broker of our own
   * @param sinkName the sink, for people
   * @param goal what must be kept to
   * @param minimize what is to be small, or null
   * @param recordsPerSecond of the recording as it is replayed
   * @param remarks what the user should know of the recording and of settings; grows
   * @param leftOut settings that collector or sink refuse, which are among the remarks, too; grows
   */
  public record Run(
      String command,
      String machine,
      Instant time,
      String source,
      String sinkUri,
      String sinkName,
      Goal goal,
      Measure minimize,
      long records,
      double recordsPerSecond,
      List<String> remarks,
      List<Refusal> leftOut) {}

  static Findings of(Run run) {
    return new Findings(run, null, RunCost.NONE, List.of(), null, null, List.of());
  }

  Findings withSink(SinkModel model, RunCost found) {
    return new Findings(run, model, found, answers, choice, effects, proofs);
  }

  /** Returns findings with the given answers; the first one is the default's. */
  Findings withAnswers(List<Answer> all) {
    Choice best = Choice.of(all, run.goal(), run.minimize());
    return new Findings(run, sink, cost, all, best, MainEffects.of(all), proofs);
  }

  /** Returns findings with another choice; effects stay those of all settings. */
  Findings with(Choice other) {
    return new Findings(run, sink, cost, answers, other, effects, proofs);
  }

  Findings withProofs(List<Proof> all) {
    return new Findings(run, sink, cost, answers, choice, effects, List.copyOf(all));
  }

  List<Answer> front() {
    return Answer.front(answers);
  }

  /** Returns the front from the shortest delay to the longest. */
  List<Answer> frontByDelay() {
    return front().stream().sorted(Comparator.comparingDouble(Answer::p99Nanos)).toList();
  }

  Answer today() {
    return answers.get(0);
  }
}
