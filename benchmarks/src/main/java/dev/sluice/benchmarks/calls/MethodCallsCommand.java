package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.pages.Page;
import dev.sluice.tools.recordings.JsonObject;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what monitoring costs the monitored program. */
@Command(
    name = "method-calls",
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
      "file, duration-file",
      "             executions and durations written to files",
      "tcp, kafka   sent to a receiver or through a broker on this machine, each in",
      "             its own JVM, where all of it is decoded",
      "",
      "kieker-collector, kieker-bypass",
      "             Kieker's collector of chunks behind its queue, and without it",
      "kieker-sluice",
      "             Kieker's agent with our writer, without its queue",
      "opentelemetry",
      "             its agent, a span a call, to a receiver that takes everything",
      "jfr          method trace (file) and method timing (aggregate), JDK 25",
      "",
      "over the floor   mean time divided by the floor's of the same turn: the",
      "             median of all turns, with its 95 %% interval; percentiles are",
      "             those of all calls",
      "CPU          processor time of the whole JVM less that of the floor's",
      "emitted      executions, warm-up included; lost is what is missing of them",
      "             when everything that arrived is decoded in the end",
      "Sluice drops nothing here: if it falls behind, the caller waits."
    })
public final class MethodCallsCommand extends Experiment {
  @Option(
      names = "--stage",
      split = ",",
      paramLabel = "STAGE",
      description = "Only these, and the floor.")
  private List<String> stages = List.of();

  @Option(names = "--peer", split = ",", paramLabel = "PEER", description = "Only these.")
  private List<String> peers = List.of();

  @Mixin private EffortOptions effortOptions;

  @Option(names = "--depth", paramLabel = "N", description = "Nested calls (default: 10).")
  private Integer depth;

  @Option(names = "--threads", paramLabel = "N", description = "Calling threads (default: 1).")
  private Integer threads;

  @Override
  public About about() {
    return new About(
        "What monitoring adds to nested method calls, and to the machine.",
        "MooBench; tables 1 to 9 and Figure 5 of 2014, tables 1 to 5 of 2023",
        "--quick --stage none,floor,discard");
  }

  private CallEffort effort() {
    return effortOptions.over(isQuick() ? CallEffort.QUICK : CallEffort.FULL);
  }

  private Load load() {
    return Load.of(
        EffortOptions.atLeastOne("--depth", depth, 10),
        EffortOptions.atLeastOne("--threads", threads, 1));
  }

  @Override
  protected List<Step> steps() {
    return CallStart.steps(variants(), effort(), CallFigures::cell);
  }

  private List<Variant> variants() {
    // A message a record is for a rate that a broker can take.
    List<Setup> all = List.copyOf(EnumSet.complementOf(EnumSet.of(Setup.KAFKA_SINGLE)));
    List<Setup> chosenStages = Choice.of("stage", stages, all);
    List<Peer> chosenPeers = Choice.of("peer", peers, List.of(Peer.values()));
    List<Variant> variants = new ArrayList<>();
    for (Setup stage : Setup.values()) {
      for (Peer peer : Peer.values()) {
        boolean chosen = chosenStages.contains(stage) && chosenPeers.contains(peer);
        if (peer.has(stage) && peer.obstacle() == null && (chosen || stage == Setup.FLOOR)) {
          variants.add(new Variant(stage, peer, load()));
        }
      }
    }
    return variants;
  }

  @Override
  protected List<String> notes() {
    return Stream.concat(effort().lines().stream(), Peer.obstacles().stream()).toList();
  }

  @Override
  protected void print(Results results, PrintStream out) {
    new CallTables(results).print(out);
  }

  @Override
  protected List<JsonObject> json(Results results) {
    return new CallJson(results, load()).rows();
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    return CallFigures.overFloor(results, cell -> true);
  }

  @Override
  protected void page(Results results, Page page) {
    new CallTables(results).add(page);
    new CallCharts(results).add(page);
  }

  @Override
  protected List<Published> published(Results results) {
    return CallPapers.beside(results);
  }
}
