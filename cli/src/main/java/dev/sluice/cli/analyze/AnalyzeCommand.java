package dev.sluice.cli.analyze;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.IdConverter;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.StopSignal;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.trace.TraceOptions;
import dev.sluice.streams.Audit;
import dev.sluice.tools.Bounds;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.report.DistributedReport;
import dev.sluice.tools.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a report. */
@Command(
    name = "analyze",
    description = {
      "Write a report of a recording: an HTML page, and files for programs.",
      "",
      "  sluice analyze records -o report",
      "  sluice analyze kafka://broker:9092/records --distributed -o report"
    },
    footer = {
      "",
      "report.html is a single file that works offline: missing records and their",
      "reasons, operations, dependency graphs, flame graph, latencies, the slowest",
      "traces, sequence diagrams, resources. Beside it are operations.csv,",
      "operations.dot, components.dot, sequence.mmd (Mermaid), audit.json, and",
      "report.json with the data of the page. The command prints a summary.",
      "",
      "Exit code: 0 the whole source was read; 1 a region of it is damaged, or records",
      "are missing that could meet a condition; 2 wrong usage, or an unreachable or",
      "empty source; 3 a condition of --fail-on is met."
    })
public final class AnalyzeCommand extends TerminalCommand {
  private static final int MAX_THREADS = 64;

  @Mixin private SourceParameter source;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = {
        "Directory for the report; files of an older report are replaced.",
        "Optional with --distributed, for an instance that writes no report."
      })
  private Path directory;

  @Option(
      names = "--trace",
      paramLabel = "ID",
      converter = IdConverter.class,
      split = ",",
      description = {
        "Id of the trace that the sequence diagram shows first; the page offers",
        "the slowest ones as well. At most 20 ids, separated by commas."
      })
  private Set<Long> traces = Set.of();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "Number of threads for the analysis (default: 1; with --distributed, one",
        "per processor)."
      })
  private Integer threads;

  @Mixin private ReportOptions reportOptions;
  @Mixin private Since since;
  @Mixin private TraceOptions options;
  @Mixin private DistributedOptions distributed;

  @Override
  public Integer call() throws IOException {
    distributed.check();
    options.limits();
    reportOptions.check();
    check();
    if (distributed.isGiven()) {
      return share();
    }
    SourceSpec from = source.open(false, since, terminal);
    int workers = threads == null ? 1 : threads;
    Progress progress = new Progress(terminal);
    Report report =
        Report.of(from, traces, options.limits(), workers, reportOptions.keepWarmUp, progress);
    report.readRequests(from, options.limits(), progress);
    return conclude(report);
  }

  private void check() {
    if (threads != null) {
      Bounds.within("--threads", threads, 1, MAX_THREADS);
    }
    if (directory == null && !distributed.isGiven()) {
      throw new ToolException("missing option '--output=DIR', the directory for the report");
    }
    if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new ToolException("--output must be a directory, " + directory + " is a file");
    }
  }

  private Integer share() throws IOException {
    if (since.isGiven()) {
      throw new ToolException(
          "--from and --until cannot be used with --distributed, which analyzes the whole topic");
    }
    Progress progress = new Progress(terminal);
    Report report = null;
    try (DistributedReport share =
        new DistributedReport(
            source.configuredEndpoint(),
            traces,
            options.fixedLimits(),
            analysis -> distributed.set(analysis, threads))) {
      StopSignal leave = new StopSignal(share::close, 0);
      Interruption.whole(
          "the analysis so far is committed; other instances or the next run continue it");
      try {
        share.run((done, records) -> progress.update(line(done, records)));
        report = directory == null ? null : share.report(reportOptions.keepWarmUp);
      } finally {
        leave.close();
      }
    } finally {
      progress.clear();
    }
    if (report == null) {
      terminal
          .printer()
          .println("the whole topic is analyzed; an instance with --output writes the report");
      return ExitCode.OK;
    }
    if (report.audit().chunks() == 0) {
      throw new ToolException(nothing(report.audit()));
    }
    return conclude(report);
  }

  private static String line(double done, long records) {
    return "sluice: %.0f %% of the topic analyzed by all instances; by this one %s"
        .formatted(Math.floor(100 * done), Figures.count(records, "record"));
  }

  /** Returns the message that no chunk was read, with the reason. */
  private String nothing(Audit audit) {
    return audit.damaged() == 0
        ? source.endpoint() + " is empty: it contains no chunk"
        : "no chunk could be read from "
            + source.endpoint()
            + ": "
            + (audit.skippedBytes() == 0
                ? "its messages were deleted or compacted"
                : "all its "
                    + Figures.count(audit.skippedBytes(), "byte")
                    + " are damaged or not chunks")
            + "; 'sluice verify' lists the regions";
  }

  private Integer conclude(Report report) throws IOException {
    reportOptions.met(report);
    if (!report.write(directory)) {
      terminal.tell("some traces of --trace were not found");
    }
    PrintStream out = terminal.printer();
    report.sentences().forEach(out::println);
    out.println(directory.resolve(Report.PAGE).toString());
    out.println("  " + Verdict.of(report.audit()));
    report.damages().print(out, "  ");
    return reportOptions.conclude(report, terminal);
  }
}
