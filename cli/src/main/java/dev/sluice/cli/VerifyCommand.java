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
      "Check whether every record arrived: gaps, duplicates, damage and drops by producer.",
      "",
      "  sluice verify records",
      "  sluice verify 'file:records?max.producers=100000'",
      "  sluice verify 'file:records?ranges=trusted'"
    },
    footer = {
      "",
      "A source is complete if every producer ended without a gap, damage or a drop,",
      "and its counts of records match. Duplicates are harmless: each is read once.",
      "Two chunks with the same producer and sequence number but different bytes are a",
      "conflict; so is a compacted chunk beside a chunk that it replaces.",
      "",
      "verify tracks 4096 producers (see the option max.producers of the source), and",
      "chunks that are at most two million out of order. Beyond these limits the source",
      "is reported as not complete. If nobody else writes to the source, ranges=trusted",
      "reads chunks that a compacted chunk replaces as duplicates.",
      "",
      "Exit code: 0 complete; 1 something is missing, damaged, in conflict or beyond",
      "a limit; 2 wrong usage or an unreachable source."
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
