package dev.sluice.cli.trace;

import dev.sluice.analysis.requests.RequestComparison;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.tools.Bounds;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.report.CompareJson;
import dev.sluice.tools.report.ComparedRequests;
import dev.sluice.tools.report.TraceReading;
import dev.sluice.tools.report.TraceText;
import dev.sluice.tools.report.WholeComparison;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two recordings. */
@Command(
    name = "compare",
    description = {
      "Compare the traces of two recordings: what changed, by how much, and where.",
      "",
      "  sluice compare yesterday today"
    },
    footer = {
      "",
      "Only whole traces are compared. Traces with the same first operation are one",
      "kind; if 80 %% of all traces begin with one operation, its first call decides.",
      "For each kind and each operation in it, the table shows calls and time per",
      "trace, time per call, and failures: before → after, with the 95 %% interval of",
      "the change. The largest change comes first.",
      "",
      "result  fails more, slower, slowest N %% slower, more calls, gone, new; faster,",
      "        slowest N %% faster, fails less, fewer calls; more often, less often (share",
      "        of all traces). Each result is statistically significant; the chance of any",
      "        false result is 5 %%. If the time of an operation changed, the result names",
      "        the reason: fewer or more calls, itself, or by its calls",
      "        no change found *: significant alone, but not among all comparisons",
      "",
      "Two runs of one version differ, too, and one recording cannot show by how much.",
      "Before you blame a change, compare two recordings of the same version.",
      "",
      "Exit code: 0 both sources were read, with or without changes; 1 a region of",
      "a source is damaged; 2 wrong usage, an unreachable source, or a source",
      "without operations."
    })
public final class CompareCommand extends TerminalCommand {
  @Mixin private SourceParameter source;

  /** Time range that holds for both sources. */
  @Mixin private Since since;

  @Parameters(index = "1", paramLabel = "SECOND", description = "Recording to compare with SOURCE.")
  private String second;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "10",
      description = "Maximum number of kinds and of operations in each (default: 10).")
  private int limit;

  @Option(names = "--all", description = "List operations of kinds without a change, too.")
  private boolean all;

  @Option(
      names = "--with-warm-up",
      description = {"Include the requests of a detected warm-up (default:", "they are left out)."})
  private boolean keepWarmUp;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = {
        "Directory for compare.html, a page that works offline, and",
        "compare.json: the output of --json and the data of the page's charts."
      })
  private Path directory;

  @Mixin private JsonOption json;

  @Mixin private TraceOptions options;

  @Override
  public Integer call() throws IOException {
    Bounds.atLeastOne("--limit", limit);
    if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new ToolException("--output must be a directory, " + directory + " is a file");
    }
    options.limits();
    SourceSpec one = source.open(false, since, terminal);
    SourceSpec other = source.open(second, false, since, terminal);
    TraceReading<ComparedRequests> before = read(one);
    TraceReading<ComparedRequests> after = read(other);
    ComparedRequests then = before.traces().listener();
    ComparedRequests now = after.traces().listener();
    WholeComparison whole = WholeComparison.of(then, now, keepWarmUp);
    RequestComparison comparison =
        RequestComparison.of(then, now, keepWarmUp, whole == null ? 1 : WholeComparison.FAMILIES);
    Path page =
        directory == null
            ? null
            : CompareJson.writePage(directory, before, after, comparison, whole);
    if (json.write(terminal, out -> new CompareJson(out).write(before, after, comparison, whole))) {
      PrintStream out = terminal.printer();
      new CompareText(out, limit, all, comparison, "operation").print(before, after);
      if (whole != null) {
        new CompareText(out, limit, all, whole.comparison(), "program").print(whole);
      }
      before.damages().print(out, "  ");
      after.damages().print(out, "  ");
      if (page != null) {
        out.println();
        out.println(page.toString());
      }
    }
    return ExitCode.of(before.audit().damaged() + after.audit().damaged() == 0);
  }

  private TraceReading<ComparedRequests> read(SourceSpec from) throws IOException {
    TraceReading<ComparedRequests> read =
        TraceReading.of(
            from,
            options.limits(),
            () -> new ComparedRequests(directory != null),
            ComparedRequests::merged,
            new Progress(terminal));
    if (read.traces().listener().isEmpty()) {
      throw new ToolException(
          read.traces().counts().traces() == 0
              ? from + " contains no operation: no record of an execution, event or duration"
              : from + " contains no whole trace: " + TraceText.counts(read.traces().counts()));
    }
    return read;
  }
}
