package dev.sluice.cli;

import dev.sluice.tools.recordings.Inspection;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what chunks are made of. */
@Command(
    name = "inspect",
    description = {
      "Show the parts of chunks: header, string table, columns with encoding and size.",
      "",
      "  sluice inspect records --limit 3"
    },
    footer = {
      "",
      "Exit code: 0 the whole source was read; 1 a region of it is damaged; 2 wrong",
      "usage or an unreachable source."
    })
final class InspectCommand extends TerminalCommand {
  @Mixin private SourceParameter source;
  @Mixin private Since since;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "10",
      description = "Maximum number of chunks to show, 0 for all (default: ${DEFAULT-VALUE}).")
  private long limit;

  @Option(
      names = {"-c", "--chunk"},
      paramLabel = "N",
      description = "Show only the chunk at position N; the first is 0.")
  private Long only;

  @Override
  public Integer call() throws IOException {
    SourceSpec from = source.open(false, since, terminal);
    return ExitCode.of(Inspection.print(from, limit, only, terminal.printer()));
  }
}
