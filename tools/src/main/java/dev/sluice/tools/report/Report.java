package dev.sluice.tools.report;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.calls.CallGraph.Edge;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.streams.Audit;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.NewFile;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What a recording shows, as one HTML page and as files for programs.
 *
 * @param from what was read, for people
 * @param result what came of it
 * @param audit of the source
 * @param damages of the source
 */
public record Report(String from, ReportStage.Result result, Audit audit, DamageList damages) {
  /** The page's file in the directory of the report. */
  public static final String PAGE = "report.html";

  /** The file beside it that holds its data. */
  public static final String DATA = "report.json";

  private static final Duration POLL = Duration.ofMillis(500);

  /**
   * Reads a source to its end.
   *
   * @param traces ids of those that are shown beside the slowest
   * @param workers threads that analyse
   * @throws dev.sluice.tools.ToolException if it holds no chunk
   */
  public static Report of(
      SourceSpec from, Set<Long> traces, TraceLimits limits, int workers, Notices notices)
      throws IOException {
    DamageList damages = new DamageList();
    try (StageRun<ReportStage.Result> run =
        StageRun.open(
            new ReportStage(traces, limits), from.builder().damageListener(damages), workers)) {
      SourceSpec.readAll(run::exhausted, () -> run.poll(POLL), notices);
      ReportStage.Result result = run.finish();
      return new Report(from.toString(), result, from.checked(run.audit(), damages), damages);
    } finally {
      notices.clear();
    }
  }

  /**
   * Writes the page and the files beside it, in place of those of an older report.
   *
   * @return whether all traces that were asked for are in it
   */
  public boolean write(Path directory) throws IOException {
    Collected findings = result.traces().listener();
    List<Trace> shown = findings.traces();
    List<Edge> components = findings.graph.components();
    Files.createDirectories(directory);
    file(directory, "operations.csv", ReportFiles.csv(findings.statistics.bySelf()));
    file(directory, "operations.dot", ReportFiles.dot(findings.graph.edges()));
    file(directory, "components.dot", ReportFiles.dot(components));
    file(
        directory,
        "sequence.mmd",
        shown.isEmpty() ? "sequenceDiagram\n" : ReportFiles.mermaid(shown.get(0)));
    file(directory, "audit.json", audit.toJson() + "\n");
    try (NewFile file = NewFile.replacing(directory.resolve(DATA))) {
      ReportJson.write(from, new ReportModel(result, audit, false), List.of(), file.out());
      file.commit();
    }
    ReportPage.of(from, result, components, audit).write(directory.resolve(PAGE));
    return findings.hasAll();
  }

  private static void file(Path directory, String name, String text) throws IOException {
    try (NewFile file = NewFile.replacing(directory.resolve(name))) {
      file.out().write(text.getBytes(StandardCharsets.UTF_8));
      file.commit();
    } finally {
      directory.toFile().delete(); // if it is empty
    }
  }
}
