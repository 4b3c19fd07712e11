package dev.sluice.cli;

import dev.sluice.api.config.Key;
import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.cli.format.Csv;
import dev.sluice.cli.format.JsonLines;
import dev.sluice.cli.format.PlainText;
import dev.sluice.cli.format.RecordFormat;
import dev.sluice.cli.format.TextOutput;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints records. */
@Command(
    name = "cat",
    description = "Print the records of a source, one a line.",
    footer = {
      "",
      "Formats:",
      "  text   record time (UTC), name, id and attributes of the producer, type",
      "         and field=value; instants readable",
      "  jsonl  one JSON object a line: {\"_producer\":…,\"_producerId\":…,",
      "         \"_attributes\":{…},\"type\":…,\"field\":value,…}; instants in",
      "         nanoseconds since the epoch; attributes where there are any",
      "  csv    RFC 4180 with a header line, for one record type: choose it",
      "         with --type if the source holds several; null is an empty",
      "         value, the empty string \"\"; \\ is written as \\\\, and a text",
      "         that is like a formula, or begins with ', has one more ' in front",
      "",
      "Control characters are escaped, as \\u001b. Damaged regions are skipped and",
      "named at the end. 'sluice verify' tells whether anything is missing.",
      "",
      "Exit code: 0 all was printed; 1 a region of the source is damaged, the",
      "text of a chunk too long, or a newer version's way to store a type not",
      "known; 2 wrong usage or an unreachable source."
    })
final class CatCommand implements Callable<Integer> {
  static final String CHUNK_TEXT = "--chunk-text";

  private static final Duration POLL = Duration.ofMillis(500);
  private static final String MOST_TEXT = "64MiB";
  private static final Key<Long> TEXT_BYTES =
      Key.bytes("chunk.text", null, 1, Long.MAX_VALUE, "Text of a chunk.").named(CHUNK_TEXT);

  enum Format {
    text,
    jsonl,
    csv
  }

  private final Terminal terminal;
  @Mixin private SourceParameter source;
  @Mixin private Since since;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, jsonl or csv (default: text)")
  private Format format;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Stop after N records.")
  private Long limit;

  @Option(
      names = {"-t", "--type"},
      paramLabel = "NAME",
      description = "Only this record type, with or without its version.")
  private String type;

  @Option(names = "--follow", description = "Wait for more at the end; ends with Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--long-as-string",
      description =
          "jsonl: write 64-bit integers as strings, for readers whose numbers are doubles.")
  private boolean longAsString;

  @Option(
      names = "--bare",
      description = {
        "Records alone, without their producers; as jsonl the very form that",
        "the container's specification defines."
      })
  private boolean bare;

  @Option(
      names = CHUNK_TEXT,
      paramLabel = "SIZE",
      defaultValue = MOST_TEXT,
      description = {
        "Prints at most about SIZE of text for a chunk, because 2 KiB can",
        "stand for 6 TB (default: " + MOST_TEXT + ")."
      })
  private String chunkText;

  private boolean waiting;

  CatCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    long most = limit == null ? Long.MAX_VALUE : limit;
    if (most < 0) {
      throw new CliException("--limit must not be negative, was " + limit);
    }
    long mostOfChunk = TEXT_BYTES.parse(chunkText);
    Source from = source.open(follow, since, terminal);
    TextOutput out = new TextOutput(terminal.out());
    TypeFilter filter = new TypeFilter(type);
    DamageList damages = follow ? new DamageList(this::skipped) : new DamageList();
    RecordPrinter printer =
        new RecordPrinter(
            newFormat(out), out, filter, since, bare, most, mostOfChunk, terminal.err());
    try (RecordStream stream = from.open(printer::end, damages)) {
      while (!printer.isDone() && !stream.exhausted()) {
        poll(stream, printer);
        if (follow) {
          out.flush();
        }
      }
      boolean whole = stream.exhausted();
      Audit audit = whole ? from.checked(stream.audit()) : stream.audit();
      return conclude(from, audit, damages, filter, whole, printer.cutChunks());
    } catch (Csv.SeveralTypesException e) {
      throw new CliException(
          "csv has room for one record type, but "
              + from
              + " holds "
              + e.getMessage()
              + "; choose one with --type",
          e);
    } finally {
      out.flush();
    }
  }

  /** Who follows waits for no end. */
  private void skipped(String damage) {
    terminal.err().println("sluice: skipped damage at " + damage);
  }

  /** A topic that is followed may come later. */
  private void poll(RecordStream stream, RecordPrinter printer) throws IOException {
    try {
      stream.poll(printer, POLL);
    } catch (NoSuchSourceException e) {
      if (!follow) {
        throw e;
      }
      if (!waiting) {
        terminal.err().println("sluice: " + e.getMessage() + "; waiting for it");
        waiting = true;
      }
    }
  }

  private RecordFormat newFormat(TextOutput out) {
    return switch (format) {
      case text -> new PlainText(out);
      case jsonl -> bare ? new JsonLines(out, longAsString) : JsonLines.safe(out, longAsString);
      case csv -> new Csv(out);
    };
  }

  private int conclude(
      Source from,
      Audit audit,
      DamageList damages,
      TypeFilter filter,
      boolean whole,
      long cutChunks) {
    if (audit.chunks() == 0 && audit.damaged() > 0) {
      throw new CliException(
          from
              + " holds no chunk, only "
              + Figures.count(audit.skippedBytes(), "byte")
              + " that are none");
    }
    if (whole) {
      filter.check(from);
    }
    if (audit.damaged() > 0) {
      terminal.err().println("sluice: skipped " + Verdict.damage(audit) + damages.first());
    }
    long rejected = audit.producers().stream().mapToLong(ProducerAudit::rejected).sum();
    if (rejected > 0) {
      terminal
          .err()
          .println(
              "sluice: cannot read "
                  + Figures.count(rejected, "record")
                  + (audit.damaged() > 0 ? "" : damages.first()));
    }
    if (cutChunks > 0) {
      terminal
          .err()
          .println(
              "sluice: left out records of "
                  + Figures.count(cutChunks, "chunk")
                  + " with too long texts");
    }
    return audit.damaged() + rejected + cutChunks > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
  }
}
