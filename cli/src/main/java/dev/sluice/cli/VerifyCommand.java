package dev.sluice.cli;

import dev.sluice.cli.format.SafeText;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Proves completeness, or says what is missing. */
@Command(
    name = "verify",
    description =
        "Tell per producer whether every record arrived: gaps, duplicates, damage, drops.",
    footer = {
      "",
      "A source is complete if every producer ended, with no gap, no damage and",
      "no drop, and its figures balance. Duplicates are harmless: they are read",
      "once. Other bytes under one producer's sequence are a conflict. Producers",
      "beyond SOURCE?max.producers=4096 are forgotten, chunks out of order by more",
      "than two million given up: then nobody can tell, and it is not complete.",
      "",
      "Exit code: 0 complete; 1 something is missing, damaged, in conflict or",
      "forgotten; 2 wrong usage or an unreachable source."
    })
final class VerifyCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Mixin private SourceParameter source;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Source from = source.open(false, new Since(), terminal);
    DamageList damages = new DamageList();
    Audit audit = from.readAll((cursor, chunk) -> {}, chunk -> {}, damages);
    PrintStream out = terminal.printer();
    if (json) {
      out.println(audit.toJson());
    } else {
      writeText(from, audit, out);
      damages.print(out, "  ");
    }
    out.flush();
    return audit.complete() ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  private static void writeText(Source from, Audit audit, PrintStream out) {
    out.println(from + ": " + Verdict.of(audit));
    out.println(
        "  "
            + Amounts.count(audit.records(), "record")
            + " in "
            + Amounts.count(audit.chunks(), "chunk")
            + ", "
            + Verdict.damage(audit));
    if (!audit.producers().isEmpty()) {
      out.println();
      producers(audit).print(out, "  ");
    }
  }

  private static Table producers(Audit audit) {
    List<Column> columns = Stream.of(Column.values()).filter(c -> c.isShown(audit)).toList();
    Table table = new Table(columns.stream().map(c -> c.heading).toArray(String[]::new));
    for (ProducerAudit producer : audit.producers()) {
      table.row(columns.stream().map(c -> c.cell.apply(producer)).toArray(String[]::new));
    }
    return table;
  }

  /** What is told of each producer; some of it only if there is such a thing. */
  private enum Column {
    ID("producer", ProducerAudit::id),
    NAME("name", p -> p.name() == null ? "–" : SafeText.word(p.name())),
    EMITTED(">emitted", true, ProducerAudit::emitted),
    DELIVERED(">delivered", true, ProducerAudit::delivered),
    MISSING(">missing chunks", true, ProducerAudit::gaps),
    DUPLICATES(">duplicates", true, ProducerAudit::duplicates),
    UNKNOWN(">given up", false, ProducerAudit::unknown),
    CONFLICTS(">conflicts", false, ProducerAudit::conflicts),
    REJECTED(">rejected", false, ProducerAudit::rejected),
    ENDED("ended", p -> p.ended() ? "yes" : "no"),
    DROPPED("dropped", p -> Verdict.drops(p.dropped()));

    private final String heading;
    private final Function<ProducerAudit, String> cell;
    private final Predicate<ProducerAudit> isWorthIt;

    Column(String heading, Function<ProducerAudit, String> cell) {
      this.heading = heading;
      this.cell = cell;
      this.isWorthIt = producer -> true;
    }

    Column(String heading, boolean always, ToLongFunction<ProducerAudit> figure) {
      this.heading = heading;
      this.cell = producer -> Amounts.count(figure.applyAsLong(producer));
      this.isWorthIt = producer -> always || figure.applyAsLong(producer) != 0;
    }

    boolean isShown(Audit audit) {
      return audit.producers().stream().anyMatch(isWorthIt);
    }
  }
}
