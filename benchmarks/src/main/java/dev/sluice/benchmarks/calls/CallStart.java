package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.ChildFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * Measures some subjects and the floor. Each has a JVM of its own, whose first calls are measured
 * while the others rest; then all of them take turns, round by round in random order, so that a
 * machine that becomes slower does so for all. For one thread.
 */
public final class CallStart<S extends Subject> {
  /** A JVM of 512 MB each is what a machine of some GB has room for. */
  private static final int GROUP = 6;

  private static final double SECONDS_A_JVM = 1.4;
  private static final double NANOS_A_CALL = 2_500;

  private final List<S> subjects;
  private final CallEffort effort;
  private final Starter<S> starter;
  private final Random random;

  /** Of those that are still measured. */
  private final List<CallSamples> samples = new ArrayList<>();

  /** Also those of the steps before: what hung once would hang again, and cost as much time. */
  private final Map<Subject, Exception> failures;

  /** Starts the program of a subject. */
  @FunctionalInterface
  interface Starter<S> {
    /** Does so, with a folder of its own. */
    CallProcess start(S subject, Path folder) throws IOException;
  }

  private CallStart(
      List<S> subjects,
      CallEffort effort,
      Starter<S> starter,
      long seed,
      Map<Subject, Exception> failures) {
    this.failures = failures;
    this.subjects = new ArrayList<>(subjects);
    this.effort = effort;
    this.starter = starter;
    this.random = new Random(seed);
  }

  /**
   * The steps that measure subjects of one load, some at a time.
   *
   * @param subjects of which the floor is one
   * @param cells where the results of a subject go
   */
  public static <S extends Subject> List<Step> steps(
      List<S> subjects, CallEffort effort, Function<S, Cell> cells) {
    return steps(subjects, effort, cells, CallProcess::start);
  }

  /** The same with programs that are started in another way. */
  static <S extends Subject> List<Step> steps(
      List<S> subjects, CallEffort effort, Function<S, Cell> cells, Starter<S> starter) {
    S floor = subjects.stream().filter(Subject::isFloor).findFirst().orElseThrow();
    List<S> others = subjects.stream().filter(v -> !v.isFloor()).toList();
    Map<Subject, Exception> failures = new LinkedHashMap<>();
    List<Step> steps = new ArrayList<>();
    for (int start = 1; start <= effort.starts(); start++) {
      for (int from = 0; from == 0 || from < others.size(); from += GROUP) {
        List<S> group = new ArrayList<>();
        group.add(floor);
        group.addAll(others.subList(from, Math.min(others.size(), from + GROUP)));
        boolean series = start == 1;
        long seed = 31L * start + from;
        String name =
            "start " + start + ": " + cells.apply(group.get(group.size() - 1)) + " and before";
        steps.add(
            new Step(
                name,
                seconds(group, effort),
                recorder ->
                    new CallStart<>(group, effort, starter, seed, failures)
                        .run(cells, series, recorder)));
      }
    }
    return steps;
  }

  private static double seconds(List<? extends Subject> group, CallEffort effort) {
    Load load = group.get(0).load();
    double calls = effort.fresh() + effort.warmUp() + 1.1 * effort.rounds() * effort.calls();
    return group.size()
        * (SECONDS_A_JVM + calls * load.threads() * load.depth() / 10 * NANOS_A_CALL / 1e9);
  }

  private void run(Function<S, Cell> cells, boolean series, Step.Recorder recorder)
      throws IOException, InterruptedException {
    try (ScratchFolder folder = ScratchFolder.create()) {
      start(folder.path(), recorder);
      takeTurns(recorder);
      for (CallSamples of : List.copyOf(samples)) {
        recorder.progress("counting what arrived from " + of.process().subject(), 0.9);
        try {
          of.end();
        } catch (ChildFailure | IOException e) {
          giveUp(of, e);
        }
      }
    } finally {
      samples.forEach(of -> of.process().close());
    }
    S base = subjects.get(0);
    for (S subject : subjects) {
      // Without the floor there are no figures: they are multiples of the floor's.
      Exception reason = failures.getOrDefault(subject, failures.get(base));
      if (reason == null) {
        of(subject).record(cells.apply(subject), of(base), series, recorder);
      } else {
        recorder.failed(cells.apply(subject), reason);
      }
    }
  }

  private CallSamples of(S subject) {
    return samples.stream()
        .filter(of -> of.process().subject().equals(subject))
        .findFirst()
        .orElseThrow();
  }

  /** Stops what failed at once, so that the others have the machine. */
  private void giveUp(CallSamples of, Exception reason) {
    samples.remove(of);
    failures.put(of.process().subject(), reason);
    of.process().close();
  }

  private void start(Path folder, Step.Recorder recorder) throws IOException, InterruptedException {
    // Without the floor there is nothing to tell of the others, so it is tried again.
    failures.remove(subjects.get(0));
    List<S> order = new ArrayList<>(subjects);
    order.removeIf(failures::containsKey);
    Collections.shuffle(order, random);
    for (S subject : order) {
      recorder.progress(subject + " starts", 0.6 * samples.size() / order.size());
      try {
        start(subject, folder.resolve("program-" + order.indexOf(subject)));
      } catch (ChildFailure | IOException e) {
        failures.put(subject, e);
      }
    }
  }

  private void start(S subject, Path folder) throws IOException, InterruptedException {
    CallProcess process = starter.start(subject, folder);
    try {
      CallSamples of = new CallSamples(process, process.call(0, effort.fresh()));
      process.warmUp(effort.warmUp());
      samples.add(of);
    } catch (RuntimeException | InterruptedException e) {
      process.close();
      throw e;
    }
  }

  private void takeTurns(Step.Recorder recorder) throws InterruptedException {
    for (int round = 0; round < effort.rounds(); round++) {
      recorder.progress("round " + (round + 1), 0.6 + 0.3 * round / effort.rounds());
      List<CallSamples> order = new ArrayList<>(samples);
      Collections.shuffle(order, random);
      for (CallSamples of : order) {
        try {
          of.turn(of.process().call(effort.lead(), effort.calls()));
        } catch (ChildFailure e) {
          giveUp(of, e);
        }
      }
    }
  }
}
