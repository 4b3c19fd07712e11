package dev.sluice.cli.convert;

import dev.sluice.api.config.Options;
import dev.sluice.cli.CliException;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.Source;
import dev.sluice.cli.TerminalCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns recordings of one form into another. */
@Command(
    name = "convert",
    description = "Turn logs of Kieker, JSON lines or CSV into chunks, or chunks into Kieker's.",
    footer = {
      "",
      "  sluice convert kieker-20261122-1200-UTC records.slu",
      "  sluice convert records.slu kieker:log",
      "",
      "A directory with a kieker.map, or a zip file of one, is a log of Kieker: text",
      "(.dat) or binary (.bin), as it is or as .gz, .zip or .df. Each record is kept,",
      "also of classes that nobody knows; what was not is counted and told.",
      "",
      "Exit code: 0 all was converted; 1 something was not; 2 wrong usage, or a",
      "source that cannot be read."
    })
public final class ConvertCommand extends TerminalCommand {
  private static final int DEFAULT_RECORDS = 16_384;
  private static final String KIEKER = "kieker:";
  private static final String KIEKER_CHUNKS = "kieker-chunks:";

  @Parameters(
      index = "0",
      paramLabel = "FROM",
      description = "A log or chunks of Kieker, .jsonl, .csv, or any source of chunks.")
  private String from;

  @Parameters(
      index = "1",
      paramLabel = "TO",
      description = {
        "Where to: a file of chunks, kieker:DIRECTORY for a text log of Kieker or",
        "kieker-chunks:FILE for chunks of its collector, none of which may exist; or",
        "tcp://HOST:PORT, kafka://HOST:PORT/TOPIC."
      })
  private String to;

  @Mixin private Since since;

  @Option(
      names = "--chunk-records",
      paramLabel = "N",
      description = "Records of a chunk (default: " + DEFAULT_RECORDS + ").")
  private int chunkRecords = DEFAULT_RECORDS;

  @Option(
      names = {"-t", "--type"},
      paramLabel = "NAME",
      description = "csv, and jsonl without types: the type of the records.")
  private String type;

  @Option(
      names = "--time",
      paramLabel = "FIELD",
      description = {
        "csv and jsonl: the field with the record time, in nanoseconds since 1970,",
        "of types that are not Sluice's own."
      })
  private String time;

  @Override
  public Integer call() throws IOException {
    Progress progress = new Progress(terminal);
    ConvertReport report = new ConvertReport(progress);
    CompactCommand.checkRecords(chunkRecords);
    RecordSource source = source();
    try (RecordTarget target = target(source, report)) {
      source.read(target, report);
      if (report.records() == 0) {
        throw new CliException(from + " holds no record");
      }
      target.commit();
    } finally {
      progress.clear();
    }
    PrintStream out = terminal.printer();
    out.println(Figures.count(report.records(), "record") + " of " + from + " to " + to);
    report.print(out);
    out.flush();
    return report.isWhole() ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  private RecordTarget target(RecordSource source, ConvertReport report) throws IOException {
    if (to.startsWith(KIEKER)) {
      return new KiekerTextTarget(Path.of(to.substring(KIEKER.length())), report);
    }
    if (to.startsWith(KIEKER_CHUNKS)) {
      return new KiekerContainerTarget(
          Path.of(to.substring(KIEKER_CHUNKS.length())), chunkRecords, report);
    }
    List<Source> read = source instanceof ChunkSource chunks ? List.of(chunks.source()) : List.of();
    return new ChunkTarget(to, read, chunkRecords, new Options(Map.of()), report);
  }

  private RecordSource source() throws IOException {
    RecordSource source = sourceOfAnyTime();
    if (since.isGiven() && !(source instanceof ChunkSource)) {
      throw new CliException(
          "--from and --until are for sources of chunks, which " + from + " is not");
    }
    return source;
  }

  private RecordSource sourceOfAnyTime() throws IOException {
    if (from.startsWith(KIEKER)) {
      return new KiekerLog(Path.of(from.substring(KIEKER.length())));
    }
    if (from.startsWith(KIEKER_CHUNKS)) {
      return new KiekerContainer(Path.of(from.substring(KIEKER_CHUNKS.length()))).checked();
    }
    Path path = path(from);
    if (path != null && KiekerLog.isAt(path)) {
      return new KiekerLog(path);
    }
    if (path != null && KiekerContainer.isAt(path)) {
      return new KiekerContainer(path);
    }
    if (path != null && from.endsWith(".jsonl")) {
      return new JsonLinesSource(path, type, time);
    }
    if (path != null && from.endsWith(".csv")) {
      if (type == null) {
        throw new CliException(
            "which type do the records of " + from + " have? --type NAME says it");
      }
      return new CsvSource(path, type, time);
    }
    return new ChunkSource(Source.of(from, new Options(Map.of()), false, since, terminal));
  }

  /** The path of something that is there, or null. */
  private static Path path(String text) {
    try {
      Path path = Path.of(text);
      return Files.exists(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
