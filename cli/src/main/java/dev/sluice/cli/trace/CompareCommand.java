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
      "Tell what changed of requests between two recordings, and where.",
      "",
      "  sluice compare yesterday today"
    },
    footer = {
      "",
      "A request is a whole trace; its kind is its first operation or, below one with",
      "which 80 %% of all begin, what that calls first. Of each kind and each operation",
      "in it: calls and time a request, time of a call, failures; then → now, and the",
      "95 %% interval of the change. The first line names the gravest change; kinds",
      "are in the order of gravity.",
      "",
      "result  fails more, slower, slowest N %% slower, more calls, gone, new; faster,",
      "        slowest N %% faster, fails less, fewer calls; more often, less often (of",
      "        all requests). Each is more than chance, with 5 %% error for all of them",
      "        together. Of an operation whose time changed it says why: fewer or more",
      "        calls, itself, or by its calls",
      "        no change found *: its interval alone has no 0 in it",
      "",
      "A recording shows how the requests of one run differ, not how runs differ:",
      "compare two of the same version as well, before you blame a change.",
      "",
      "Exit code: 0 both were read, whatever changed; 1 a region of a source is damaged;",
      "2 wrong usage, an unreachable source, or one without operations."
    })
public final class CompareCommand extends TerminalCommand {
  @Mixin private SourceParameter source;

  /** Of both sources. */
  @Mixin private Since since;

  @Parameters(index = "1", paramLabel = "SECOND", description = "What it is compared with.")
  private String second;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "10",
      description = "Kinds of requests, and operations of each, at most (default: 10).")
  private int limit;

  @Option(
      names = "--all",
      description = "List operations of kinds in which no change was found, too.")
  private boolean all;

  @Option(
      names = "--with-warm-up",
      description = "Count the requests of a warm-up, which is left out if one is found.")
  private boolean keepWarmUp;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = {
        "Write compare.html there, a page that needs no network, and",
        "compare.json: what --json prints, and what its pictures are made of."
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
              ? from + " holds no operation: no execution, event or duration of one"
              : from + " holds no whole request: " + TraceText.counts(read.traces().counts()));
    }
    return read;
  }
}
