package dev.sluice.cli.trace;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.Change;
import dev.sluice.analysis.requests.Figure;
import dev.sluice.analysis.requests.FigureChange;
import dev.sluice.analysis.requests.RequestComparison;
import dev.sluice.analysis.requests.RequestComparison.Gravest;
import dev.sluice.analysis.requests.RequestComparison.KindChange;
import dev.sluice.analysis.requests.WholeRequests;
import dev.sluice.analysis.traces.TraceCounts;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.Table;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.report.CompareWords;
import dev.sluice.tools.report.ComparedRequests;
import dev.sluice.tools.report.OperationNames;
import dev.sluice.tools.report.TraceReading;
import dev.sluice.tools.report.TraceText;
import dev.sluice.tools.report.WholeComparison;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison for a terminal. */
final class CompareText {
  private static final String UNKNOWN = "–";

  /** Maximum number of kinds that are described in sentences. */
  private static final int SENTENCES = 5;

  private static final String REQUESTS =
      "~kind of request|>requests|>mean|>change, 95 % interval|?>p50|?>p95|?>p99|?>failed|  result";
  private static final String OPERATIONS =
      "|>calls a request|>time a request|>change, 95 % interval"
          + "|?>own time a request|?>mean of a call|?>p99 of a call|?>failed|  result";

  private final PrintStream out;
  private final int limit;
  private final boolean all;
  private final RequestComparison comparison;

  /** Name of the parts of a request: operations or programs. */
  private final String parts;

  private final UnaryOperator<String> names;

  CompareText(PrintStream out, int limit, boolean all, RequestComparison comparison, String parts) {
    this.out = out;
    this.limit = limit;
    this.all = all;
    this.comparison = comparison;
    this.parts = "~" + parts;
    Stream<Change> changes =
        comparison.kinds().stream()
            .flatMap(kind -> Stream.concat(Stream.of(kind.request()), kind.operations().stream()));
    names =
        OperationNames.of(
            Stream.concat(
                comparison.dispatchers().stream(),
                Stream.concat(changes, comparison.outside().stream()).map(Change::operation)));
  }

  void print(TraceReading<ComparedRequests> before, TraceReading<ComparedRequests> after) {
    side("before  ", before, comparison.before());
    side("after   ", after, comparison.after());
    out.println();
    if (comparison.kinds().isEmpty()) {
      out.println("There are no traces, so calls are compared instead of requests.");
      out.println(gravest(comparison.gravest()));
    } else {
      kinds();
    }
    if (!comparison.outside().isEmpty()) {
      out.println();
      table(
          REQUESTS.replace("kind of request|>requests", "operation without a request|>calls"),
          List.of(Figure.MEAN, Figure.P50, Figure.P95, Figure.P99),
          comparison.outside());
    }
  }

  void print(WholeComparison whole) {
    out.println();
    out.println(
        "Through several programs, each as a whole: before %s; after %s"
            .formatted(number(whole.before()), number(whole.after())));
    kinds();
  }

  private static String number(WholeRequests of) {
    String part = of.each() == 1 ? "" : " of one in " + Figures.count(of.each());
    String left =
        of.incomplete() == 0 ? "" : ", without %,d incomplete ones".formatted(of.incomplete());
    return Figures.count(of.requests(), "request") + part + left;
  }

  private void side(
      String name, TraceReading<ComparedRequests> side, RequestComparison.Side compared) {
    TraceCounts counts = side.traces().counts();
    String indent = " ".repeat(name.length());
    out.println(name + side.from() + ": " + Verdict.of(side.audit()));
    boolean isPart = counts.traces() > compared.requests() + compared.warmUp();
    out.println(
        indent
            + TraceText.counts(counts)
            + (isPart ? "; those that are not valid are left out" : ""));
    String longer = " took " + Figures.digits(compared.warmUpFactor()) + " times as long as later";
    if (compared.from() > compared.begin()) {
      out.println(
          "%sleft out as warm-up: the first %s; %s%s"
              .formatted(
                  indent,
                  Figures.nanos(compared.from() - compared.begin()),
                  Figures.count(compared.warmUp(), "request"),
                  longer));
    } else if (compared.warmUpFactor() > 1) {
      out.println(indent + "no warm-up left out, but the beginning" + longer);
    }
    if (compared.beyond() + side.traces().otherOperations() > 0) {
      out.println(
          indent + "the table is full: further operations are summed up as (other operations)");
    }
  }

  private void kinds() {
    List<KindChange> kinds = comparison.kinds();
    Set<String> sentences = new LinkedHashSet<>();
    sentences.add(gravest(comparison.gravest()));
    FigureChange mix = comparison.sameMix();
    String verdict = comparison.sameMixVerdict().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    if (!Double.isNaN(mix.before())) {
      sentences.add(
          "A request takes %s with the same mix: %s: %s"
                  .formatted(CompareWords.instead(mix, Figures::nanos), change(mix), verdict)
              + (mix.isWithoutZero() && !mix.isClear() ? CompareWords.DOUBTFUL : ""));
    }
    if (comparison.isMixChanged()) {
      FigureChange mean = comparison.mean();
      sentences.add(
          "The mix changed; with that of each recording, a request takes "
              + CompareWords.instead(mean, Figures::nanos)
              + ": "
              + change(mean));
    }
    kinds.stream()
        .filter(kind -> kind.request().isClear())
        .limit(SENTENCES)
        .forEach(kind -> sentences(kind).forEach(sentences::add));
    sentences.forEach(out::println);
    if (!comparison.dispatchers().isEmpty()) {
      String named = comparison.dispatchers().stream().map(names).collect(Collectors.joining(", "));
      out.println("A kind of request is named after what " + named + " calls first.");
    }
    out.println();
    table(
        REQUESTS,
        List.of(Figure.TOTAL, Figure.P50, Figure.P95, Figure.P99),
        kinds.stream().map(KindChange::request).toList());
    kinds.stream()
        .filter(kind -> !kind.operations().isEmpty())
        .filter(kind -> all || Stream.of(kind.request()).anyMatch(Change::isClear) || isClear(kind))
        .limit(limit)
        .forEach(this::operations);
  }

