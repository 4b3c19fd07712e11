package dev.sluice.tools.recordings;

import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.format.SafeText;
import java.io.PrintStream;
import java.util.List;
import java.util.function.ToLongFunction;

/** Prints an audit: the verdict, and what is known of each producer. */
public final class AuditReport {
  private AuditReport() {}

  /** Prints it for people. */
  public static void print(String source, Audit audit, PrintStream out) {
    String verdict = Verdict.of(audit);
    if (audit.complete()) {
      out.println(source + ": " + verdict);
    } else {
      LineStream.println(out, source + ": ", verdict);
    }
    out.printf(
        "  %s in %s, %s%n",
        Figures.count(audit.records(), "record"),
        Figures.count(audit.chunks(), "chunk"),
        Verdict.damage(audit));
    if (!audit.producers().isEmpty()) {
      out.println();
      columns(audit.producers()).print(audit.producers(), out, "  ");
    }
  }

  /** Returns what is known of producers; some columns only if they are not zero everywhere. */
  private static Columns<ProducerAudit> columns(List<ProducerAudit> all) {
    Columns<ProducerAudit> columns =
        new Columns<ProducerAudit>().with("~producer", ProducerAudit::id);
    columns.with("~name", p -> p.name() == null ? "–" : SafeText.word(p.name()));
    count(columns, ">emitted", ProducerAudit::emitted);
    count(columns, ">delivered", ProducerAudit::delivered);
    count(columns, ">missing chunks", ProducerAudit::gaps);
    count(columns, "?>duplicates", ProducerAudit::duplicates);
    rare(columns, ">unknown", ProducerAudit::unknown, all);
    rare(columns, ">conflicts", ProducerAudit::conflicts, all);
    rare(columns, ">rejected", ProducerAudit::rejected, all);
    return columns
        .with("ended", p -> p.ended() ? "yes" : "no")
        .with("dropped", p -> Verdict.drops(p.dropped()));
  }

  private static void count(
      Columns<ProducerAudit> columns, String header, ToLongFunction<ProducerAudit> figure) {
    columns.with(header, producer -> Figures.count(figure.applyAsLong(producer)));
  }

  private static void rare(
      Columns<ProducerAudit> columns,
      String header,
      ToLongFunction<ProducerAudit> figure,
      List<ProducerAudit> all) {
    if (all.stream().anyMatch(producer -> figure.applyAsLong(producer) != 0)) {
      count(columns, header, figure);
    }
  }
}
