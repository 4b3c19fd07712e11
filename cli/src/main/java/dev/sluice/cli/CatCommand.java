package dev.sluice.cli;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.cli.format.ByteSink;
import dev.sluice.cli.format.Csv;
import dev.sluice.cli.format.JsonLines;
import dev.sluice.cli.format.PlainText;
import dev.sluice.cli.format.RecordFormat;
import dev.sluice.streams.Audit;
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
      "  text   record time (UTC), type and field=value; instants readable",
      "  jsonl  one JSON object a line: {\"type\":…,\"field\":value,…}; instants",
      "         in nanoseconds since the epoch",
      "  csv    RFC 4180 with a header line, for one record type: choose it",
      "         with --type if the source holds several; null is an empty",
      "         value, the empty string \"\"",
      "",
      "Damaged regions are skipped, named at the end, and make the exit code 1.",
      "Whether anything is missing is a question for 'sluice verify'."
    })
final class CatCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(500);

  enum Format {
    text,
    jsonl,
    csv
  }

  private final Terminal terminal;
  @Mixin private SourceParameter source;

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

  private long printed;

  CatCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    long most = limit == null ? Long.MAX_VALUE : limit;
    if (most < 0) {
      throw new CliException("--limit must not be negative, was " + limit);
    }
    Source from = source.open(follow, terminal);
    ByteSink out = new ByteSink(terminal.out());
    TypeFilter filter = new TypeFilter(type);
    DamageList damages = new DamageList();
    try (RecordStream stream = from.open(damages)) {
      print(stream, newFormat(out), out, filter, most);
      boolean whole = stream.exhausted();
      Audit audit = whole ? from.checked(stream.audit()) : stream.audit();
      return conclude(from, audit, damages, filter, whole);
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

  private RecordFormat newFormat(ByteSink out) {
    return switch (format) {
      case text -> new PlainText(out);
      case jsonl -> new JsonLines(out, longAsString);
      case csv -> new Csv(out);
    };
  }

  private void print(
      RecordStream stream, RecordFormat writer, ByteSink out, TypeFilter filter, long most)
      throws IOException {
    while (printed < most && !stream.exhausted()) {
      stream.poll((cursor, chunk) -> print(cursor, writer, filter, most), POLL);
      if (follow) {
        out.flush();
      }
    }
  }

  private void print(RecordCursor cursor, RecordFormat writer, TypeFilter filter, long most) {
    if (printed < most && filter.accepts(cursor.type())) {
      writer.write(cursor);
      printed++;
    }
  }

  private int conclude(
      Source from, Audit audit, DamageList damages, TypeFilter filter, boolean whole) {
    if (audit.chunks() == 0 && audit.damaged() > 0) {
      throw new CliException(
          from
              + " holds no chunk, only "
              + Amounts.count(audit.skippedBytes(), "byte")
              + " that are none");
    }
    if (whole) {
      filter.check(from);
    }
    if (audit.damaged() > 0) {
      terminal.err().println("sluice: skipped " + Verdict.damage(audit) + damages.first());
      return ExitCode.INCOMPLETE;
    }
    return ExitCode.OK;
  }
}
