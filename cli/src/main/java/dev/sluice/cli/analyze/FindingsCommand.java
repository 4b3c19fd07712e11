package dev.sluice.cli.analyze;

import dev.sluice.cli.JsonOption;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.trace.TraceOptions;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.NewFile;
import dev.sluice.tools.report.Finding;
import dev.sluice.tools.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what a reader of a recording should know first. */
@Command(
    name = "findings",
    description = {
      "List problems in a recording, worst first, and check conditions.",
      "",
      "  sluice findings records",
      "  sluice findings records --fail-on 'n+1>5,p99>10s'"
    },
    footer = {
      "",
      "Findings are repeated calls, slow tails, growth, pauses, failures, locks,",
      "memory and missing records, each with its cost, an example and how sure it",
      "is. All findings of one rule share a row, which describes the worst one",
      "and names the other places. docs/findings.md explains the rules,",
      "docs/ci.md shows a CI job.",
      "",
      "Exit code: 0 the whole source was read; 1 a region of it is damaged, or records",
      "are missing that could meet a condition; 2 wrong usage, or an unreachable or",
      "empty source; 3 a condition of --fail-on is met."
    })
public final class FindingsCommand extends TerminalCommand {
  @Mixin private SourceParameter source;

  @Mixin private JsonOption json;

  @Option(
      names = "--sarif",
      paramLabel = "FILE",
      description = "Write the findings as SARIF 2.1.0, for code scanning services, to FILE.")
  private Path sarif;

  @Mixin private ReportOptions report;
  @Mixin private Since since;
  @Mixin private TraceOptions options;

  @Override
  public Integer call() throws IOException {
    report.check();
    Report read =
        Report.of(
            source.open(false, since, terminal),
            Set.of(),
            options.limits(),
            1,
            report.keepWarmUp,
            new Progress(terminal));
    if (sarif != null) {
      NewFile.replace(sarif, read::writeSarif);
    }
    if (json.write(terminal, read::writeFindings)) {
      print(read);
    }
    return report.conclude(read, terminal);
  }

  private void print(Report read) {
    PrintStream out = terminal.printer();
    out.println(read.sentences().get(0));
    for (List<Finding> row : read.rows()) {
      Finding worst = row.get(0);
      boolean isNote = worst.severity() == Finding.Severity.NOTE;
      LineStream.paragraph(out, isNote ? "i" : "!", worst.text());
      String cost = Double.isNaN(worst.cost()) ? "" : ", " + Figures.nanos(worst.cost());
      String example = worst.trace() == null ? "" : ", as in trace " + worst.trace();
      String others = row.size() == 1 ? "" : "; " + Report.others(row);
      LineStream.named(
          out, "  ", worst.rule().id(), ", " + worst.sureness() + cost + example + others);
    }
    if (read.findings().isEmpty()) {
      out.println("Nothing was found.");
    }
    if (read.unseen() != null) {
      LineStream.paragraph(out, "i", read.unseen());
    }
    read.damages().print(out, "  ");
  }
}
