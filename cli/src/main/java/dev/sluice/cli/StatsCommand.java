package dev.sluice.cli;

import dev.sluice.streams.Audit;
import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Counts and sizes. */
@Command(
    name = "stats",
    description = "Count records per type and producer, with sizes, rates and the time they span.",
    footer = {
      "",
      "Exit code: 0 all was read; 1 a region of the source is damaged; 2 wrong",
      "usage or an unreachable source."
    })
final class StatsCommand extends TerminalCommand {
  @Mixin private SourceParameter source;
  @Mixin private Since since;

  @Override
  public Integer call() throws IOException {
    Source from = source.open(false, since, terminal);
    Statistics statistics = new Statistics();
    DamageList damages = new DamageList();
    Audit audit =
        from.readAll(
            (cursor, chunk) -> statistics.record(cursor.type()), statistics::chunk, damages);
    PrintStream out = terminal.printer();
    out.println(from);
    statistics.print(audit, since.instant(), out);
    damages.print(out, "  ");
    out.flush();
    return audit.damaged() == 0 ? ExitCode.OK : ExitCode.INCOMPLETE;
  }
}
