package dev.sluice.cli.trace;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.statistics.Change;
import dev.sluice.analysis.statistics.Comparison;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.cli.CliException;
import dev.sluice.cli.CommandProvider;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Since;
import dev.sluice.cli.Source;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.Table;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two recordings. */
@Command(
    name = "compare",
    description = "Compare two recordings operation by operation, with confidence intervals.",
    footer = {
      "",
      "change   of the mean time of a call, second less first, and its 95 %% interval",
      "result   slower, faster: the change is more than chance, with 5 %% error for all",
      "         operations together; same?: none was found, the interval says how",
      "         large one may be; few calls; new; gone",
      "",
      "Intervals are Welch's, of means of consecutive calls. A recording shows how the",
      "calls of one run differ, not how runs differ: record several, and compare two",
      "of the same version as well, before you blame a change of the program.",
      "",
      "  sluice compare yesterday today",
      "",
      "Exit code: 0 both were read; 1 a region of a source is damaged; 2 wrong usage,",
      "an unreachable source, or one without operations."
    })
public final class CompareCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Mixin private SourceParameter source;

  @Parameters(index = "1", paramLabel = "SECOND", description = "What it is compared with.")
  private String second;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "30",
      description = "Operations at most, those whose total time changed most (default: 30).")
  private int limit;

  @Option(
      names = "--json",
      description = "Print one JSON object; all operations, times in nanoseconds.")
  private boolean json;

  @Mixin private TraceOptions options;

  /** Found by the {@code sluice} command, which does not know this package. */
  public static final class Provider implements CommandProvider {
    /** For {@link java.util.ServiceLoader}. */
    public Provider() {}

    @Override
    public CommandLine command(Terminal terminal) {
      return new CommandLine(new CompareCommand(terminal));
    }
  }

  CompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (limit < 1) {
      throw new CliException("--limit must be at least 1, was " + limit);
    }
    options.limits();
    Source one = source.open(false, new Since(), terminal);
    Source other = source.open(second, false, new Since(), terminal);
    TraceOptions.Read<OperationStatistics> before = read(one);
    TraceOptions.Read<OperationStatistics> after = read(other);
    List<Change> changes = Comparison.of(before.traces().listener(), after.traces().listener());
    if (json) {
      write(one, other, before, after, changes);
    } else {
      print(one, other, before, after, changes);
    }
    return before.audit().damaged() + after.audit().damaged() == 0
        ? ExitCode.OK
        : ExitCode.INCOMPLETE;
  }

  private TraceOptions.Read<OperationStatistics> read(Source from) throws IOException {
    TraceOptions.Read<OperationStatistics> read =
        options.read(from, OperationStatistics::new, OperationStatistics::merged, terminal);
    if (read.traces().listener().all().findAny().isEmpty()) {
      throw new CliException(from + " holds no operation: no execution, event or duration of one");
    }
    return read;
  }

  private void print(
      Source one,
      Source other,
      TraceOptions.Read<OperationStatistics> before,
      TraceOptions.Read<OperationStatistics> after,
      List<Change> changes) {
    PrintStream out = terminal.printer();
    out.println(one + ": " + side(before));
    out.println(other + ": " + side(after));
    out.println();
    Table table =
        new Table(
            "operation",
            ">calls",
            ">then",
            ">mean",
            ">then",
            ">p99",
            ">then",
            ">change",
            "  95 % interval",
            "result");
    List<Change> shown = changes.stream().limit(limit).toList();
    UnaryOperator<String> name = OperationNames.of(shown.stream().map(Change::signature));
    shown.forEach(change -> row(table, name.apply(change.signature()), change));
    table.print(out, "  ");
    if (changes.size() > limit) {
      out.println("  … and " + Figures.count(changes.size() - limit) + " more: --limit N");
    }
    before.damages().print(out, "  ");
    after.damages().print(out, "  ");
    out.flush();
  }

  private static String side(TraceOptions.Read<OperationStatistics> read) {
    return TraceText.counts(read.traces().counts()) + "; " + Verdict.of(read.audit());
  }

  private static void row(Table table, String name, Change change) {
    OperationFigures before = change.before();
    OperationFigures after = change.after();
    boolean both = before != null && after != null && before.durations().mean() > 0;
    boolean interval = both && !Double.isNaN(change.low());
    table.row(
        name,
        before == null ? "" : Figures.count(before.calls()),
        after == null ? "" : Figures.count(after.calls()),
        before == null ? "" : Figures.nanos(before.durations().mean()),
        after == null ? "" : Figures.nanos(after.durations().mean()),
        before == null ? "" : Figures.nanos(before.durations().quantile(0.99)),
        after == null ? "" : Figures.nanos(after.durations().quantile(0.99)),
        both ? percent(change.relative(change.difference())) : "",
        interval
            ? "  "
                + percent(change.relative(change.low()))
                + " to "
                + percent(change.relative(change.high()))
            : "",
        result(change.verdict()));
  }

  private static String percent(double part) {
    double percent = 100 * part;
    String format = Math.abs(percent) < 99.95 ? "%+.1f %%" : "%+,.0f %%";
    return String.format(Locale.ROOT, format, percent);
  }

  private static String result(Change.Verdict verdict) {
    return switch (verdict) {
      case SLOWER -> "slower";
      case FASTER -> "faster";
      case NO_DIFFERENCE_FOUND -> "same?";
      case TOO_FEW_CALLS -> "few calls";
      case NEW -> "new";
      case GONE -> "gone";
    };
  }

  private void write(
      Source one,
      Source other,
      TraceOptions.Read<OperationStatistics> before,
      TraceOptions.Read<OperationStatistics> after,
      List<Change> changes)
      throws IOException {
    JsonGenerator to = TraceJson.generator(terminal.out());
    to.writeStartObject();
    side(to, "before", one, before);
    side(to, "after", other, after);
    to.writeArrayFieldStart("operations");
    for (Change change : changes) {
      to.writeStartObject();
      to.writeStringField("operation", change.signature());
      to.writeStringField("result", change.verdict().name().toLowerCase(Locale.ROOT));
      number(to, "difference", change.difference());
      number(to, "low", change.low());
      number(to, "high", change.high());
      number(to, "p", change.p());
      figures(to, "before", change.before());
      figures(to, "after", change.after());
      to.writeEndObject();
    }
    to.writeEndArray();
    TraceJson.end(to, terminal.out());
  }

  private static void side(
      JsonGenerator to, String name, Source from, TraceOptions.Read<OperationStatistics> read)
      throws IOException {
    to.writeObjectFieldStart(name);
    to.writeStringField("source", from.toString());
    to.writeBooleanField("complete", read.audit().complete());
    TraceJson.counts(to, read.traces().counts());
    to.writeEndObject();
  }

  /** JSON has no NaN. */
  private static void number(JsonGenerator to, String name, double value) throws IOException {
    if (Double.isNaN(value)) {
      to.writeNullField(name);
    } else {
      to.writeNumberField(name, value);
    }
  }

  private static void figures(JsonGenerator to, String name, OperationFigures figures)
      throws IOException {
    if (figures == null) {
      to.writeNullField(name);
      return;
    }
    to.writeObjectFieldStart(name);
    TopTable.figures(to, figures);
    to.writeEndObject();
  }
}
