package dev.sluice.cli.convert;

import dev.sluice.api.config.Options;
import dev.sluice.cli.CliException;
import dev.sluice.cli.CommandProvider;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns recordings of one form into another. */
@Command(
    name = "convert",
    description = "Turn logs of Kieker, JSON lines or CSV into chunks, or chunks into Kieker's.",
    footer = {
      "",
      "  sluice convert kieker-20261122-1200-UTC records.slu",
      "",
      "A directory with a kieker.map, or a zip file of one, is a log of Kieker: text",
      "(.dat) or binary (.bin), as it is or as .gz, .zip or .df. Each record is kept,",
      "also of classes that nobody knows; what was not is counted and told.",
      "",
      "Exit code: 0 all was converted; 1 something was not; 2 wrong usage, or a",
      "source that cannot be read."
    })
public final class ConvertCommand implements Callable<Integer> {
  private static final int DEFAULT_RECORDS = 16_384;

  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "FROM", description = "What to convert.")
  private Path from;

  @Parameters(index = "1", paramLabel = "TO", description = "Where to; must not exist.")
  private Path to;

  @Option(
      names = "--chunk-records",
      paramLabel = "N",
      description = "Records of a chunk (default: " + DEFAULT_RECORDS + ").")
  private int chunkRecords = DEFAULT_RECORDS;

  /** Found by the {@code sluice} command, which does not know this package. */
  public static final class Provider implements CommandProvider {
    /** For {@link java.util.ServiceLoader}. */
    public Provider() {}

    @Override
    public CommandLine command(Terminal terminal) {
      return new CommandLine(new ConvertCommand(terminal));
    }
  }

  ConvertCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Progress progress = new Progress(terminal);
    Tally tally = new Tally(progress);
    RecordSource source = source();
    try (RecordTarget target = new ChunkTarget(to, chunkRecords, new Options(Map.of()), tally)) {
      source.read(target, tally);
      if (tally.records() == 0) {
        throw new CliException(from + " holds no record");
      }
      target.commit();
    } finally {
      progress.clear();
    }
    PrintStream out = terminal.printer();
    out.println(Figures.count(tally.records(), "record") + " of " + from + " to " + to);
    tally.print(out);
    out.flush();
    return tally.isWhole() ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  private RecordSource source() throws IOException {
    if (KiekerLog.isAt(from)) {
      return new KiekerLog(from);
    }
    throw new CliException(from + " is no log of Kieker: there is no kieker.map in it");
  }
}
