package dev.sluice.cli;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what chunks are made of. */
@Command(
    name = "inspect",
    description =
        "Show what chunks are made of: header, string table, columns with encoding and size.",
    footer = {
      "",
      "Exit code: 0 all was read; 1 a region of the source is damaged; 2 wrong",
      "usage or an unreachable source."
    })
final class InspectCommand extends TerminalCommand {
  private static final Duration POLL = Duration.ofMillis(500);

  @Mixin private SourceParameter source;
  @Mixin private Since since;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "10",
      description = "Show the first N chunks, 0 for all (default: 10); the totals are of all.")
  private long limit;

  @Option(
      names = {"-c", "--chunk"},
      paramLabel = "N",
      description = "Show only chunk N; the first is 0.")
  private Long only;

  @Override
  public Integer call() throws IOException {
    Source from = source.open(false, since, terminal);
    PrintStream out = terminal.printer();
    Found found = new Found(new ChunkView(out), out);
    try (RawReader reader = from.openRaw()) {
      while (!reader.exhausted()) {
        reader.poll(found, POLL);
      }
    }
    found.conclude(from);
    out.flush();
    return found.unreadable + found.damages.count() == 0 ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  /** Shows the chunks that were asked for and adds up all. */
  private final class Found implements ChunkHandler {
    private final ChunkView view;
    private final PrintStream out;
    private long chunks;
    private long unreadable;
    private final DamageList damages = new DamageList();
    private long records;
    private long headerBytes;
    private long bodyBytes;
    private long bytes;

    Found(ChunkView view, PrintStream out) {
      this.view = view;
      this.out = out;
    }

    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      if (isWanted() && !view.show(chunks, chunk, position)) {
        unreadable++;
      }
      chunks++;
      records += chunk.header().recordCount();
      headerBytes += chunk.header().length();
      bodyBytes += chunk.header().bodyLength();
      bytes += chunk.length();
    }

    private boolean isWanted() {
      return only == null ? limit == 0 || chunks < limit : chunks == only;
    }

    @Override
    public void damaged(Damage damage) {
      damages.accept(damage);
      out.println("damaged  " + damage);
      out.println();
    }

    void conclude(Source from) {
      from.checkAny(chunks, damages);
      if (only != null && (only < 0 || only >= chunks)) {
        throw new CliException(
            "there is no chunk " + only + ": " + from + " holds " + Figures.count(chunks, "chunk"));
      }
      out.println(
          "total    "
              + Figures.count(chunks, "chunk")
              + ", "
              + Figures.count(records, "record")
              + ", "
              + Figures.bytes(bytes)
              + (records == 0
                  ? ""
                  : ", " + Figures.digits((double) bytes / records) + " bytes per record"));
      out.println(
          "         headers "
              + Figures.percent(headerBytes, bytes)
              + ", bodies "
              + Figures.percent(bodyBytes, bytes));
      if (only == null && limit > 0 && chunks > limit) {
        out.println(
            "         the first " + limit + " are shown; --limit 0 shows all, --chunk N one");
      }
    }
  }
}
