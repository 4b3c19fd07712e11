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
 * Measures some variants and the floor. Each has a JVM of its own, whose first calls are measured
 * while the others rest; then all of them take turns, round by round in random order, so that a
 * machine that becomes slower does so for all. For one thread.
 */
final class CallStart {
  /** A JVM of 512 MB each is what a machine of some GB has room for. */
  private static final int GROUP = 6;

  private static final double SECONDS_A_JVM = 2;
  private static final double NANOS_A_CALL = 3_000;

  private final List<Variant> variants;
  private final CallEffort effort;
  private final Starter starter;
  private final Random random;

  /** Of those that are still measured. */
  private final List<CallSamples> samples = new ArrayList<>();

  private final Map<Variant, Exception> failures = new LinkedHashMap<>();

  /** Starts the program of a variant. */
  @FunctionalInterface
  interface Starter {
    /** Does so, with a folder of its own. */
    CallProcess start(Variant variant, Path folder) throws IOException;
  }

  private CallStart(List<Variant> variants, CallEffort effort, Starter starter, long seed) {
    this.variants = new ArrayList<>(variants);
    this.effort = effort;
    this.starter = starter;
    this.random = new Random(seed);
  }

  /**
   * The steps that measure variants of one load, some at a time.
   *
   * @param variants of which the floor is one
   * @param cells where the results of a variant go
   */
  static List<Step> steps(
      List<Variant> variants, CallEffort effort, Function<Variant, Cell> cells) {
    return steps(variants, effort, cells, CallProcess::start);
  }

  /** The same with programs that are started in another way. */
  static List<Step> steps(
      List<Variant> variants, CallEffort effort, Function<Variant, Cell> cells, Starter starter) {
    Variant floor = variants.stream().filter(Variant::isFloor).findFirst().orElseThrow();
    List<Variant> others = variants.stream().filter(v -> !v.isFloor()).toList();
    List<Step> steps = new ArrayList<>();
    for (int start = 1; start <= effort.starts(); start++) {
      for (int from = 0; from == 0 || from < others.size(); from += GROUP) {
        List<Variant> group = new ArrayList<>();
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
                    new CallStart(group, effort, starter, seed).run(cells, series, recorder)));
      }
    }
    return steps;
  }

  private static double seconds(List<Variant> group, CallEffort effort) {
    Load load = group.get(0).load();
    double calls = effort.fresh() + effort.warmUp() + 1.1 * effort.rounds() * effort.calls();
    return group.size()
        * (SECONDS_A_JVM + calls * load.threads() * load.depth() / 10 * NANOS_A_CALL / 1e9);
  }

  private void run(Function<Variant, Cell> cells, boolean series, Step.Recorder recorder)
      throws IOException, InterruptedException {
    try (ScratchFolder folder = ScratchFolder.create()) {
      start(folder.path(), recorder);
      takeTurns(recorder);
      for (CallSamples of : List.copyOf(samples)) {
        recorder.progress("counting what arrived from " + of.process().variant(), 0.9);
        try {
          of.end();
        } catch (ChildFailure | IOException e) {
          giveUp(of, e);
        }
      }
    } finally {
      samples.forEach(of -> of.process().close());
    }
    failures.forEach((variant, e) -> recorder.failed(cells.apply(variant), e));
    Variant base = variants.get(0);
    for (Variant variant : variants) {
      if (failures.containsKey(base) && !failures.containsKey(variant)) {
        // Its figures are multiples of the floor's.
        recorder.failed(cells.apply(variant), failures.get(base));
      } else if (!failures.containsKey(variant)) {
        of(variant).record(cells.apply(variant), of(base), series, recorder);
      }
    }
  }

  private CallSamples of(Variant variant) {
    return samples.stream()
        .filter(of -> of.process().variant().equals(variant))
        .findFirst()
        .orElseThrow();
  }

  /** Stops what failed at once, so that the others have the machine. */
  private void giveUp(CallSamples of, Exception reason) {
    samples.remove(of);
    failures.put(of.process().variant(), reason);
    of.process().close();
  }

  private void start(Path folder, Step.Recorder recorder) throws IOException, InterruptedException {
    List<Variant> order = new ArrayList<>(variants);
    Collections.shuffle(order, random);
    for (Variant variant : order) {
      recorder.progress(variant + " starts", 0.6 * samples.size() / order.size());
      try {
        start(variant, folder.resolve(variant.stage() + "-" + variant.peer()));
      } catch (ChildFailure | IOException e) {
        failures.put(variant, e);
      }
    }
  }

  private void start(Variant variant, Path folder) throws IOException, InterruptedException {
    CallProcess process = starter.start(variant, folder);
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
