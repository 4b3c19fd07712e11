package dev.sluice.cli.demo;

import dev.sluice.api.config.Key;
import dev.sluice.cli.AgentArguments;
import dev.sluice.cli.AgentReport;
import dev.sluice.cli.ChildFailure;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Home;
import dev.sluice.cli.Main;
import dev.sluice.cli.Progress;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.convert.ChunkOutput;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the whole way of a record, with a real program and a real broker. */
@Command(
    name = "demo",
    description = {
      "Monitor a real program through a real Kafka broker, and count every record.",
      "",
      "  sluice demo",
      "  sluice demo --duration 60s --keep shop.slu"
    },
    footer = {
      "",
      "Starts a Kafka broker and the H2 database under a mixed SQL load, each in its",
      "own JVM: first without the agent, then with it. Reads and decodes the records",
      "as they arrive. The recording and its report, a page for a browser, are kept;",
      "the next run replaces them.",
      "",
      "The load runs in bursts: 20 times per second it runs a fixed number of",
      "statements as fast as it can, then waits. Therefore the number of records is",
      "similar on every machine, and the throughput within a burst is not limited.",
      "",
      "Exit code: 0 every record is accounted for and none was dropped; 1 otherwise."
    })
public final class DemoCommand extends TerminalCommand {
  // Blocks rather than drops where a small machine has no processor left for the pump.
  private static final String SINK_OPTIONS = "?producer=h2-demo&policy=block&block.deadline=30s";
  private static final String DURATION = "--duration";
  private static final Key<Duration> TIME =
      Key.duration("duration", null, Duration.ofSeconds(2), "").named(DURATION);

  private static final Duration POLL = Duration.ofMillis(100);
  private static final long LAST_CHUNK_NANOS = TimeUnit.SECONDS.toNanos(15);

  @Option(
      names = DURATION,
      paramLabel = "TIME",
      defaultValue = "15s",
      description = "Run time of the program, half of it monitored (default: 15s).")
  private String duration;

  // Not in the help: scripts that try a clone were written before times had units.
  @Option(names = "--seconds", paramLabel = "N", hidden = true)
  private void duration(int count) {
    duration = count + "s";
  }

  private double seconds;

  @Option(
      names = "--keep",
      paramLabel = "FILE",
      description = {
        "File for the recording, which other commands can read (default:",
        "demo.slu in ./sluice-demo, or in the build's output directory)."
      })
  private Path keep;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Directory for the report (default: beside the recording).")
  private Path directory;

  @Override
  public Integer call() throws IOException, InterruptedException {
    seconds = TIME.parse(duration).toMillis() / 1e3;
    if (keep == null) {
      keep = Home.output().resolve("demo.slu");
    }
    if (directory == null) {
      String name = keep.getFileName().toString();
      directory = keep.resolveSibling(name.replaceFirst("\\.slu$", "") + "-report");
    }
    Progress progress = new Progress(terminal);
    try (ChunkOutput kept = ChunkFile.in(keep);
        Cleanup cleanup = new Cleanup()) {
      return run(kept, cleanup, progress);
    } catch (ChildFailure e) {
      progress.clear();
      if (!Interruption.isEnding()) {
        report(e);
      }
      return ExitCode.INCOMPLETE;
    }
  }

  private void report(ChildFailure failure) {
    List<String> last = failure.lastLines();
    terminal.tell(failure.getMessage() + (last.isEmpty() ? "" : "; its last lines:"));
    last.forEach(line -> terminal.err().println("  | " + line));
  }

  private int run(ChunkOutput kept, Cleanup cleanup, Progress progress)
      throws IOException, InterruptedException {
    progress.step("Sluice demo: the H2 database under a mixed SQL load, monitored through Kafka");
    Path directory = cleanup.newDirectory("sluice-demo-");
    Path reportFile = directory.resolve("agent-report");
    long start = System.nanoTime();
    progress.now("starting a Kafka broker …");
    DemoBroker broker = DemoBroker.start(directory.resolve("broker"), cleanup);
    progress.step("[1/3] Kafka broker on " + broker.address() + ", started in " + since(start));

    LoadRun plain = LoadRun.start(List.of(), seconds / 2, cleanup);
    while (plain.isAlive()) {
      progress.update(
          "[2/3] H2 without monitoring: " + Figures.count(plain.progress(), "statement"));
      TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
    }
    LoadResult without = plain.result();
    progress.step(
        "[2/3] H2 without monitoring: "
            + Figures.count(without.statements(), "statement")
            + " run");

    String agent =
        AgentArguments.of(broker.uri() + SINK_OPTIONS, Program.INCLUDES, List.of(), reportFile)
            .argument(Home.agentJar());
    try (Consumption consumption = Consumption.of(broker, kept)) {
      LoadRun monitored = LoadRun.start(List.of(agent), seconds / 2, cleanup);
      consume(monitored, broker, consumption, progress);
      LoadResult with = monitored.result();
      AgentReport agentReport = AgentReport.read(reportFile);
      if (agentReport == null) {
        throw monitored.failure("ran without its agent");
      }
      progress.step(
          "[3/3] H2 with the agent: %s run, %s decoded"
              .formatted(
                  Figures.count(with.statements(), "statement"),
                  Figures.count(consumption.records(), "record")));
      kept.commit();
      return report(consumption, without, with, agentReport);
    }
  }

  /** Consumes chunks until the program has ended and its last chunk has arrived or is overdue. */
  private static void consume(
      LoadRun program, DemoBroker broker, Consumption consumption, Progress progress)
      throws IOException {
    long deadline = 0;
    while (!consumption.isEnded()) {
      consumption.poll(POLL);
      broker.jvm().checkAlive();
      progress.update(
          "[3/3] H2 with the agent: %s, %s decoded from %s"
              .formatted(
                  Figures.count(program.progress(), "statement"),
                  Figures.count(consumption.records(), "record"),
                  Figures.count(consumption.chunks(), "chunk")));
      if (!program.isAlive()) {
        long now = System.nanoTime();
        deadline = deadline == 0 ? now + LAST_CHUNK_NANOS : deadline;
        if (now - deadline > 0) {
          return;
        }
      }
    }
  }

  private int report(
      Consumption consumption, LoadResult without, LoadResult with, AgentReport agent) {
    Balance balance = Balance.of(agent, consumption.audit(), consumption.records());
    PrintStream out = terminal.printer();
    DemoReport report = new DemoReport(out);
    report.records(consumption);
    report.throughput(without, with);
    CallProfile profile = consumption.profile();
    report.methods(profile);
    report.callTree(profile);
    report.balance(balance, agent);
    out.println();
    out.println("Report");
    int page = Main.run(terminal, "analyze", keep.toString(), "-o", directory.toString());
    report.next(keep, directory);
    boolean nothingDropped = agent.droppedTotal() == 0 && agent.emitted() > 0;
    boolean right = balance.isBalanced() && nothingDropped && page == ExitCode.OK;
    return ExitCode.of(right);
  }

  private static String since(long start) {
    return Figures.nanos(System.nanoTime() - start);
  }
}
