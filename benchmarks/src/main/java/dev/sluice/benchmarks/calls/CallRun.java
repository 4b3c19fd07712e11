package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Ratio;
import dev.sluice.cli.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Measures cells. Each has a JVM of its own; all of them take turns, round by round in random
 * order, so that a machine that becomes slower does so for all. Then all JVMs are started anew. For
 * one thread.
 */
final class CallRun {
  private final List<Cell> cells;
  private final CallEffort effort;
  private final Progress progress;
  private final Random random = new Random(1);
  private final Map<Cell, CallSamples> samples = new LinkedHashMap<>();

  /** With these cells, one of which is the floor. */
  CallRun(List<Cell> cells, CallEffort effort, Progress progress) {
    this.cells = cells;
    this.effort = effort;
    this.progress = progress;
    cells.forEach(cell -> samples.put(cell, new CallSamples()));
  }

  /** All results, in the order of the cells. */
  List<CallResult> run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("sluice-bench-");
    try {
      for (int start = 0; start < effort.starts(); start++) {
        progress.step("Start " + (start + 1) + " of " + effort.starts() + " …");
        start(folder);
        delete(folder);
      }
    } finally {
      progress.clear();
      delete(folder);
      Files.deleteIfExists(folder);
    }
    CallSamples floor = samples.get(cells.stream().filter(Cell::isFloor).findFirst().orElseThrow());
    List<CallResult> results = new ArrayList<>();
    samples.forEach(
        (cell, of) -> results.add(new CallResult(cell, of, Ratio.of(of.means(), floor.means()))));
    return results;
  }

  private void start(Path folder) throws IOException, InterruptedException {
    List<CallProcess> processes = new ArrayList<>();
    try {
      for (Cell cell : cells) {
        progress.now(cell + " warms up");
        Path own = folder.resolve(cell.stage() + "-" + cell.peer());
        CallProcess process = CallProcess.start(cell, own);
        processes.add(process);
        process.call(effort.warmUp(), 0);
        samples.get(cell).started();
      }
      takeTurns(processes);
      for (CallProcess process : processes) {
        progress.now("counting what arrived from " + process.cell());
        process.end();
        samples.get(process.cell()).ended(process.emitted(), process.delivered(), process.times());
      }
    } finally {
      processes.forEach(CallProcess::close);
    }
  }

  private void takeTurns(List<CallProcess> processes) throws InterruptedException {
    List<CallProcess> order = new ArrayList<>(processes);
    for (int round = 0; round < effort.rounds(); round++) {
      progress.now("round " + (round + 1) + " of " + effort.rounds());
      Collections.shuffle(order, random);
      for (CallProcess process : order) {
        CallProcess.Turn turn = process.call(effort.lead(), effort.calls());
        samples.get(process.cell()).add(turn, (long) effort.calls() * process.cell().threads());
      }
    }
  }

  /** Deletes what is in a folder. */
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }
}
