package dev.sluice.cli.convert;

import dev.sluice.api.config.Options;
import dev.sluice.cli.CliException;
import dev.sluice.cli.DamageList;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.Source;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes many small chunks a few large ones. */
@Command(
    name = "compact",
    description = "Make many small chunks a few large ones, for keeping.",
    footer = {
      "",
      "  sluice compact records -o kept.slu --compression zstd",
      "",
      "Chunks of a producer that follow each other become one, which says whose",
      "and which chunks it replaces and what was emitted and dropped until then:",
      "'sluice verify' says the same of both. Chunks that cannot be read are kept",
      "as they are; damaged regions are left out.",
      "",
      "Exit code: 0 all was kept; 1 a region of the source is damaged; 2 wrong",
      "usage or an unreachable source."
    })
public final class CompactCommand extends TerminalCommand {
  private static final int MOST_RECORDS = 65_536;
  private static final int DEFAULT_RECORDS = 16_384;

  @Mixin private SourceParameter source;
  @Mixin private Since since;

  @Option(
      names = {"-o", "--output", "--to"},
      required = true,
      paramLabel = "TO",
      description = "Where to: " + ChunkOutput.FORMS + ".")
  private String output;

  @Option(
      names = "--chunk-records",
      paramLabel = "N",
      description = "Records of a chunk at most (default: " + DEFAULT_RECORDS + ").")
  private int chunkRecords = DEFAULT_RECORDS;

  @Option(
      names = "--compression",
      paramLabel = "NAME",
      description = "Of whole bodies: none, lz4, zstd (default: none).")
  private String compression = "none";

  @Override
  public Integer call() throws IOException {
    Options options = encoding(compression);
    checkRecords(chunkRecords);
    Source from = source.open(false, since, terminal);
    DamageList damages = new DamageList();
    ChunkLoop loop = new ChunkLoop(from, damages);
    Progress progress = new Progress(terminal);
    try (ChunkOutput out = ChunkOutput.at(output, List.of(from))) {
      Compactor compactor = new Compactor(out, chunkRecords, options);
      loop.read(
          chunk -> {
            compactor.add(chunk);
            progress.update("compacted " + Figures.count(loop.chunks(), "chunk"));
          });
      compactor.finish();
      out.commit();
      progress.clear();
      print(from, loop, out, compactor, damages);
    } finally {
      progress.clear();
    }
    return loop.damaged() == 0 ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  /** Options of the binary serializer; refuses a compression that is not there. */
  static Options encoding(String compression) {
    Options options = new Options(Map.of());
    options.set("compression", compression, "--compression");
    new dev.sluice.serializers.binary.BinarySerializer().newEncoder(options);
    options.finish();
    return options;
  }

  static void checkRecords(int records) {
    if (records < 1 || records > MOST_RECORDS) {
      throw new CliException("--chunk-records must be 1 to " + MOST_RECORDS + ", was " + records);
    }
  }

  private void print(
      Source from, ChunkLoop loop, ChunkOutput out, Compactor compactor, DamageList damages) {
    PrintStream printer = terminal.printer();
    printer.println(from + " to " + output);
    printer.println(
        "  read     " + Figures.count(loop.chunks(), "chunk") + ", " + Figures.bytes(loop.bytes()));
    printer.println(
        "  written  "
            + Figures.count(out.chunks(), "chunk")
            + ", "
            + Figures.bytes(out.bytes())
            + " ("
            + Figures.percent(out.bytes(), loop.bytes())
            + ")");
    if (compactor.keptAsTheyAre() > 0) {
      printer.println(
          "  as is    "
              + Figures.count(compactor.keptAsTheyAre(), "chunk")
              + " that cannot be joined");
    }
    damages.print(printer, "  ");
    printer.flush();
  }
}
