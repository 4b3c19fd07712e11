package dev.sluice.benchmarks.start;

import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.tools.Bounds;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How much longer programs take, and how much more processor time, with an agent. */
@Command(
    name = "agent-start",
    footer = {
      "",
      "In each round every agent starts the program once, in random order; the",
      "differences are those to the same round's start without an agent. H2: all its",
      "classes are loaded and, but by OpenTelemetry, all its methods instrumented."
    })
public final class AgentStartCommand extends Experiment {
  static final Metric WALL = new Metric("time", "ms", 0);
  static final Metric LONGER = new Metric("longer", "ms", 0);
  static final Metric CPU = new Metric("CPU", "ms", 0);
  static final Metric MORE_CPU = new Metric("more CPU", "ms", 0);
  static final Metric METHODS = new Metric("instrumented", "methods", 0);
  static final Metric EXECUTIONS = new Metric("recorded", "records", 0);

  /** Rounds of a step: one broker serves them. */
  private static final int ROUNDS = 10;

  private static final int STEPS = 2;
  private static final double SECONDS_A_ROUND = 10;
  private static final double SECONDS_OF_SINKS = 7;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of each program (default: 20, --quick: 2).")
  private Integer rounds;

  @Option(
      names = "--agent",
      split = ",",
      paramLabel = "AGENT",
      description = "Only these, and none.")
  private List<String> agents = List.of();

  @Override
  public About about() {
    return new About("How much longer a program takes with each agent, from start to end.", "-");
  }

  @Override
  protected List<Step> steps() {
    List<StartedAgent> chosen = Choice.of("agent", agents, List.of(StartedAgent.values()));
    int usual = isQuick() ? 2 : STEPS * ROUNDS;
    int all = rounds == null ? usual : Bounds.atLeastOne("--rounds", rounds);
    List<Step> steps = new ArrayList<>();
    for (int done = 0; done < all; done += ROUNDS) {
      int now = Math.min(ROUNDS, all - done);
      int number = steps.size();
      for (StartedProgram program : StartedProgram.values()) {
        steps.add(
            new Step(
                program + " " + (done + 1),
                SECONDS_OF_SINKS + now * SECONDS_A_ROUND,
                recorder -> measure(program, chosen, now, new Random(number), recorder)));
      }
    }
    return steps;
  }

  private void measure(
      StartedProgram program,
      List<StartedAgent> chosen,
      int rounds,
      Random random,
      Step.Recorder recorder)
      throws IOException, InterruptedException {
    Map<StartedAgent, List<ProgramRun>> runs = new LinkedHashMap<>();
    Map<StartedAgent, StartedAgent.Counts> counts = new LinkedHashMap<>();
    for (StartedAgent agent : StartedAgent.values()) {
      String obstacle = agent.obstacle(program);
      if (agent != StartedAgent.NONE && !chosen.contains(agent)) {
        continue;
      }
      if (obstacle == null) {
        runs.put(agent, new ArrayList<>());
      } else {
        recorder.failed(cell(program, agent), new IOException(obstacle));
      }
    }
    try (Sinks sinks = new Sinks()) {
      // The round before the first warms the caches of files.
      for (int round = isQuick() ? 0 : -1; round < rounds; round++) {
        List<StartedAgent> order = new ArrayList<>(runs.keySet());
        Collections.shuffle(order, random);
        for (StartedAgent agent : order) {
          recorder.progress(program + ", " + agent, (round + 1.0) / (rounds + 1));
          try (ScratchFolder folder = ScratchFolder.create()) {
            List<String> options = agent.options(program, folder.path(), sinks);
            ProgramRun run = ProgramRun.of(program, options, agent.environment(program));
            counts.put(agent, agent.counts(folder.path(), sinks));
            if (round >= 0) {
              runs.get(agent).add(run);
            }
          }
        }
      }
    }
    List<ProgramRun> alone = runs.get(StartedAgent.NONE);
    runs.forEach((agent, of) -> add(cell(program, agent), of, alone, counts.get(agent), recorder));
  }

  private static void add(
      Cell cell,
      List<ProgramRun> runs,
      List<ProgramRun> alone,
      StartedAgent.Counts counts,
      Step.Recorder recorder) {
    recorder.values(cell, WALL, runs.stream().mapToDouble(ProgramRun::millis).toArray());
    recorder.values(cell, CPU, runs.stream().mapToDouble(ProgramRun::cpuMillis).toArray());
    if (runs != alone) {
      recorder.values(cell, LONGER, differences(runs, alone, ProgramRun::millis));
      recorder.values(cell, MORE_CPU, differences(runs, alone, ProgramRun::cpuMillis));
      told(cell, METHODS, counts.methods(), recorder);
      told(cell, EXECUTIONS, counts.executions(), recorder);
    }
  }

  private static double[] differences(
      List<ProgramRun> runs, List<ProgramRun> alone, ToDoubleFunction<ProgramRun> figure) {
    return IntStream.range(0, runs.size())
        .mapToDouble(i -> figure.applyAsDouble(runs.get(i)) - figure.applyAsDouble(alone.get(i)))
        .toArray();
  }

  private static void told(Cell cell, Metric metric, long count, Step.Recorder recorder) {
    if (count > 0) {
      recorder.values(cell, metric, count);
    }
  }

  private static Cell cell(StartedProgram program, StartedAgent agent) {
    return Cell.of("program", program, "agent", agent);
  }

  @Override
  protected void print(Results results, PrintStream out) {
    Section.of(
            "Start and end",
            results.cells(),
            Cell.columns("program", "agent")
                .with(">time, ms", cell -> Report.mean(results, cell, WALL))
                .with(">longer, ms", cell -> Report.mean(results, cell, LONGER))
                .with(">95 %", cell -> Report.interval(results, cell, LONGER))
                .with(">CPU, ms", cell -> Report.mean(results, cell, CPU))
                .with(">more CPU, ms", cell -> Report.mean(results, cell, MORE_CPU))
                .with(">95 %", cell -> Report.interval(results, cell, MORE_CPU))
                .with(">methods", cell -> Report.mean(results, cell, METHODS))
                .with(">recorded", cell -> Report.mean(results, cell, EXECUTIONS)))
        .printUntitled(out);
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    String none = StartedAgent.NONE.toString();
    return Stream.of(WALL, CPU).map(of -> Comparison.of(results, of, "agent", none)).toList();
  }
}
