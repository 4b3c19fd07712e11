package dev.sluice.cli;

import dev.sluice.streams.Audit;
import dev.sluice.tools.recordings.AuditFile;
import dev.sluice.tools.recordings.AuditReport;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Proves that several readers have everything together. */
@Command(
    name = "merge-audits",
    description = {
      "Check whether readers that shared a source received all records together.",
      "",
      "  sluice merge-audits one.json other.json"
    },
    footer = {
      "",
      "Each member of a Kafka group reads some of the partitions, so its own audit",
      "reports the records of other members as missing. A program writes its audit",
      "with stream.audit().toJson().",
      "",
      "Exit code: 0 complete; 1 something is missing, damaged, in conflict or beyond",
      "a limit; 2 wrong usage."
    })
final class MergeAuditsCommand extends TerminalCommand {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "File with one or more audits as JSON.")
  private List<Path> files;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException {
    Progress progress = new Progress(terminal);
    List<Audit> audits = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      audits.addAll(AuditFile.read(files.get(i)));
      progress.read(audits.size(), "audit", (i + 1.0) / files.size());
    }
    Audit audit = Audit.merge(audits);
    progress.clear();
    if (json.writeLine(terminal, audit::toJson)) {
      AuditReport.print(Figures.count(audits.size(), "audit"), audit, terminal.printer());
    }
    return ExitCode.of(audit.complete());
  }
}
