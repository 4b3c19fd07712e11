package dev.sluice.cli.export;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.config.Nearest;
import dev.sluice.cli.CliException;
import dev.sluice.cli.DamageList;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Figures;
import dev.sluice.cli.ProducerAttributes;
import dev.sluice.cli.Progress;
import dev.sluice.cli.RecordOptions;
import dev.sluice.cli.RecordPrinter;
import dev.sluice.cli.Since;
import dev.sluice.cli.Source;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.Verdict;
import dev.sluice.cli.convert.NewFile;
import dev.sluice.cli.format.TextOutput;
import dev.sluice.cli.parquet.ParquetExport;
import dev.sluice.cli.trace.TraceOptions;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes records as files of other people's tools, or sends them there. */
@Command(
    name = "export",
    description = "Write traces and records for other tools: Perfetto, OTLP, pprof, Parquet, CSV.",
    footer = {
      "",
      "  perfetto:FILE    track events, for ui.perfetto.dev; samples are counters, and",
      "                   what a producer lost is Perfetto's data loss",
      "  otlp:FILE        spans, a line of OTLP's JSON for some traces",
      "  otlp:http://…    the same to a receiver of OTLP; without a path to /v1/traces",
      "  collapsed:FILE   call paths with nanoseconds, for flame graphs and speedscope",
      "  pprof:FILE       the same with calls, for pprof and speedscope, compressed",
      "  parquet:FILE     records of one type, if the name ends in .parquet; else a",
      "                   directory with a file for each type",
      "  jsonl:FILE       records as sluice cat --format jsonl prints them",
      "  csv:FILE         the same as csv; --type if there are several types",
      "",
      "  sluice export records --to perfetto:trace.pftrace",
      "  sluice export kafka://broker:9092/records --to otlp:http://localhost:4318",
      "",
      "Exit code: 0 all was written; 1 a region of the source is damaged, a record",
      "not readable, the text of a chunk too long, or a span not kept by the",
      "receiver; 2 wrong usage, an unreachable source, or a place that cannot be",
      "written to."
    })
public final class ExportCommand extends TerminalCommand {
  private static final Duration POLL = Duration.ofMillis(500);

  /** What can be written. */
  private enum Form {
    perfetto,
    otlp,
    collapsed,
    pprof,
    parquet,
    jsonl,
    csv
  }

  @Mixin private SourceParameter source;
  @Mixin private Since since;
  @Mixin private RecordOptions records;
  @Mixin private TraceOptions options;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FORM:TARGET",
      description = {
        "perfetto:FILE, otlp:FILE, otlp:URL, collapsed:FILE, pprof:FILE,",
        "parquet:FILE, jsonl:FILE or csv:FILE."
      })
  private String to;

  private final ProducerAttributes producers = new ProducerAttributes();
  private Form form;
  private String target;
  private Source from;
  private Progress progress;
  private OtlpHttp receiver;
  private long leftOut;
  private long cutChunks;

  @Override
  public Integer call() throws IOException {
    split();
    options.limits();
    from = source.open(false, since, terminal);
    progress = new Progress(terminal);
    DamageList damages = new DamageList();
    Audit audit;
    try {
      audit =
          switch (form) {
            case perfetto, otlp, collapsed, pprof -> traces(damages);
            case parquet -> parquet(damages);
            case jsonl -> text(RecordOptions.Form.jsonl, damages);
            case csv -> text(RecordOptions.Form.csv, damages);
          };
    } finally {
      progress.clear();
    }
    terminal
        .printer()
        .println("Written: " + target + " from " + Figures.count(audit.records(), "record"));
    terminal.printer().println("  " + Verdict.of(audit));
    tell(leftOut, "call", " left out: there are too many call paths");
    tell(cutChunks, "chunk", " with too long texts, of which the rest is left out");
    long refused = receiver == null ? 0 : receiver.rejected();
    tell(refused, "span", " not kept by the receiver" + (receiver == null ? "" : receiver.why()));
    damages.print(terminal.printer(), "  ");
    terminal.printer().flush();
    return audit.damaged() + audit.rejected() + cutChunks + refused > 0
        ? ExitCode.INCOMPLETE
        : ExitCode.OK;
  }

  private void tell(long count, String what, String how) {
    if (count > 0) {
      terminal.printer().println("  " + Figures.count(count, what) + how);
    }
  }

  private void split() {
    int colon = to.indexOf(':');
    String name = colon < 0 ? to : to.substring(0, colon);
    form =
        Stream.of(Form.values())
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(name));
    target = colon < 0 ? "" : to.substring(colon + 1);
    if (target.isEmpty()) {
      throw new CliException("--to " + name + ": needs a file, as " + name + ":FILE");
    }
    if (records.any() && form != Form.jsonl && form != Form.csv) {
      throw new CliException(
          "--type, --bare, --long-as-string and --chunk-text are for --to jsonl and csv, not "
              + name);
    }
  }

  private static CliException unknown(String name) {
    return new CliException(
        "--to "
            + name
            + " is unknown"
            + Nearest.hint(name, Stream.of(Form.values()).map(Form::name).toList()));
  }

  private Audit traces(DamageList damages) throws IOException {
    if (form == Form.otlp && target.matches("https?://.*")) {
      receiver = OtlpHttp.at(target);
      return run(new OtlpExport(receiver, producers), damages);
    }
    try (NewFile file = NewFile.at(Path.of(target))) {
      Audit audit = run(export(file.out()), damages);
      file.commit();
      return audit;
    }
  }

  private TraceExport export(OutputStream out) throws IOException {
    return switch (form) {
      case perfetto -> new PerfettoExport(out);
      case collapsed -> new CollapsedExport(out);
      case pprof -> new PprofExport(out);
      default ->
          new OtlpExport(
              request -> {
                out.write(request);
                out.write('\n');
              },
              producers);
    };
  }

  private Audit run(TraceExport export, DamageList damages) throws IOException {
    ExportStage stage = new ExportStage(export, options.limits());
    try (StageRun<TraceStage.Result<TraceExport>> run =
        StageRun.open(stage, from.builderFor(producers::add).damageListener(damages), 1)) {
      progress.readAll(run::exhausted, () -> run.poll(POLL));
      run.finish();
      Audit audit = from.checked(run.audit(), damages);
      export.finish();
      leftOut = export.leftOut();
      return audit;
    }
  }

  private Audit parquet(DamageList damages) throws IOException {
    try (RecordStream stream = from.builder().damageListener(damages).open();
        ParquetExport parquet = new ParquetExport(Path.of(target))) {
      progress.readAll(stream::exhausted, () -> stream.pollColumns(parquet, POLL));
      Audit audit = from.checked(stream.audit(), damages);
      parquet.finish();
      return audit;
    }
  }

  private Audit text(RecordOptions.Form as, DamageList damages) throws IOException {
    try (NewFile file = NewFile.at(Path.of(target))) {
      TextOutput out = new TextOutput(file.out());
      RecordPrinter printer = records.printer(as, from, out, Long.MAX_VALUE, terminal.err());
      Audit audit;
      try (RecordStream stream = from.open(chunk -> {}, damages)) {
        progress.readAll(stream::exhausted, () -> stream.poll(printer, POLL));
        audit = from.checked(stream.audit(), damages);
      }
      printer.checkType();
      cutChunks = printer.cutChunks();
      out.flush();
      file.commit();
      return audit;
    }
  }
}
