package dev.sluice.tools.tune;

import java.time.Instant;
import java.util.List;

/**
 * All that a run has found so far; what is not known yet is null or empty. Immutable.
 *
 * @param run what was asked, and where
 * @param sink what the medium alone does
 * @param collector what a collector needs beside encoding
 * @param predictions of all settings
 * @param answers of all settings, in the order of the predictions; the first is the default's
 * @param choice the recommended setting
 * @param effects which option decides about what
 * @param proofs settings that were run end to end
 */
public record Findings(
    Run run,
    SinkModel sink,
    EncoderCost collector,
    List<Prediction> predictions,
    List<Answer> answers,
    Choice choice,
    MainEffects effects,
    List<Proof> proofs) {

  /**
   * What was asked, and where.
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
      List<String> remarks) {}

  static Findings of(Run run) {
    return new Findings(run, null, EncoderCost.NONE, List.of(), List.of(), null, null, List.of());
  }

  Findings withPredictions(List<Prediction> all) {
    return new Findings(run, sink, collector, all, answers, choice, effects, proofs);
  }

  Findings withSink(SinkModel model, EncoderCost cost) {
    return new Findings(run, model, cost, predictions, answers, choice, effects, proofs);
  }

  /** With the answers that follow from predictions and sink. */
  Findings answered() {
    Blend blend = new Blend(sink, collector, run.recordsPerSecond());
    return withAnswers(predictions.stream().map(blend::of).toList());
  }

  /** With these answers; the first is the default's. */
  Findings withAnswers(List<Answer> all) {
    return new Findings(
        run,
        sink,
        collector,
        predictions,
        all,
        Choice.of(all, run.goal(), run.minimize(), all.get(0)),
        MainEffects.of(all),
        proofs);
  }

  /** The same with another choice; effects stay those of all settings. */
  Findings with(Choice other) {
    return new Findings(run, sink, collector, predictions, answers, other, effects, proofs);
  }

  Findings withProofs(List<Proof> all) {
    return new Findings(
        run, sink, collector, predictions, answers, choice, effects, List.copyOf(all));
  }

  List<Answer> front() {
    return Front.of(answers);
  }

  Answer today() {
    return answers.get(0);
  }
}
