package dev.sluice.cli.convert;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceOptions;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.tools.convert.Merge;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes one file of several sources. */
@Command(
    name = "merge",
    description = {
      "Merge several sources into one, in the order of time.",
      "",
      "  sluice merge monday tuesday.slu 'kafka://broker:9092/orders' --to all.slu"
    },
    footer = {
      "",
      "Chunks are copied unchanged, so 'sluice verify' reports the same for the result",
      "as for all sources together. A chunk that is in several sources is copied once.",
      "",
      "Exit code: 0 everything was copied; 1 a region of a source is damaged, or a",
      "source has another fault that the result does not show; 2 wrong usage or an",
      "unreachable source."
    })
public final class MergeCommand extends TerminalCommand {
  @Parameters(
      paramLabel = "SOURCE",
      arity = "1..*",
      description = "Files, directories, globs or URIs to read; see 'sluice help source'.")
  private List<String> sources;

  @Mixin private SourceOptions options;
  @Mixin private Since since;

  @Mixin private OutputParameter output;

  @Override
  public Integer call() throws IOException {
    Progress progress = new Progress(terminal);
    List<SourceSpec> all = new ArrayList<>();
    for (String source : sources) {
      all.add(options.open(source, false, since, terminal));
    }
    Merge.Result result = Merge.run(all, output.toString(), progress);
    PrintStream out = terminal.printer();
    out.printf(
        "%s to %s: %s, %s%n",
        Figures.count(all.size(), "source"),
        output,
        Figures.count(result.chunks(), "chunk"),
        Figures.bytes(result.bytes()));
    if (result.duplicates() > 0) {
      out.println("  " + Figures.count(result.duplicates(), "duplicate") + " left out");
    }
    result.damages().forEach(each -> each.print(out, "  "));
    return ExitCode.of(result.isSound());
  }
}
