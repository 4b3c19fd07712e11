package dev.sluice.cli.convert;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.cli.CliException;
import dev.sluice.cli.DamageList;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.Source;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.format.PerType;
import dev.sluice.cli.rows.ChunkMaker;
import dev.sluice.support.Decoders;
import dev.sluice.support.TimeRange;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps a part of a recording. */
@Command(
    name = "cut",
    description = "Keep the records of a time, of some types or producers.",
    footer = {
      "",
      "  sluice cut records --from 2026-11-22T10:00:00Z --until 2026-11-22T10:05:00Z -o part.slu",
      "",
      "Chunks of which all is kept are copied as they are. One of which a part is kept",
      "keeps its producer, number and totals, and has the attribute cut with the number",
      "of records left out. So 'sluice verify' says what is not there any more: chunks",
      "missing, records emitted but in no chunk. Of a producer with all its chunks it",
      "says what it said before.",
      "",
      "A stage between two processes: chunks of tcp: are acknowledged when the next",
      "process has what was kept of them.",
      "",
      "  sluice cut tcp://:9931 --type sluice.operation_execution --to tcp://host:9932",
      "",
      "Exit code: 0 the part was written; 1 a region of the source is damaged or",
      "could not be read; 2 wrong usage, or nothing to keep."
    })
public final class CutCommand extends TerminalCommand {
  private static final String CUT = "cut";

  @Mixin private SourceParameter source;

  @Option(
      names = {"-o", "--output", "--to"},
      required = true,
      paramLabel = "TO",
      description = "Where to: " + ChunkOutput.FORMS + ".")
  private String output;

  @Option(
      names = {"--from", "--since"},
      paramLabel = "TIME",
      description = {
        "Records of that time or later: 2026-11-22T10:00:00Z, or a span before",
        "now: -15m. Records without a time are kept."
      })
  private String since;

  @Option(names = "--until", paramLabel = "TIME", description = "Records before that time.")
  private String until;

  @Option(
      names = {"-t", "--type"},
      paramLabel = "NAME",
      description = "Records of that type, with or without its version. May be repeated.")
  private List<String> types = List.of();

  @Option(
      names = "--producer",
      paramLabel = "NAME",
      description = "Records of the producer with that name or id. May be repeated.")
  private List<String> names = List.of();

  private final Decoders decoders = new Decoders(DecodeLimits.FORMAT);
  private final PerType<Boolean> wanted = new PerType<>(this::isWanted);
  private final DamageList damages = new DamageList();
  private TimeRange range = TimeRange.ALL;
  private ChunkMaker maker;
  private long whole;
  private long parts;
  private long unreadable;

  @Override
  public Integer call() throws IOException {
    Clock clock = Clock.systemUTC();
    range = since == null ? range : range.withSince(Since.parse("from", since, clock));
    range = until == null ? range : range.withUntil(Since.parse("until", until, clock));
    if (range.equals(TimeRange.ALL) && types.isEmpty() && names.isEmpty()) {
      throw new CliException("keep what? --from, --until, --type or --producer says it");
    }
    Source from = source.open(false, new Since(), terminal);
    ChunkLoop loop = new ChunkLoop(from, damages);
    Progress progress = new Progress(terminal);
    try (ChunkOutput out = ChunkOutput.at(output, List.of(from))) {
      loop.read(
          chunk -> {
            cut(chunk, out);
            progress.update("cut " + Figures.count(loop.chunks(), "chunk"));
          },
          out::settle);
      if (out.chunks() == 0) {
        throw new CliException(from + " holds nothing of that");
      }
      out.commit();
      progress.clear();
      print(from, loop, out);
    } finally {
      progress.clear();
    }
    return loop.damaged() + unreadable == 0 ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  private boolean isWanted(RecordType type) {
    return types.isEmpty() || types.contains(type.name()) || types.contains(type.qualifiedName());
  }

  private boolean isWanted(Accounting accounting) {
    return names.isEmpty()
        || names.contains(accounting.producer())
        || accounting.producerName() != null && names.contains(accounting.producerName());
  }

  private void cut(Chunk chunk, ChunkOutput out) throws IOException {
    Accounting accounting = chunk.accounting();
    if (!isWanted(accounting) || range.excludes(accounting)) {
      return;
    }
    int records = chunk.header().recordCount();
    if (records == 0 || types.isEmpty() && range.includes(accounting)) {
      copy(chunk, out);
      return;
    }
    try {
      Chunk part = part(chunk);
      if (part == chunk) {
        copy(chunk, out);
      } else if (part != null) {
        parts++;
        out.write(part);
      }
    } catch (MalformedChunkException | RecordEncodeException e) {
      maker = null; // it may hold some of the records
      unreadable++;
    }
  }

  private void copy(Chunk chunk, ChunkOutput out) throws IOException {
    whole++;
    out.write(chunk);
  }

  /** The wanted records of a chunk: itself if they are all, null if there are none. */
  private Chunk part(Chunk chunk) throws MalformedChunkException, RecordEncodeException {
    maker = maker == null ? new ChunkMaker(Integer.MAX_VALUE, new Options(Map.of())) : maker;
    Accounting accounting = chunk.accounting();
    RecordCursor cursor = decoders.decode(chunk);
    int total = 0;
    while (cursor.next()) {
      total++;
      if (accepts(cursor) && !maker.add(cursor, accounting.clockOffset())) {
        throw new RecordEncodeException(total, "too long");
      }
    }
    int kept = maker.rows();
    if (!cursor.unread().isEmpty()) {
      throw new RecordEncodeException(total, "not known how it is stored");
    }
    if (kept == 0 || kept == total) {
      maker.clear();
      return kept == 0 ? null : chunk;
    }
    Accounting.Builder totals =
        new Accounting.Builder(accounting.producerId())
            .name(accounting.producerName())
            .sequence(accounting.sequence())
            .replacing(accounting.sequence() - accounting.firstSequence())
            .end(accounting.end())
            .closeReason(accounting.closeReason())
            .emitted(accounting.emitted())
            .dropped(accounting.dropped())
            .clockOffset(accounting.clockOffset());
    return maker.seal(totals, attributes(chunk.header().attributes(), total - kept));
  }

  private boolean accepts(RecordCursor cursor) {
    int time = cursor.type().recordTimeField();
    return wanted.of(cursor.type()) && (time < 0 || range.contains(cursor.longValue(time)));
  }

  /** With the number of records that this or an earlier cut left out, if there is room. */
  private static Attributes attributes(Attributes before, long left) {
    Map<String, String> all = new LinkedHashMap<>(before.asMap());
    String earlier = all.get(CUT);
    boolean isNumber = earlier != null && earlier.matches("\\d{1,18}");
    all.put(CUT, Long.toString(left + (isNumber ? Long.parseLong(earlier) : 0)));
    try {
      return Attributes.of(all);
    } catch (IllegalArgumentException e) {
      return before; // names of others, or too many
    }
  }

  private void print(Source from, ChunkLoop loop, ChunkOutput out) {
    PrintStream printer = terminal.printer();
    printer.println(from + " to " + output);
    printer.println(
        "  kept      "
            + Figures.count(out.chunks(), "chunk")
            + " of "
            + Figures.count(loop.chunks())
            + ", "
            + Figures.count(whole)
            + " as they are and "
            + Figures.count(parts)
            + " in part");
    if (unreadable > 0) {
      printer.println("  left out  " + Figures.count(unreadable, "chunk") + " that cannot be read");
    }
    damages.print(printer, "  ");
    printer.flush();
  }
}
