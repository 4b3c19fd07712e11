package dev.sluice.cli.trace;

import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.chunk.Ids;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.IdConverter;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.tools.Bounds;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.report.CallTreeText;
import dev.sluice.tools.report.Conditions;
import dev.sluice.tools.report.OperationNames;
import dev.sluice.tools.report.TraceJson;
import dev.sluice.tools.report.TraceReading;
import dev.sluice.tools.report.TraceText;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints call trees. */
@Command(
    name = "trace",
    description = {
      "Print call trees: what one request did, and how long each call took.",
      "",
      "  sluice trace records --slowest 3",
      "  sluice trace records --containing 'Basket.add'",
      "  sluice trace records --state incomplete"
    },
    footer = {
      "",
      "A line is a call: operation, total time, self time, which is the total",
      "without the calls below. Four or more equal calls in a row are one line, × 4,",
      "with the median and the longest; what the longest of them called is below it.",
      "A call that begins with ⋯ was made by one that is missing. A trace that is",
      "not whole says why, as far as the chunks of its producer prove it.",
      "",
      "Exit code: 0 traces were printed; 1 there is no such trace, or a region of",
      "the source is damaged; 2 wrong usage or an unreachable source."
    })
public final class TraceCommand extends TerminalCommand {
  private static final int MOST_EXECUTIONS = 100_000;
  private static final int MOST_SLOWEST = 10_000;

  @Mixin private SourceParameter source;

  @Option(names = "--slowest", paramLabel = "N", description = "The N slowest traces (default: 1).")
  private Integer slowest;

  @Option(
      names = "--id",
      paramLabel = "ID",
      converter = IdConverter.class,
      description = "Traces with that id, hexadecimal as it is printed.")
  private Long id;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = {
        "Traces that are ${COMPLETION-CANDIDATES}: a line each. Failed is one whose",
        "first call ended with an exception, cut one without beginning or end."
      })
  private Wanted state;

  /** What traces may be asked for. */
  enum Wanted {
    valid(trace -> trace.state() == TraceState.VALID),
    unproven(trace -> trace.state() == TraceState.VALID && !trace.isProven()),
    incomplete(trace -> trace.state() == TraceState.INCOMPLETE),
    broken(trace -> trace.state() == TraceState.BROKEN),
    failed(trace -> trace.size() > 0 && trace.depth(0) == 0 && trace.failed(0)),
    cut(Trace::isCut);

    private final Predicate<Trace> test;

    Wanted(Predicate<Trace> test) {
      this.test = test;
    }
  }

  @Option(
      names = "--containing",
      paramLabel = "PATTERN",
      description = {
        "Traces that call such an operation: a part of its signature, where *",
        "stands for anything. Of those that match, the slowest."
      })
  private String containing;

  @Option(
      names = "--calls",
      paramLabel = "N",
      defaultValue = "100",
      description = {
        "Calls of a tree that are shown, with those that made them: the longest,",
        "those that match --containing before others (default: 100)."
      })
  private int calls;

  @Option(names = "--all-calls", description = "Show each of equal calls in a row in its own line.")
  private boolean allCalls;

  @Mixin private JsonOption json;

  private Predicate<String> pattern;
  @Mixin private Since since;
  @Mixin private TraceOptions options;

  @Override
  public Integer call() throws IOException {
    int most = most();
    Bounds.atLeastOne("--calls", calls);
    options.limits();
    SourceSpec from = source.open(false, since, terminal);
    pattern = containing == null ? null : Conditions.pattern(containing);
    TraceReading<TraceSelection> read =
        TraceReading.of(
            from,
            options.limits(),
            () ->
                new TraceSelection(
                    most,
                    isList() && !json.isGiven() ? 1 : MOST_EXECUTIONS,
                    this::isWanted,
                    pattern),
            (one, other) -> {
              one.merge(other);
              return one;
            },
            new Progress(terminal));
    if (json.write(terminal, out -> TraceJson.write(read, out))) {
      print(from, read);
    }
    boolean found = read.traces().listener().found() > 0;
    return ExitCode.of(found && read.audit().damaged() == 0);
  }

  /** How many traces are kept at most. */
  private int most() {
    boolean all = id != null || state != null;
    int most = slowest != null ? slowest : all ? MOST_SLOWEST : 1;
    Bounds.within("--slowest", most, 1, MOST_SLOWEST);
    return most;
  }

  private boolean isWanted(Trace trace) {
    return (id == null || trace.id() == id) && (state == null || state.test.test(trace));
  }

  /** Whether a trace is a line, and not a tree. */
  private boolean isList() {
    return state != null && id == null && slowest == null;
  }

  private void print(SourceSpec from, TraceReading<TraceSelection> read) {
    PrintStream out = terminal.printer();
    TraceSelection selection = read.traces().listener();
    List<Trace> traces = selection.traces();
    out.println(from);
    out.println("  " + TraceText.counts(read.traces().counts()));
    if (traces.isEmpty()) {
      out.println("  no trace" + such());
    } else if (selection.found() > traces.size()) {
      out.println(
          "  the %s of %s%s"
              .formatted(
                  traces.size() == 1 ? "slowest" : Figures.count(traces.size()) + " slowest",
                  Figures.count(selection.found(), "trace"),
                  such()));
    }
    CallTreeText.View view = view(traces);
    for (Trace trace : traces) {
      if (isList()) {
        printHead(out, "  ", trace);
      } else {
        out.println();
        printHead(out, "", trace);
        CallTreeText.print(trace, view, out, "  ");
      }
    }
    read.damages().print(out, "  ");
  }

  private CallTreeText.View view(List<Trace> traces) {
    UnaryOperator<String> names =
        OperationNames.of(
            traces.stream()
                .flatMap(trace -> IntStream.range(0, trace.size()).mapToObj(trace::signature)));
    Predicate<String> wanted = pattern == null ? any -> false : pattern;
    return new CallTreeText.View(names, true, !allCalls, wanted, calls);
  }

  private static void printHead(PrintStream out, String indent, Trace trace) {
    out.println(indent + TraceText.head(trace));
    String trouble = TraceText.trouble(trace);
    if (trouble != null) {
      LineStream.println(out, indent + "  ", trouble);
    }
  }

  /** What was asked for, behind the word trace. */
  private String such() {
    return (state == null ? "" : " that is " + state)
        + (id != null
            ? " with the id " + Ids.print(id)
            : containing != null ? " with such a call" : "");
  }
}
