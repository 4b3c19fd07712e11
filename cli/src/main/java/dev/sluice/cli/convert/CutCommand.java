package dev.sluice.cli.convert;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.support.TimeRange;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.convert.Cut;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps a part of a recording. */
@Command(
    name = "cut",
    description = {
      "Copy the records of a time range, of some types or of some producers.",
      "",
      "  sluice cut records --from 2026-11-22T10:00:00Z --until 2026-11-22T10:05:00Z --to part.slu",
      "  sluice cut tcp://:9931 --type sluice.operation_execution --to tcp://host:9932"
    },
    footer = {
      "",
      "Chunks whose records are all kept are copied unchanged. If a part of a chunk is",
      "kept, the new chunk has the same producer, sequence number and totals, and the",
      "attribute cut with the number of records left out. 'sluice verify' then reports",
      "missing chunks and records that were emitted but are in no chunk; for a",
      "producer with all its chunks it reports the same as before. If chunks are in",
      "conflict and only one of them is kept, an empty chunk with the attribute",
      "conflict follows it.",
      "",
      "cut can run between two processes: chunks from tcp: are acknowledged after the",
      "next process has received the kept records.",
      "",
      "Exit code: 0 the part was written; 1 a region of the source is damaged or could",
      "not be read, or the source has another fault that the part does not show; 2",
      "wrong usage, or nothing to keep."
    })
public final class CutCommand extends TerminalCommand {
  @Mixin private SourceParameter source;

  @Mixin private OutputParameter output;

  @Mixin private Since since;

  @Option(
      names = {"-t", "--type"},
      paramLabel = "NAME",
      description = "Record type to keep, with or without its version. May be repeated.")
  private List<String> types = List.of();

  @Option(
      names = "--producer",
      paramLabel = "NAME",
      description = "Name or id of a producer to keep. May be repeated (default: all).")
  private List<String> names = List.of();

  @Override
  public Integer call() throws IOException {
    TimeRange range = since.range();
    if (range.equals(TimeRange.ALL) && types.isEmpty() && names.isEmpty()) {
      throw new ToolException("no records chosen; give --from, --until, --type or --producer");
    }
    SourceSpec from = source.open(false, new Since(), terminal);
    Cut.Result cut =
        new Cut(range, types, names).run(from, output.toString(), new Progress(terminal));
    PrintStream out = terminal.printer();
    out.println(from + " to " + output);
    out.printf(
        "  kept      %s of %s, %s unchanged and %s in part%n",
        Figures.count(cut.whole() + cut.parts(), "chunk"),
        Figures.count(cut.read()),
        Figures.count(cut.whole()),
        Figures.count(cut.parts()));
    if (cut.unreadable() > 0) {
      out.println(
          "  left out  " + Figures.count(cut.unreadable(), "chunk") + " that cannot be read");
    }
    cut.damages().print(out, "  ");
    return ExitCode.of(cut.isSound());
  }
}
