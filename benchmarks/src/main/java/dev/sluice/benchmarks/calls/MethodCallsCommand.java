package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.JsonFile;
import dev.sluice.benchmarks.JsonRows;
import dev.sluice.cli.CliException;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what monitoring costs the monitored program. */
@Command(
    name = "method-calls",
    description = "Measure what monitoring adds to nested method calls.",
    footer = {
      "",
      "A method that calls itself until the depth is reached is called again and",
      "again, as MooBench does; all times are those of the outermost call.",
      "",
      "none         without monitoring",
      "floor        two clock reads in try/finally and one plain store",
      "off          with the agent, switched off",
      "collect      records committed, drained and thrown away",
      "discard      encoded and sealed, the chunks thrown away",
      "duration, aggregate, aggregate-histogram, source, shared-stripe",
      "             as discard, with other probes, instrumented in source, and by",
      "             a thread that owns no stripe of the ring",
      "file, tcp, kafka",
      "             written to files, sent to a listener or a broker on this machine",
      "",
      "x floor      mean time divided by the floor's of the same round: the median",
      "             of all rounds, with its 95 %% interval",
      "alloc./call  bytes that an execution allocates in the calling thread",
      "emitted      executions, warm-up included; lost is what is missing of them",
      "             when everything that arrived is decoded in the end",
      "Nothing is dropped: who falls behind blocks, which shows as time."
    })
public final class MethodCallsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON.")
  private Path json;

  @Option(names = "--quick", description = "Two JVMs each and short turns, for a first look.")
  private boolean quick;

  @Option(names = "--full", description = "Five JVMs each; the default.")
  private boolean full;

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "Only these, and the floor; default: all but kafka.")
  private List<String> stages = List.of();

  @Option(names = "--peers", split = ",", paramLabel = "PEER", description = "Only these.")
  private List<String> peers = List.of();

  @Option(names = "--starts", paramLabel = "N", description = "JVMs of each line.")
  private Integer starts;

  @Option(names = "--rounds", paramLabel = "N", description = "Turns of each JVM.")
  private Integer rounds;

  @Option(names = "--calls", paramLabel = "N", description = "Calls of each turn.")
  private Integer calls;

  @Option(names = "--depth", paramLabel = "N", description = "Nested calls (default: 10).")
  private int depth = 10;

  @Option(names = "--threads", paramLabel = "N", description = "Calling threads (default: 1).")
  private int threads = 1;

  /** Writes its progress and its table to that terminal. */
  public MethodCallsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (quick && full) {
      throw new CliException("--quick and --full exclude each other");
    }
    CallEffort effort = effort();
    List<Cell> cells = cells();
    JsonFile file = json == null ? null : JsonFile.check(json);
    PrintStream out = terminal.printer();
    CallReport.head(effort, out);
    List<CallResult> results = new CallRun(cells, effort, new Progress(terminal)).run();
    CallReport.print(results, out);
    if (file != null) {
      file.write(target -> JsonRows.write(results, CallReport::write, target));
    }
    return ExitCode.OK;
  }

  private CallEffort effort() {
    CallEffort preset = quick ? CallEffort.QUICK : CallEffort.FULL;
    return new CallEffort(
        atLeastOne("--starts", starts == null ? preset.starts() : starts),
        atLeastOne("--rounds", rounds == null ? preset.rounds() : rounds),
        atLeastOne("--calls", calls == null ? preset.calls() : calls));
  }

  private List<Cell> cells() {
    atLeastOne("--depth", depth);
    atLeastOne("--threads", threads);
    List<Stage> chosenStages = new ArrayList<>(Choice.of("stage", stages, List.of(Stage.values())));
    if (stages.isEmpty()) {
      // The broker would be idle beside all other stages, but not quite.
      chosenStages.remove(Stage.KAFKA);
    }
    List<Peer> chosenPeers = Choice.of("peer", peers, List.of(Peer.values()));
    List<Cell> cells = new ArrayList<>();
    for (Stage stage : Stage.values()) {
      for (Peer peer : Peer.values()) {
        boolean chosen = chosenStages.contains(stage) && chosenPeers.contains(peer);
        if (peer.has(stage) && (chosen || stage == Stage.FLOOR)) {
          cells.add(new Cell(stage, peer, depth, threads));
        }
      }
    }
    return cells;
  }

  private static int atLeastOne(String option, int value) {
    if (value < 1) {
      throw new CliException(option + " must be at least 1, was " + value);
    }
    return value;
  }
}
