package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
  private final Random random;
  private final List<CallSamples> samples = new ArrayList<>();

  private CallStart(List<Variant> variants, CallEffort effort, long seed) {
    this.variants = new ArrayList<>(variants);
    this.effort = effort;
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
                recorder -> new CallStart(group, effort, seed).run(cells, series, recorder)));
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
      for (CallSamples of : samples) {
        recorder.progress("counting what arrived from " + of.process().variant(), 0.9);
        of.end();
      }
    } finally {
      samples.forEach(of -> of.process().close());
    }
    CallSamples floor = of(variants.stream().filter(Variant::isFloor).findFirst().orElseThrow());
    for (Variant variant : variants) {
      of(variant).record(cells.apply(variant), floor, series, recorder);
    }
  }

  private CallSamples of(Variant variant) {
    return samples.stream()
        .filter(of -> of.process().variant().equals(variant))
        .findFirst()
        .orElseThrow();
  }

  private void start(Path folder, Step.Recorder recorder) throws IOException, InterruptedException {
    List<Variant> order = new ArrayList<>(variants);
    Collections.shuffle(order, random);
    for (Variant variant : order) {
      recorder.progress(variant + " starts", 0.6 * samples.size() / order.size());
      CallProcess process =
          CallProcess.start(variant, folder.resolve(variant.stage() + "-" + variant.peer()));
      try {
        samples.add(new CallSamples(process, process.call(0, effort.fresh())));
        process.warmUp(effort.warmUp());
      } catch (RuntimeException | InterruptedException e) {
        process.close();
        throw e;
      }
    }
  }

  private void takeTurns(Step.Recorder recorder) throws InterruptedException {
    List<CallSamples> order = new ArrayList<>(samples);
    for (int round = 0; round < effort.rounds(); round++) {
      recorder.progress("round " + (round + 1), 0.6 + 0.3 * round / effort.rounds());
      Collections.shuffle(order, random);
      for (CallSamples of : order) {
        of.turn(of.process().call(effort.lead(), effort.calls()));
      }
    }
  }
}
