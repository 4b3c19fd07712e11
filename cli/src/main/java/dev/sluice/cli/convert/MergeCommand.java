package dev.sluice.cli.convert;

import dev.sluice.api.config.Options;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.Source;
import dev.sluice.cli.TerminalCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes one file of several sources. */
@Command(
    name = "merge",
    description = "Make one file of several sources, in the order of time.",
    footer = {
      "",
      "  sluice merge monday tuesday.slu 'kafka://broker:9092/orders' -o all.slu",
      "",
      "Chunks are copied as they are, so 'sluice verify' says of each producer what",
      "it says of all sources together. One that is in several sources is copied once.",
      "",
      "Exit code: 0 all was copied; 1 a region of a source is damaged; 2 wrong usage",
      "or an unreachable source."
    })
public final class MergeCommand extends TerminalCommand {
  @Parameters(paramLabel = "SOURCE", arity = "1..*", description = "Where to read; see help cat.")
  private List<String> sources;

  @Mixin private Since since;

  @Option(
      names = {"-o", "--output", "--to"},
      required = true,
      paramLabel = "TO",
      description = "Where to: " + ChunkOutput.FORMS + ".")
  private String output;

  private final KnownChunks known = new KnownChunks();
  private long duplicates;

  @Override
  public Integer call() throws IOException {
    List<Source> all = new ArrayList<>();
    for (String source : sources) {
      all.add(Source.of(source, new Options(Map.of()), false, since, terminal));
    }
    Progress progress = new Progress(terminal);
    List<ChunkFeed> feeds = new ArrayList<>();
    try (ChunkOutput out = ChunkOutput.at(output, all)) {
      for (Source source : all) {
        feeds.add(new ChunkFeed(source));
      }
      copy(feeds, out, progress);
      out.commit();
      progress.clear();
      print(feeds, out);
    } finally {
      progress.clear();
      feeds.forEach(ChunkFeed::close);
    }
    boolean whole = feeds.stream().allMatch(feed -> feed.damaged() == 0);
    return whole ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  private void copy(List<ChunkFeed> feeds, ChunkOutput out, Progress progress) throws IOException {
    PriorityQueue<ChunkFeed> heads = new PriorityQueue<>(Comparator.comparingLong(ChunkFeed::time));
    for (ChunkFeed feed : feeds) {
      if (feed.next()) {
        heads.add(feed);
      }
    }
    while (!heads.isEmpty()) {
      ChunkFeed feed = heads.remove();
      if (known.isNew(feed.head())) {
        out.write(feed.head());
        progress.update("merged " + Figures.count(out.chunks(), "chunk"));
      } else {
        duplicates++;
      }
      if (feed.next()) {
        heads.add(feed);
      }
    }
  }

  private void print(List<ChunkFeed> feeds, ChunkOutput out) {
    PrintStream printer = terminal.printer();
    printer.println(
        Figures.count(feeds.size(), "source")
            + " to "
            + output
            + ": "
            + Figures.count(out.chunks(), "chunk")
            + ", "
            + Figures.bytes(out.bytes()));
    if (duplicates > 0) {
      printer.println("  " + Figures.count(duplicates, "duplicate") + " left out");
    }
    feeds.forEach(feed -> feed.damages().print(printer, "  "));
    printer.flush();
  }
}
