package dev.sluice.cli;

import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Statistics;
import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Counts and sizes. */
@Command(
    name = "stats",
    description = {
      "Count records per type and producer, with sizes, rates and time spans.",
      "",
      "  sluice stats records"
    },
    footer = {
      "",
      "Exit code: 0 the whole source was read; 1 a region of it is damaged; 2 wrong",
      "usage or an unreachable source."
    })
final class StatsCommand extends TerminalCommand {
  @Mixin private SourceParameter source;
  @Mixin private Since since;

  @Override
  public Integer call() throws IOException {
    SourceSpec from = source.open(false, since, terminal);
    Statistics statistics = Statistics.of(from);
    PrintStream out = terminal.printer();
    out.println(from);
    statistics.print(out);
    return ExitCode.of(statistics.audit().damaged() == 0);
  }
}
