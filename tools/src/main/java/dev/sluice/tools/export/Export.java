package dev.sluice.tools.export;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.config.Nearest;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ColumnConsumer;
import dev.sluice.streams.RecordStream;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.TextOutput;
import dev.sluice.tools.parquet.ParquetExport;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.NewFile;
import dev.sluice.tools.recordings.ProducerAttributes;
import dev.sluice.tools.recordings.RecordPrinter;
import dev.sluice.tools.recordings.RecordText;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.TypeFilter;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** Writes records as files of other people's tools, or sends them there. */
public final class Export {
  private static final Duration POLL = Duration.ofMillis(500);

  private final Form form;
  private final String target;
  private final SourceSpec from;
  private final TraceLimits limits;
  private final RecordText records;
  private final Notices notices;
  private final ProducerAttributes producers = new ProducerAttributes();
  private final DamageList damages = new DamageList();
  private OtlpHttp receiver;
  private long leftOut;
  private long cutChunks;

  /** Formats of an export. */
  private enum Form {
    perfetto,
    otlp,
    collapsed,
    pprof,
    parquet,
    jsonl,
    csv
  }

  /**
   * A form, and where what has it goes.
   *
   * @param form {@code perfetto}, {@code otlp}, {@code collapsed}, {@code pprof}, {@code parquet},
   *     {@code jsonl} or {@code csv}
   * @param target a file; for {@code otlp} the URL of a receiver, too
   */
  public record Target(String form, String target) {
    /**
     * Parses {@code FORM:TARGET}.
     *
     * @throws ToolException if there is no such form, or no target
     */
    public static Target parse(String text) {
      int colon = text.indexOf(':');
      String form = colon < 0 ? text : text.substring(0, colon);
      if (Stream.of(Form.values()).noneMatch(each -> each.name().equals(form))) {
        throw new ToolException(
            "--to %s is unknown%s"
                .formatted(
                    form, Nearest.hint(form, Stream.of(Form.values()).map(Form::name).toList())));
      }
      String target = colon < 0 ? "" : text.substring(colon + 1);
      if (target.isEmpty()) {
        throw new ToolException("--to " + form + ": needs a file, as " + form + ":FILE");
      }
      return new Target(form, target);
    }

    /** Returns whether it is records as text. */
    public boolean isText() {
      return form.equals(Form.jsonl.name()) || form.equals(Form.csv.name());
    }

    /** Returns whether it is records of which types may be chosen. */
    public boolean isRecords() {
      return isText() || form.equals(Form.parquet.name());
    }
  }

  /**
   * Counts of an export.
   *
   * @param audit of the source
   * @param leftOut calls without a place: there were too many call paths
   * @param cutChunks chunks whose text is too long; further records of them are left out
   * @param refused spans rejected by the receiver
   * @param why they were not, in its words behind a colon; may be empty
   * @param damages of the source
   */
  public record Result(
      Audit audit, long leftOut, long cutChunks, long refused, String why, DamageList damages) {
    /**
     * Returns whether the source has lost nothing as far as is known, and all of it was written.
     */
    public boolean isWhole() {
      return Verdict.isLossless(audit) && cutChunks + refused == 0;
    }
  }

  private Export(
      SourceSpec from, Target to, TraceLimits limits, RecordText records, Notices notices) {
    this.form = Form.valueOf(to.form());
    this.target = to.target();
    this.from = from;
    this.limits = limits;
    this.records = records;
    this.notices = notices;
  }

  /**
   * Reads a source to its end.
   *
   * @param limits of what is made of traces
   * @param records what is written as text; of Parquet, the type alone counts
   * @throws ToolException if it holds no chunk, the file is there, or a receiver fails
   */
  public static Result run(
      SourceSpec from, Target to, TraceLimits limits, RecordText records, Notices notices)
      throws IOException {
    try {
      return new Export(from, to, limits, records, notices).run();
    } finally {
      notices.clear();
    }
  }

  private Result run() throws IOException {
    Audit audit =
        switch (form) {
          case perfetto, otlp, collapsed, pprof -> traces();
          case parquet -> parquet();
          case jsonl -> text(RecordText.Form.jsonl);
          case csv -> text(RecordText.Form.csv);
        };
    long refused = receiver == null ? 0 : receiver.rejected();
    String why = receiver == null ? "" : receiver.why();
    return new Result(audit, leftOut, cutChunks, refused, why, damages);
  }

  private Audit traces() throws IOException {
    if (form == Form.otlp && target.matches("https?://.*")) {
      receiver = OtlpHttp.at(target);
      return run(new OtlpExport(receiver, producers));
    }
    try (NewFile file = NewFile.at(Path.of(target))) {
      Audit audit = run(export(file.out()));
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

  private Audit run(TraceExport export) throws IOException {
    ExportStage stage = new ExportStage(export, limits);
    try (StageRun<TraceStage.Result<TraceExport>> run =
        StageRun.open(stage, from.builderFor(producers::add).damageListener(damages), 1)) {
      from.readAll(run::exhausted, () -> run.poll(POLL), notices);
      run.finish();
      Audit audit = from.checked(run.audit(), damages);
      export.finish();
      leftOut = export.leftOut();
      return audit;
    }
  }

  private Audit parquet() throws IOException {
    try (RecordStream stream = from.builder().damageListener(damages).open();
        ParquetExport parquet = new ParquetExport(Path.of(target))) {
      TypeFilter wanted = records.filter();
      ColumnConsumer taking =
          (batch, chunk) -> {
            if (wanted.accepts(batch.type())) {
              parquet.accept(batch, chunk);
            }
          };
      from.readAll(stream::exhausted, () -> stream.pollColumns(taking, POLL), notices);
      Audit audit = from.checked(stream.audit(), damages);
      wanted.check(from);
      parquet.finish();
      return audit;
    }
  }

  private Audit text(RecordText.Form as) throws IOException {
    try (NewFile file = NewFile.at(Path.of(target))) {
      TextOutput out = new TextOutput(file.out());
      RecordPrinter printer = records.printer(as, from, out, Long.MAX_VALUE, notices);
      Audit audit;
      try (RecordStream stream = from.open(chunk -> {}, damages)) {
        from.readAll(stream::exhausted, () -> stream.poll(printer, POLL), notices);
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
