package dev.sluice.cli;

import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verification;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Proves completeness, or says what is missing. */
@Command(
    name = "verify",
    description = {
      "Tell per producer whether every record arrived: gaps, duplicates, damage, drops.",
      "",
      "  sluice verify records",
      "  sluice verify 'file:records?max.producers=100000'",
      "  sluice verify 'file:records?ranges=trusted'"
    },
    footer = {
      "",
      "A source is complete if every producer ended, with no gap, no damage and",
      "no drop, and its figures balance. Duplicates are harmless: they are read",
      "once. Different bytes with the same producer and sequence are a conflict, and",
      "so is a chunk that a compacted one replaces, beside it. Producers beyond 4096",
      "are forgotten, and so are chunks out of order by more than two million; the",
      "source is then not complete; the option max.producers of the source counts",
      "more. ranges=trusted is for a source that nobody else writes to: what a",
      "compacted chunk replaces is then a duplicate.",
      "",
      "Exit code: 0 complete; 1 something is missing, damaged, in conflict or",
      "forgotten; 2 wrong usage or an unreachable source."
    })
final class VerifyCommand extends TerminalCommand {
  @Mixin private SourceParameter source;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException {
    SourceSpec from = source.open(false, new Since(), terminal);
    Verification verification = Verification.of(from);
    if (json.writeLine(terminal, verification::toJson)) {
      verification.print(terminal.printer());
    }
    return ExitCode.of(verification.audit().complete());
  }
}
