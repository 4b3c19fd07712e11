package dev.sluice.cli.convert;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceOptions;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.tools.convert.Compaction;
import dev.sluice.tools.convert.Conversion;
import dev.sluice.tools.convert.ConvertReport;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns recordings of one form into another. */
@Command(
    name = "convert",
    description = {
      "Convert Kieker logs, JSON lines, CSV and .jfr to chunks, or chunks to Kieker.",
      "",
      "  sluice convert kieker-20261122-1200-UTC --to records.slu",
      "  sluice convert records.slu --to kieker:log"
    },
    footer = {
      "",
      "A directory with a kieker.map, or a zip file of one, is a Kieker log: text",
      "(.dat) or binary (.bin), plain or compressed as .gz, .zip, .df, .xz or .bz2.",
      "Records of unknown classes are kept, too. Records that are not kept are",
      "counted and reported.",
      "",
      "Exit code: 0 everything was converted; 1 something was not; 2 wrong usage, or a",
      "source that cannot be read."
    })
public final class ConvertCommand extends TerminalCommand {

  @Parameters(
      paramLabel = "SOURCE",
      description = {
        "Kieker log or chunks of Kieker, .jsonl, .csv, .jfr, or",
        "any source of chunks."
      })
  private String from;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description = {
        "File of chunks, kieker:DIRECTORY for a Kieker text log,",
        "kieker-chunks:FILE for chunks of Kieker's collector (none of them must",
        "exist yet), tcp://HOST:PORT or kafka://HOST:PORT/TOPIC."
      })
  private String to;

  @Mixin private SourceOptions options;
  @Mixin private Since since;

  @Option(
      names = "--chunk-records",
      paramLabel = "N",
      description = "Maximum records per chunk (default: " + Compaction.DEFAULT_RECORDS + ").")
  private int chunkRecords = Compaction.DEFAULT_RECORDS;

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = "Type name for the records of csv, and of jsonl without types.")
  private String type;

  @Option(
      names = "--time",
      paramLabel = "FIELD",
      description = {
        "Field of csv and jsonl with the record time in nanoseconds since 1970,",
        "for types that are not Sluice's own."
      })
  private String time;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = {
        "Character set of csv, jsonl and Kieker text logs, such as windows-1252",
        "(default: UTF-8, or UTF-16 if a byte order mark says so)."
      })
  private Charset encoding;

  @Override
  public Integer call() throws IOException {
    ConvertReport report =
        Conversion.run(
            from,
            options.options(),
            to,
            chunkRecords,
            type,
            time,
            encoding,
            since.times(),
            new Progress(terminal));
    PrintStream out = terminal.printer();
    out.println(Figures.count(report.records(), "record") + " of " + from + " to " + to);
    report.print(out);
    return ExitCode.of(report.isWhole());
  }
}
