package dev.sluice.cli.trace;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.api.config.Key;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.streams.Audit;
import dev.sluice.tools.Bounds;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.report.LiveTraces;
import dev.sluice.tools.report.OperationLine;
import dev.sluice.tools.report.Report;
import dev.sluice.tools.report.TraceReading;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints operations by what they cost. */
@Command(
    name = "top",
    description = {
      "List operations: calls, self and total time, quantiles, failures.",
      "",
      "  sluice top records --sort p99 --limit 10",
      "  sluice top kafka://broker:9092/records --follow"
    },
    footer = {
      "",
      "self   time in the operation without monitored operations that it called",
      "share  of the self time of all operations",
      "total  with what it called; a recursion counts each of its calls",
      "p50, p99: at most 0.8 %% wrong. A – means that no call's place is known, as",
      "with the probe duration. Self times of traces that are not whole may hold",
      "those of calls that are missing.",
      "",
      "Exit code: 0 all was read; 1 a region of the source is damaged; 2 wrong",
      "usage, an unreachable source, or one without operations."
    })
public final class TopCommand extends TerminalCommand {
  private static final String EVERY = "--every";
  private static final Key<Duration> TIME =
      Key.duration("every", null, Duration.ofMillis(10), "").named(EVERY);

  private static final Duration POLL = Duration.ofMillis(200);

  @Mixin private SourceParameter source;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "20",
      description = "Maximum number of operations to list (default: ${DEFAULT-VALUE}).")
  private int limit;

  /** What comes first. */
  enum Sort {
    self(Calls::self),
    total(Calls::sum),
    calls(Calls::calls),
    mean(Calls::mean),
    p50(calls -> calls.nanos(0.5)),
    p99(calls -> calls.nanos(0.99)),
    max(Calls::max),
    failed(Calls::failed);

    private final Function<Calls, Number> figure;

    Sort(Function<Calls, Number> figure) {
      this.figure = figure;
    }

    List<OperationLine> first(List<OperationLine> lines, int most) {
      return lines.stream()
          .sorted(
              Comparator.comparingDouble(
                      (OperationLine one) -> OperationLine.known(figure.apply(one.calls())))
                  .reversed())
          .limit(most)
          .toList();
    }
  }

  @Option(
      names = "--sort",
      paramLabel = "FIGURE",
      defaultValue = "self",
      description = "Sort by this figure: ${COMPLETION-CANDIDATES} (default: self).")
  private Sort sort;

  @Option(
      names = "--follow",
      description = "Wait for new records at the end of the source; Ctrl-C stops.")
  private boolean follow;

  @Option(
      names = EVERY,
      paramLabel = "TIME",
      defaultValue = "2s",
      description = "Interval between two lists with --follow (default: ${DEFAULT-VALUE}).")
  private String every;

  @Option(
      names = "--without-warm-up",
      description = {
        "Leave out the calls of a warm-up, as analyze does, if one is found.",
        "Cannot be combined with --follow, because a warm-up is detected only",
        "at the end."
      })
  private boolean withoutWarmUp;

  @Mixin private JsonOption json;

  @Mixin private Since since;
  @Mixin private TraceOptions options;

  @Override
  public Integer call() throws IOException {
    Bounds.atLeastOne("--limit", limit);
    Duration pause = TIME.parse(every);
    if (follow && withoutWarmUp) {
      throw new ToolException("--without-warm-up cannot be used with --follow");
    }
    options.limits();
    SourceSpec from = source.open(follow, since, terminal);
    if (follow) {
      follow(from, pause);
      return ExitCode.OK;
    }
    if (withoutWarmUp) {
      Report read = Report.of(from, Set.of(), options.limits(), 1, false, new Progress(terminal));
      return conclude(from, TopTable.of(read), read.audit(), read.damages());
    }
    TraceReading<OperationStatistics> read =
        TraceReading.of(
            from,
            options.limits(),
            OperationStatistics::new,
            OperationStatistics::merged,
            new Progress(terminal));
    return conclude(from, TopTable.of(read.traces(), read.audit()), read.audit(), read.damages());
  }

  private Integer conclude(SourceSpec from, TopTable table, Audit audit, DamageList damages)
      throws IOException {
    if (table.isEmpty()) {
      throw new ToolException(
          from + " contains no operation: no record of an execution, event or duration");
    }
    if (show(from, table)) {
      damages.print(terminal.printer(), "  ");
    }
    return ExitCode.of(audit.damaged() == 0);
  }

  /** Whether it was shown as text. */
  private boolean show(SourceSpec from, TopTable table) throws IOException {
    boolean text = json.write(terminal, out -> table.write(from.toString(), out));
    if (text) {
      PrintStream out = terminal.printer();
      out.println(from);
      table.print(sort, limit, out);
    }
    return text;
  }

  /** Shows what came until now, whatever traces are open. */
  private void follow(SourceSpec from, Duration pause) throws IOException {
    LiveTraces<OperationStatistics> live =
        new LiveTraces<>(options.liveLimits(), new OperationStatistics());
    try (StageRun<LiveTraces<OperationStatistics>> run =
        StageRun.open(live.stage(), from.builder(), 1)) {
      long next = System.nanoTime();
      while (!run.exhausted()) {
        boolean there = from.poll(() -> run.poll(POLL));
        long now = System.nanoTime();
        if (there && now >= next) {
          next = now + pause.toNanos();
          terminal.clearScreen();
          show(from, TopTable.of(live.result(), run.audit()));
        }
      }
      show(from, TopTable.of(run.finish().result(), run.audit()));
    }
  }
}
