package dev.sluice.tools.recordings;

import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.format.SafeText;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Prints an audit: the verdict, and what is known of each producer. */
public final class AuditReport {
  private AuditReport() {}

  /** Prints it for people, or as the JSON of {@link Audit#toJson}. */
  public static void print(String source, Audit audit, boolean json, PrintStream out) {
    if (json) {
      out.println(audit.toJson());
      return;
    }
    out.println(source + ": " + Verdict.of(audit));
    out.printf(
        "  %s in %s, %s%n",
        Figures.count(audit.records(), "record"),
        Figures.count(audit.chunks(), "chunk"),
        Verdict.damage(audit));
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

  /** The columns of the table of producers; some are shown only if they are not zero everywhere. */
  private enum Column {
    ID("producer", ProducerAudit::id),
    NAME("name", p -> p.name() == null ? "–" : SafeText.word(p.name())),
    EMITTED(">emitted", true, ProducerAudit::emitted),
    DELIVERED(">delivered", true, ProducerAudit::delivered),
    MISSING(">missing chunks", true, ProducerAudit::gaps),
    DUPLICATES(">duplicates", true, ProducerAudit::duplicates),
    UNKNOWN(">unknown", false, ProducerAudit::unknown),
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
      this.cell = producer -> Figures.count(figure.applyAsLong(producer));
      this.isWorthIt = producer -> always || figure.applyAsLong(producer) != 0;
    }

    boolean isShown(Audit audit) {
      return audit.producers().stream().anyMatch(isWorthIt);
    }
  }
}
