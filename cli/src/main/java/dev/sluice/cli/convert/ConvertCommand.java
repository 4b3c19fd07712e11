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
      "Convert Kieker's logs, JSON lines, CSV and .jfr to chunks, or chunks to Kieker.",
      "",
      "  sluice convert kieker-20261122-1200-UTC --to records.slu",
      "  sluice convert records.slu --to kieker:log"
    },
    footer = {
      "",
      "A directory with a kieker.map, or a zip file of one, is a log of Kieker: text",
      "(.dat) or binary (.bin), as it is or as .gz, .zip, .df, .xz or .bz2. Each record",
      "is kept, also of classes that nobody knows; what was not is counted and told.",
      "",
      "Exit code: 0 all was converted; 1 something was not; 2 wrong usage, or a",
      "source that cannot be read."
    })
public final class ConvertCommand extends TerminalCommand {

  @Parameters(
      paramLabel = "SOURCE",
      description = "A log or chunks of Kieker, .jsonl, .csv, .jfr, or any source of chunks.")
  private String from;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description = {
        "Where to: a file of chunks, kieker:DIRECTORY for a text log of Kieker,",
        "or kieker-chunks:FILE for chunks of its collector, none of which may",
        "exist; or tcp://HOST:PORT, kafka://HOST:PORT/TOPIC."
      })
  private String to;

  @Mixin private SourceOptions options;
  @Mixin private Since since;

  @Option(
      names = "--chunk-records",
      paramLabel = "N",
      description = "Records of a chunk (default: " + Compaction.DEFAULT_RECORDS + ").")
  private int chunkRecords = Compaction.DEFAULT_RECORDS;

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = "csv, and jsonl without types: the type of the records.")
  private String type;

  @Option(
      names = "--time",
      paramLabel = "FIELD",
      description = {
        "csv and jsonl: the field with the record time, in nanoseconds since",
        "1970, of types that are not Sluice's own."
      })
  private String time;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = {
        "csv, jsonl and text logs of Kieker: the encoding, such as windows-1252",
        "(default: UTF-8, or UTF-16 after its byte order mark)."
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
