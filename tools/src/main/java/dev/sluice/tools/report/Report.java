package dev.sluice.tools.report;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.traces.RequestIndex;
import dev.sluice.analysis.traces.RequestTraces;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceId;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.pages.ModelPage;
import dev.sluice.streams.Audit;
import dev.sluice.tools.Notices;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.NewFile;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Report of a recording: sentences, one HTML page, and files for programs. For one thread. */
public final class Report {
  /** The page's file in the directory of the report. */
  public static final String PAGE = "report.html";

  /** The file beside it that holds its data. */
  public static final String DATA = "report.json";

  /** Sentences that a report begins with, at most. */
  public static final int SENTENCES = 7;

  /** Maximum number of names of other findings of a row. */
  private static final int OTHERS = 3;

  /** Maximum number of shown traces whose whole requests are loaded. */
  private static final int WHOLE = 100;

  private static final int EXECUTIONS = 200_000;

  private static final Duration POLL = Duration.ofMillis(500);

  private final String from;
  private final ReportStage.Result result;
  private final Audit audit;
  private final DamageList damages;
  private final ReportModel model;
  private final List<Finding> findings;

  /**
   * A report.
   *
   * @param from what was read, for people
   * @param result what came of it
   * @param audit of the source
   * @param damages of the source
   * @param keepWarmUp whether the requests of a warm-up count in the figures
   */
  public Report(
      String from, ReportStage.Result result, Audit audit, DamageList damages, boolean keepWarmUp) {
    this.from = from;
    this.result = result;
    this.audit = audit;
    this.damages = damages;
    model = new ReportModel(result, audit, keepWarmUp);
    findings = Findings.of(model);
  }

  /**
   * Reads a source to its end.
   *
   * @param traces ids of those that are shown beside the slowest
   * @param workers threads that analyse
   * @param keepWarmUp whether the requests of a warm-up count in the figures
   * @throws dev.sluice.tools.ToolException if it holds no chunk
   */
  public static Report of(
      SourceSpec from,
      Set<Long> traces,
      TraceLimits limits,
      int workers,
      boolean keepWarmUp,
      Notices notices)
      throws IOException {
    DamageList damages = new DamageList();
    try (StageRun<ReportStage.Result> run =
        StageRun.open(
            new ReportStage(traces, limits, RequestIndex.MOST),
            from.builder().damageListener(damages),
            workers)) {
      from.readAll(run::exhausted, () -> run.poll(POLL), notices);
      ReportStage.Result result = run.finish();
      Audit audit = from.checked(run.audit(), damages);
      return new Report(from.toString(), result, audit, damages, keepWarmUp);
    } finally {
      notices.clear();
    }
  }

  /**
   * Reads a source again for the whole requests of shown traces: their traces in other threads and
   * programs. A source that can be read only once shows the traces that it has.
   */
  public void readRequests(SourceSpec from, TraceLimits limits, Notices notices)
      throws IOException {
    List<Trace> shown = model.traces();
    List<Trace> first = shown.subList(0, Math.min(WHOLE, shown.size()));
    Set<TraceId> wanted = result.traces().listener().index.around(first);
    if (!wanted.isEmpty() && from.isRepeatable()) {
      RequestTraces traces = new RequestTraces(wanted, EXECUTIONS, false, limits.timeout());
      model.show(RequestReading.read(from, limits, traces, notices));
    }
  }

  /** Returns what arrived, and what is missing. */
  public Audit audit() {
    return audit;
  }

  /** Regions that could not be read. */
  public DamageList damages() {
    return damages;
  }

  /** Operations, those with the most self time first; without the calls of a warm-up, or with. */
  public List<OperationLine> operations() {
    return model.operations(false);
  }

  /** Requests of a warm-up that are left out of all figures. */
  public long leftOut() {
    return model.leftOut();
  }

  /** Returns what became of the traces. */
  public TraceStage.Result<?> traces() {
    return result.traces();
  }

  /** Returns what a reader should know, worst first. */
  public List<Finding> findings() {
    return findings;
  }

  /** Returns the findings by row: those of one rule and severity, the worst first. */
  public List<List<Finding>> rows() {
    return List.copyOf(
        findings.stream()
            .collect(Collectors.groupingBy(Finding::row, LinkedHashMap::new, Collectors.toList()))
            .values());
  }

  /** Returns the names and costs of all but the first finding of a row. */
  public static String others(List<Finding> row) {
    String names =
        row.stream().skip(1).limit(OTHERS).map(Finding::brief).collect(Collectors.joining(", "));
    return (row.size() - 1) + " more: " + names + (row.size() - 1 > OTHERS ? ", …" : "");
  }

  /**
   * Returns when the flight recorder did not run, in a sentence; null if it ran or nobody asked for
   * it.
   */
  public String unseen() {
    return MachineFindings.unseen(model);
  }

  /** Figures in a sentence, and the worst rows of the findings: {@value #SENTENCES} at most. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>(List.of(model.sentence()));
    if (unseen() != null) {
      sentences.add(unseen());
    }
    for (List<Finding> row : rows().stream().limit(SENTENCES - sentences.size()).toList()) {
      sentences.add(row.get(0).text() + (row.size() == 1 ? "" : " " + others(row) + "."));
    }
    return sentences;
  }

  /**
   * Returns the conditions that are met or cannot be checked, one sentence each, and adds them to
   * the page.
   */
  public List<String> met(Conditions conditions) {
    model.met = conditions.met(model, findings);
    return model.met;
  }

  /** Writes the data of the page as one JSON object. */
  public void writeJson(OutputStream target) throws IOException {
    ReportJson.write(from, model, Verdict.of(audit), findings, target);
  }

  /** Writes the findings as one JSON object. */
  public void writeFindings(OutputStream target) throws IOException {
    FindingsJson.write(from, model, findings, target);
  }

  /** Writes the findings as SARIF 2.1.0, which tools show beside those of compilers. */
  public void writeSarif(OutputStream target) throws IOException {
    FindingsJson.writeSarif(from, findings, target);
  }

  /**
   * Writes the page and the files beside it, in place of those of an older report.
   *
   * @return whether all traces that were asked for are in it
   */
  public boolean write(Path directory) throws IOException {
    Collected collected = result.traces().listener();
    List<Trace> shown = collected.traces();
    Files.createDirectories(directory);
    file(directory, "operations.csv", ReportFiles.csv(model.operations(false)));
    file(directory, "operations.dot", ReportFiles.dot(model.edges(name -> name)));
    file(directory, "components.dot", ReportFiles.dot(model.edges(Signature::type)));
    file(directory, "services.dot", ReportFiles.dot(ServiceText.edges(collected.services)));
    file(
        directory,
        "sequence.mmd",
        shown.isEmpty() ? "sequenceDiagram\n" : ReportFiles.mermaid(shown.get(0)));
    file(directory, "audit.json", audit.toJson() + "\n");
    NewFile.replace(directory.resolve(DATA), this::writeJson);
    ModelPage.report("Report of " + SafeText.line(from))
        .write(directory.resolve(PAGE), out -> Files.copy(directory.resolve(DATA), out));
    return collected.hasAll();
  }

  private static void file(Path directory, String name, String text) throws IOException {
    try {
      NewFile.replace(
          directory.resolve(name), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    } finally {
      directory.toFile().delete(); // if it is empty
    }
  }
}
