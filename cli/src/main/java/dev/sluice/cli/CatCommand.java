package dev.sluice.cli;

import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.TextOutput;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.RecordPrinter;
import dev.sluice.tools.recordings.RecordText;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints records. */
@Command(
    name = "cat",
    description = {
      "Print the records of a source, one per line.",
      "",
      "  sluice cat records --format jsonl",
      "  sluice cat records.slu --from 2026-11-22T10:00:00Z --limit 5"
    },
    footer = {
      "",
      "Formats:",
      "  text   record time (UTC), name, id and attributes of the producer, record",
      "         type, and field=value; instants are readable",
      "  jsonl  one JSON object per line: {\"_producer\":…,\"_producerId\":…,",
      "         \"_attributes\":{…},\"type\":…,\"field\":value,…}; instants are",
      "         nanoseconds since the epoch; attributes only if there are any",
      "  csv    RFC 4180 with a header line, for one record type: choose it with",
      "         --type if the source contains several; null is an empty value, the",
      "         empty string is \"\"; \\ is written as \\\\; a text that looks like a",
      "         formula or begins with ' gets one more ' in front",
      "",
      "Control characters are escaped, as \\u001b. Damaged regions are skipped and",
      "listed at the end. 'sluice verify' reports whether records are missing.",
      "",
      "Exit code: 0 all records were printed; 1 a region of the source is damaged,",
      "the text of a chunk is too long, or a type is stored in a way that only a",
      "newer version can read; 2 wrong usage or an unreachable source."
    })
final class CatCommand extends TerminalCommand {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int STOP_SECONDS = 2;

  @Mixin private SourceParameter source;
  @Mixin private Since since;
  @Mixin private RecordOptions records;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Output format: text, jsonl or csv (default: ${DEFAULT-VALUE}).")
  private RecordText.Form format;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Maximum number of records to print (default: all).")
  private Long limit;

  @Option(
      names = "--follow",
      description = "Wait for new records at the end of the source; Ctrl-C stops.")
  private boolean follow;

  @Override
  public Integer call() throws IOException {
    long most = limit == null ? Long.MAX_VALUE : limit;
    if (most < 0) {
      throw new ToolException("--limit must not be negative, was " + limit);
    }
    SourceSpec from = source.open(follow, since, terminal);
    TextOutput out = new TextOutput(terminal.out());
    DamageList damages =
        follow // whoever does waits for no end
            ? new DamageList(damage -> terminal.tell("skipped damage at " + damage))
            : new DamageList();
    Progress progress = new Progress(terminal);
    RecordPrinter printer = records.text().printer(format, from, out, most, progress);
    StopSignal stop =
        new StopSignal(
            Thread.currentThread()::interrupt,
            STOP_SECONDS,
            () -> Interruption.whole(Figures.count(out.handedOn(), "record") + " are printed"));
    try (RecordStream stream = from.open(chunk -> {}, damages)) {
      from.readAll(
          () -> printer.isDone() || stop.isStopped() || stream.exhausted(),
          () -> {
            long records = stream.poll(printer, POLL);
            if (follow) {
              out.flush();
            }
            return records;
          },
          terminal.screen() == Screen.NONE ? progress : Notices.NONE);
      progress.clear();
      boolean whole = stream.exhausted();
      Audit audit = whole ? from.checked(stream.audit(), damages) : stream.audit();
      return conclude(audit, damages, printer, whole);
    } finally {
      progress.clear();
      out.flush();
      stop.close();
    }
  }

  private int conclude(Audit audit, DamageList damages, RecordPrinter printer, boolean whole) {
    if (whole) {
      printer.checkType();
    }
    if (audit.damaged() > 0) {
      terminal.tell("skipped " + Verdict.damage(audit) + damages.first());
    }
    long rejected = audit.rejected();
    if (rejected > 0) {
      String first = audit.damaged() > 0 ? "" : damages.first();
      terminal.tell("cannot read " + Figures.count(rejected, "record") + first);
    }
    long cutChunks = printer.cutChunks();
    if (cutChunks > 0) {
      String chunks = Figures.count(cutChunks, "chunk");
      terminal.tell("skipped records of " + chunks + " whose text is too long");
    }
    return ExitCode.of(audit.damaged() + rejected + cutChunks == 0);
  }
}
