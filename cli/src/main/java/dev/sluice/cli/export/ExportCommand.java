package dev.sluice.cli.export;

import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.RecordOptions;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.trace.TraceOptions;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.export.Export;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes records as files of other people's tools, or sends them there. */
@Command(
    name = "export",
    description = {
      "Write traces and records for other tools: Perfetto, OTLP, pprof, Parquet, CSV.",
      "",
      "  sluice export records --to perfetto:trace.pftrace",
      "  sluice export kafka://broker:9092/records --to otlp:http://localhost:4318"
    },
    footer = {
      "",
      "  perfetto:FILE    track events for ui.perfetto.dev; samples become counters, and",
      "                   losses of a producer become Perfetto's data loss",
      "  otlp:FILE        spans as OTLP JSON, some traces per line",
      "  otlp:http://…    spans to an OTLP receiver; the default path is /v1/traces",
      "  collapsed:FILE   call paths with nanoseconds, for flame graphs and speedscope",
      "  pprof:FILE       call paths with nanoseconds and calls, compressed, for pprof",
      "                   and speedscope",
      "  parquet:FILE     records of one type if the name ends in .parquet, otherwise a",
      "                   directory with a file per type; --type chooses one type",
      "  jsonl:FILE       records as 'sluice cat --format jsonl' prints them",
      "  csv:FILE         records as 'sluice cat --format csv' prints them; needs --type",
      "                   if there are several types",
      "",
      "Exit code: 0 everything was written; 1 something is missing, damaged or in",
      "conflict in the source (a producer without an end may still run), a record",
      "cannot be read, the text of a chunk is too long, or the receiver rejected a",
      "span; 2 wrong usage, an unreachable source, or a target that cannot be written."
    })
public final class ExportCommand extends TerminalCommand {
  @Mixin private SourceParameter source;
  @Mixin private Since since;
  @Mixin private RecordOptions records;
  @Mixin private TraceOptions options;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description = {
        "Format and target: perfetto:FILE, otlp:FILE, otlp:URL, collapsed:FILE,",
        "pprof:FILE, parquet:FILE, jsonl:FILE or csv:FILE; see below."
      })
  private String to;

  @Override
  public Integer call() throws IOException {
    Export.Target target = Export.Target.parse(to);
    if (records.hasForm() && !target.isText()) {
      throw new ToolException(
          "--bare, --long-as-string and --chunk-text are for --to jsonl and csv, not "
              + target.form());
    }
    if (records.hasType() && !target.isRecords()) {
      throw new ToolException("--type is for --to jsonl, csv and parquet, not " + target.form());
    }
    TraceLimits limits = options.limits();
    SourceSpec from = source.open(false, since, terminal);
    Export.Result result = Export.run(from, target, limits, records.text(), new Progress(terminal));
    PrintStream out = terminal.printer();
    out.printf(
        "Written: %s from %s%n",
        target.target(), Figures.count(result.audit().records(), "record"));
    out.println("  " + Verdict.of(result.audit()));
    tell(result.leftOut(), "call", " left out, because there are too many call paths");
    tell(
        result.cutChunks(),
        "chunk",
        " whose text is too long; further records of them are left out");
    tell(result.refused(), "span", " rejected by the receiver" + result.why());
    result.damages().print(out, "  ");
    return ExitCode.of(result.isWhole());
  }

  private void tell(long count, String what, String how) {
    if (count > 0) {
      terminal.printer().println("  " + Figures.count(count, what) + how);
    }
  }
}
