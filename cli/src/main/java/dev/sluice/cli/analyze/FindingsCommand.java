package dev.sluice.cli.analyze;

import dev.sluice.cli.JsonOption;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.trace.TraceOptions;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.NewFile;
import dev.sluice.tools.report.Finding;
import dev.sluice.tools.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what a reader of a recording should know first. */
@Command(
    name = "findings",
    description = {
      "Say what is wrong in a recording, worst first, and check conditions.",
      "",
      "  sluice findings records",
      "  sluice findings records --fail-on 'n+1>5,p99>10s'"
    },
    footer = {
      "",
      "Repeated calls, slow tails, growth, pauses, failures, missing records: each",
      "with its cost, an example and how sure it is. docs/analysis.md has the rules,",
      "docs/ci.md a job that fails on them.",
      "",
      "Exit code: 0 all was read; 1 a region of the source is damaged, or records",
      "are missing of which a condition may be met; 2 wrong usage, or an",
      "unreachable or empty source; 3 a condition of --fail-on is met."
    })
public final class FindingsCommand extends TerminalCommand {
  @Mixin private SourceParameter source;

  @Mixin private JsonOption json;

  @Option(
      names = "--sarif",
      paramLabel = "FILE",
      description = "Write SARIF 2.1.0, which services show beside the code, to a file.")
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
    for (Finding finding : read.findings()) {
      out.println(finding.text());
      String cost = Double.isNaN(finding.cost()) ? "" : ", " + Figures.nanos(finding.cost());
      String example = finding.trace() == null ? "" : ", as in trace " + finding.trace();
      out.println("  " + finding.rule().id() + ", " + finding.sureness() + cost + example);
    }
    if (read.findings().isEmpty()) {
      out.println("Nothing was found.");
    }
    read.damages().print(out, "  ");
  }
}