  private static boolean isClear(KindChange kind) {
    return kind.operations().stream().anyMatch(Change::isClear);
  }

  /** Returns the gravest change, in a sentence. */
  private String gravest(Gravest gravest) {
    Change operation = gravest.operation();
    if (operation == null && gravest.kind() != null) {
      return sentences(gravest.kind()).findFirst().orElseThrow();
    }
    if (operation != null) {
      return "%s%s: %s."
          .formatted(
              names.apply(operation.operation()),
              in(gravest.kind()),
              CompareWords.result(operation));
    }
    return switch (gravest.verdict()) {
      case SLOWER -> "Requests are slower, but the change of no single kind is significant.";
      case FASTER -> "Requests are faster, but the change of no single kind is significant.";
      case TOO_FEW ->
          "There are too few %s to detect a change."
              .formatted(comparison.kinds().isEmpty() ? "calls" : "requests");
      default -> "No change was found.";
    };
  }

  private String in(KindChange kind) {
    return kind == null ? "" : " in a request of " + names.apply(kind.request().operation());
  }

  /** Returns what changed of a kind of request, and why. */
  private Stream<String> sentences(KindChange kind) {
    return CompareWords.sentences(kind.request(), names, kind.main().map(this::why).orElse(""));
  }

  private String why(Change main) {
    String name = names.apply(main.operation());
    return switch (main.cause()) {
      case CALLS -> {
        FigureChange calls = main.figures().get(Figure.CALLS);
        String before = Figures.digits(calls.before());
        yield " calls "
            + name
            + " "
            + Figures.digits(calls.after())
            + " times instead of "
            + before
            + ", and";
      }
      case SELF -> {
        FigureChange self = main.figures().get(Figure.SELF);
        yield " spends "
            + CompareWords.instead(self, Figures::nanos)
            + " in "
            + name
            + " itself, and";
      }
      case BELOW -> "";
    };
  }

  private void operations(KindChange kind) {
    out.println();
    out.println(names.apply(kind.request().operation()));
    table(
        OPERATIONS, List.of(Figure.TOTAL, Figure.SELF, Figure.MEAN, Figure.P99), kind.operations());
  }

  /** Prints a table: number, first figure and its change, other figures, failures and result. */
  private void table(String heads, List<Figure> figures, List<Change> changes) {
    boolean doubtful = false;
    Table table = new Table((heads == OPERATIONS ? parts + heads : heads).split("\\|"));
    for (Change change : changes.stream().limit(limit).toList()) {
      List<String> cells = new ArrayList<>();
      cells.add(names.apply(change.operation()));
      cells.add(heads == OPERATIONS ? pair(change, Figure.CALLS, Figures::digits) : counts(change));
      figures.forEach(figure -> cells.add(pair(change, figure, Figures::nanos)));
      cells.add(3, change(change.figures().get(figures.get(0))));
      cells.add(pair(change, Figure.FAILED, part -> Figures.percent(part, 1)));
      cells.add("  " + CompareWords.result(change));
      doubtful |= CompareWords.result(change).endsWith(CompareWords.DOUBTFUL);
      table.row(cells.toArray(String[]::new));
    }
    table.print(out, "  ");
    foot(doubtful, changes.size() - limit);
  }

  private void foot(boolean doubtful, int more) {
    if (doubtful) {
      out.println(
          "  %s significant alone, but of %,d comparisons one in 20 is so by chance"
              .formatted(CompareWords.DOUBTFUL.strip(), comparison.tests()));
    }
    if (more > 0) {
      out.println("  … and " + Figures.count(more) + " more: --limit N");
    }
  }

  private static String counts(Change change) {
    return calls(change.before()) + " → " + calls(change.after());
  }

  private static String calls(Calls of) {
    return of == null ? "0" : Figures.count(of.calls());
  }

  private static String pair(Change of, Figure figure, DoubleFunction<String> form) {
    FigureChange change = of.figures().get(figure);
    String before = known(change.before(), form);
    String after = known(change.after(), form);
    return before.equals(after) ? after : before + " → " + after;
  }

  private static String known(double value, DoubleFunction<String> form) {
    return Double.isNaN(value) ? UNKNOWN : form.apply(value);
  }

  private static String change(FigureChange change) {
    boolean none = Double.isNaN(change.low()) && Double.isNaN(change.high());
    return percent(change.relative())
        + (none ? "" : ", " + percent(change.low()) + " to " + percent(change.high()));
  }

  private static String percent(double part) {
    String format = Math.abs(part) < 0.9995 ? "%+.1f %%" : "%+,.0f %%";
    return Double.isFinite(part) ? String.format(Locale.ROOT, format, 100 * part) : UNKNOWN;
  }
}
