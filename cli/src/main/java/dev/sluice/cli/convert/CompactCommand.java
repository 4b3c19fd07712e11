package dev.sluice.cli.convert;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.tools.convert.Compaction;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes many small chunks a few large ones. */
@Command(
    name = "compact",
    description = {
      "Join small chunks into few large ones, for long-term storage.",
      "",
      "  sluice compact records --to kept.slu --compression zstd"
    },
    footer = {
      "",
      "Consecutive chunks of a producer become one chunk. It states its producer,",
      "the chunks that it replaces, and the records emitted and dropped until",
      "then, so 'sluice verify' reports the same for the source and the result.",
      "Chunks that cannot be read or are in conflict are copied unchanged; damaged",
      "regions are left out.",
      "",
      "Exit code: 0 everything was kept; 1 a region of the source is damaged, or the",
      "source has another fault that the result does not show; 2 wrong usage or an",
      "unreachable source."
    })
public final class CompactCommand extends TerminalCommand {
  @Mixin private SourceParameter source;
  @Mixin private Since since;

  @Mixin private OutputParameter output;

  @Option(
      names = "--chunk-records",
      paramLabel = "N",
      description = "Maximum records per chunk (default: " + Compaction.DEFAULT_RECORDS + ").")
  private int chunkRecords = Compaction.DEFAULT_RECORDS;

  @Option(
      names = "--compression",
      paramLabel = "NAME",
      description = "Compression of chunk bodies: none, lz4 or zstd (default: none).")
  private String compression = "none";

  @Override
  public Integer call() throws IOException {
    Compaction compaction = new Compaction(chunkRecords, compression);
    SourceSpec from = source.open(false, since, terminal);
    Compaction.Result result = compaction.run(from, output.toString(), new Progress(terminal));
    PrintStream out = terminal.printer();
    out.println(from + " to " + output);
    out.printf(
        "  read     %s, %s%n",
        Figures.count(result.chunksRead(), "chunk"), Figures.bytes(result.bytesRead()));
    out.printf(
        "  written  %s, %s (%s)%n",
        Figures.count(result.chunks(), "chunk"),
        Figures.bytes(result.bytes()),
        Figures.percent(result.bytes(), result.bytesRead()));
    if (result.asTheyAre() > 0) {
      out.println(
          "  as is    " + Figures.count(result.asTheyAre(), "chunk") + " that cannot be joined");
    }
    result.damages().print(out, "  ");
    return ExitCode.of(result.damages().isEmpty());
  }
}
