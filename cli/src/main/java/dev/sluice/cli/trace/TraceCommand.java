package dev.sluice.cli.trace;

import dev.sluice.analysis.traces.Request;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.cli.ExitCode;
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
import dev.sluice.tools.report.RequestReading;
import dev.sluice.tools.report.RequestSelection;
import dev.sluice.tools.report.RequestText;
import dev.sluice.tools.report.TraceJson;
import dev.sluice.tools.report.TraceReading;
import dev.sluice.tools.report.TraceText;
import java.io.IOException;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints call trees. */
@Command(
    name = "trace",
    description = {
      "Print call trees: the calls of a trace, and how long each one took.",
      "",
      "  sluice trace records --slowest 3",
      "  sluice trace records --containing 'Basket.add'",
      "  sluice trace records --state incomplete"
    },
    footer = {
      "",
      "Each line is a call: operation, total time, and self time, which excludes the",
      "calls below it. Four or more equal calls in a row become one line, such as ×",
      "4, with the median and the longest time, and the calls of the longest one",
      "below it. ⋯ marks a call whose caller is missing. Calls that a request made in",
      "other programs are below the call that caused them, after the name of the",
      "program. If a trace or request is not whole, the reason is printed as far as",
      "the chunks prove it.",
      "",
      "Exit code: 0 traces were printed; 1 no trace matches, or a region of the source",
      "is damaged; 2 wrong usage or an unreachable source."
    })
public final class TraceCommand extends TerminalCommand {
  private static final int MAX_EXECUTIONS = 100_000;
  private static final int MAX_SLOWEST = 10_000;

  @Mixin private SourceParameter source;

  @Option(
      names = "--slowest",
      paramLabel = "N",
      description = "Print the N slowest traces (default: 1).")
  private Integer slowest;

  @Option(
      names = "--id",
      paramLabel = "ID",
      converter = WantedId.Converter.class,
      description = {
        "Print the traces with this hexadecimal id, as printed by this command,",
        "or all traces of the request with this W3C trace id (32 digits)."
      })
  private WantedId id;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = {
        "List traces in this state, one per line: ${COMPLETION-CANDIDATES}.",
        "failed: the first call ended with an exception; cut: the beginning",
        "or the end is missing."
      })
  private Wanted state;

  /** States of traces that can be listed. */
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
        "Print the slowest traces that call an operation whose signature",
        "contains PATTERN; * matches any text."
      })
  private String containing;

  @Option(
      names = "--calls",
      paramLabel = "N",
      defaultValue = "100",
      description = {
        "Maximum number of calls per tree: first matches of --containing, then",
        "the longest, each with its callers (default: ${DEFAULT-VALUE})."
      })
  private int calls;

  @Option(names = "--all-calls", description = "Print equal calls in a row one by one.")
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
    int executions = isList() && !json.isGiven() ? 1 : MAX_EXECUTIONS;
    Progress progress = new Progress(terminal);
    TraceReading<RequestSelection> read =
        TraceReading.of(
            from,
            options.limits(),
            () ->
                new RequestSelection(
                    TraceSelection.requests(most, executions, this::isWanted, pattern)),
            (one, other) -> one, // there is one worker
            progress);
    RequestReading requests =
        isList() ? RequestReading.none(read) : RequestReading.of(read, options.limits(), progress);
    if (json.write(terminal, out -> TraceJson.write(requests, out))) {
      print(from, requests);
    }
    boolean found = read.traces().listener().traces().found() > 0;
    return ExitCode.of(found && read.audit().damaged() == 0);
  }

  /** Returns how many traces are kept at most. */
  private int most() {
    boolean all = id != null || state != null;
    int most = slowest != null ? slowest : all ? MAX_SLOWEST : 1;
    Bounds.within("--slowest", most, 1, MAX_SLOWEST);
    return most;
  }

  private boolean isWanted(Trace trace) {
    return (id == null || id.isOf(trace)) && (state == null || state.test.test(trace));
  }

  /** Returns whether a trace is a line, and not a tree. */
  private boolean isList() {
    return state != null && id == null && slowest == null;
  }

  private void print(SourceSpec from, RequestReading requests) {
    PrintStream out = terminal.printer();
    TraceReading<RequestSelection> read = requests.read();
    TraceSelection selection = read.traces().listener().traces();
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
    if (requests.trouble() != null) {
      out.println("  " + requests.trouble());
    }
    Set<Request> printed = new HashSet<>();
    UnaryOperator<String> names = names(traces, requests);
    for (Trace trace : traces) {
      Request request = requests.of(trace);
      if (isList()) {
        printHead(out, "  ", trace);
      } else if (request == null) {
        out.println();
        printHead(out, "", trace);
        CallTreeText.print(trace, view(names, i -> ""), out, "  ");
      } else if (printed.add(request)) {
        out.println();
        printHead(out, "", request.traces().get(0));
        RequestText.lines(request, read.audit().complete()).forEach(out::println);
        requests.clocks(request).forEach(one -> out.println("  " + RequestText.clock(one)));
        CallTreeText.print(request.tree(), view(names, i -> entered(request, i)), out, "  ");
      }
    }
    read.damages().print(out, "  ");
  }

  private static UnaryOperator<String> names(List<Trace> traces, RequestReading requests) {
    return OperationNames.of(
        Stream.concat(traces.stream(), requests.requests().stream().map(Request::tree))
            .flatMap(trace -> IntStream.range(0, trace.size()).mapToObj(trace::signature)));
  }

  private CallTreeText.View view(UnaryOperator<String> names, IntFunction<String> before) {
    Predicate<String> wanted = pattern == null ? any -> false : pattern;
    return new CallTreeText.View(names, true, !allCalls, wanted, calls, before);
  }

  /** Returns the program, before the first call in it; or that another thread goes on. */
  private static String entered(Request request, int execution) {
    if (!request.enters(execution)) {
      return "";
    }
    Trace trace = request.trace(execution);
    Trace above = request.above(trace);
    boolean isSame = above != null && above.producer() == trace.producer();
    return isSame ? "in another thread: " : RequestText.program(trace) + ": ";
  }

  private static void printHead(PrintStream out, String indent, Trace trace) {
    out.println(indent + TraceText.head(trace));
    String trouble = TraceText.trouble(trace);
    if (trouble != null) {
      LineStream.println(out, indent + "  ", trouble);
    }
  }

  /** Returns what was asked for, behind the word trace. */
  private String such() {
    return (state == null ? "" : " that is " + state)
        + (id != null ? " with the id " + id : containing != null ? " with such a call" : "");
  }
}
