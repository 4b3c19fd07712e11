package dev.sluice.benchmarks.calls;

import dev.sluice.tools.recordings.Figures;
import java.util.List;

/**
 * How much is measured.
 *
 * @param starts JVMs of each cell, one after the other
 * @param fresh first calls of each JVM, which are measured by themselves
 * @param rounds turns of each JVM
 * @param calls outermost calls of a turn and thread that count
 */
public record CallEffort(int starts, int fresh, int rounds, int calls) {
  /** MooBench's two million calls of a fresh JVM; then the turns count from call 5 M to 10 M. */
  static final CallEffort FULL = new CallEffort(5, 2_000_000, 10, 500_000);

  static final CallEffort QUICK = new CallEffort(2, 200_000, 5, 50_000);

  /** Calls between the first ones and the first turn: as many as are counted have come before. */
  int warmUp() {
    return Math.max(0, Math.multiplyExact(rounds, calls) - fresh);
  }

  /** Calls at the beginning of a turn that do not count: threads have slept since the last one. */
  int lead() {
    return calls / 10;
  }

  /** What is measured and how, for people. */
  public List<String> lines() {
    return List.of(
        "Each line has %s (%s), started in random order."
            .formatted(Figures.count(starts, "JVM"), String.join(" ", CallProcess.options())),
        "Of each the first %s calls are measured; after %s more, all take %s of %s calls each in random order, before each a tenth, uncounted."
            .formatted(
                Figures.count(fresh),
                Figures.count(warmUp()),
                Figures.count(rounds, "turn"),
                Figures.count(calls)),
        CallMetrics.CPU_RESOLUTION);
  }
}
