package dev.sluice.cli.demo;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.api.chunk.Ids;
import dev.sluice.cli.AgentReport;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.Table;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.report.OperationLine;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Results that the demo prints at its end. */
record DemoReport(PrintStream out) {
  private static final int HOTTEST = 10;
  private static final double FAIR_SHARE = 0.7;
  private static final String INDENT = "  ";

  void records(Consumption consumption) {
    List<ProducerAudit> producers = consumption.audit().producers();
    long emitted = producers.stream().mapToLong(ProducerAudit::emitted).sum();
    long dropped = producers.stream().mapToLong(p -> p.dropped().total()).sum();
    line("");
    line("Records");
    figure("emitted", emitted, "");
    figure("delivered", consumption.records(), "decoded while the program ran");
    figure("dropped", dropped, dropped == 0 ? "" : causes(producers));
    figure("chunks", consumption.chunks(), size(consumption));
  }

  private static String causes(List<ProducerAudit> producers) {
    return String.join(", ", producers.stream().map(p -> Verdict.drops(p.dropped())).toList());
  }

  private static String size(Consumption consumption) {
    String size = Figures.bytes(consumption.bytes());
    double each = (double) consumption.bytes() / Math.max(1, consumption.records());
    return size + ", " + Figures.digits(each) + " bytes per record";
  }

  private void figure(String name, long value, String remark) {
    line("  %-9s  %,11d  %s", name, value, remark);
  }

  void throughput(LoadResult without, LoadResult with) {
    double before = without.perSecond(Program.THREADS);
    double after = with.perSecond(Program.THREADS);
    double cpuBefore = without.cpuPerStatement();
    double cpuAfter = with.cpuPerStatement();
    Table table =
        new Table("H2, SQL threads: " + Program.THREADS, ">without", ">with monitoring", "");
    table.row(
        "  SQL statements per second",
        Figures.count(Math.round(before)),
        Figures.count(Math.round(after)),
        change(before, after));
    table.row(
        "  processor time per statement",
        Figures.nanos(cpuBefore),
        Figures.nanos(cpuAfter),
        change(cpuBefore, cpuAfter));
    line("");
    table.print(out, "");
    line("  In the bursts, not in the rests between them, after warm-up. The broker and the");
    line(
        "  consumer had the same %d processors. In so short a run compilers still work: try",
        Runtime.getRuntime().availableProcessors());
    line("  --duration 60s for a fairer comparison.");
    double share = Math.min(without.processorShare(), with.processorShare());
    if (share < FAIR_SHARE) {
      line(
          "  The machine was busy: the threads got a processor for %.0f %% of the time they",
          100 * share);
      line("  had work. Trust the processor times rather than the statements per second.");
    }
  }

  private static String change(double from, double to) {
    return from == 0 ? "" : String.format(Locale.ROOT, "%+.1f %%", 100 * (to - from) / from);
  }

  void methods(CallProfile profile) {
    line("");
    Table table =
        new Table(
            "~Hottest methods, by self time", ">calls", ">total", ">self", ">share", "?>self/call");
    double self =
        profile.methods().all().mapToDouble(one -> OperationLine.known(one.once().self())).sum();
    for (OperationFigures method : profile.methods().bySelf().stream().limit(HOTTEST).toList()) {
      Calls calls = method.once();
      double own = OperationLine.known(calls.self());
      table.row(
          "  " + Signature.brief(method.signature()),
          Figures.count(calls.calls()),
          Figures.nanos(calls.sum()),
          Figures.nanos(own),
          Figures.percent(own, self),
          Figures.nanos(own / calls.calls()));
    }
    table.print(out, "");
  }

  void callTree(CallProfile profile) {
    if (profile.sample() != null) {
      line("");
      line("One call, as it happened (trace %s)", Ids.print(profile.sample().id()));
      profile.printSample(out, INDENT);
    }
  }

  void balance(Balance balance, AgentReport report) {
    line("");
    if (balance.isBalanced()) {
      line("Balanced: yes. Agent, chunk headers and consumer counted for themselves and agree:");
      line(
          "  %,d emitted = %,d delivered + %,d dropped",
          report.emitted(), report.emitted() - report.droppedTotal(), report.droppedTotal());
    } else {
      line("Balanced: no. %s", String.join("; ", balance.faults()));
    }
  }

  void next(Path kept, Path report) {
    Path page = report.resolve("report.html");
    Table table = new Table("Next", "");
    table.row("  " + opener() + " " + page, "the report in a browser");
    next(table, "analyze " + kept + " -o " + report, "makes it, of any recording");
    next(table, "verify " + kept, "did everything arrive?");
    next(table, "stats " + kept, "counts, sizes, rates");
    next(table, "top " + kept, "methods by self time, with quantiles");
    next(table, "trace " + kept, "the slowest call, as it happened");
    next(table, "cat " + kept + " --limit 5", "records; --format jsonl or csv for programs");
    next(table, "inspect " + kept + " --limit 1", "what a chunk is made of");
    next(table, "help run", "your own program: sluice run --sink … --include … -- java …");
    line("");
    table.print(out, "");
  }

  /** Returns what opens a page on this system. */
  private static String opener() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return system.startsWith("win") ? "start" : system.startsWith("mac") ? "open" : "xdg-open";
  }

  private static void next(Table table, String command, String purpose) {
    table.row("  " + LineStream.SLUICE + " " + command, purpose);
  }

  private void line(String format, Object... arguments) {
    out.println(String.format(Locale.ROOT, format, arguments).stripTrailing());
  }
}
