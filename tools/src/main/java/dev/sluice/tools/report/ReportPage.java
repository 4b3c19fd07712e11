package dev.sluice.tools.report;

import dev.sluice.analysis.calls.CallGraph.Edge;
import dev.sluice.analysis.resources.ResourceLines;
import dev.sluice.analysis.resources.TimeLine;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.HdrHistogram.HistogramIterationValue;

/** What was found, as one page; of what is large, the most important. */
public final class ReportPage {
  private static final int OPERATIONS = 50;
  private static final int HISTOGRAMS = 6;
  private static final int CALLS = 60;
  private static final int TREES = 3;
  private static final int CHARTS = 12;
  private static final int LINES = 8;
  private static final int PRODUCERS = 100;

  private final ReportStage.Result result;
  private final Collected findings;
  private final Page page;
  private final UnaryOperator<String> names;
  private final ReportPictures pictures;

  private ReportPage(String source, ReportStage.Result result) {
    this.result = result;
    findings = result.traces().listener();
    page = Page.titled("Report of " + SafeText.line(source));
    names = OperationNames.of(findings.statistics.all().map(OperationFigures::signature));
    pictures = new ReportPictures(page, names);
  }

  static Page of(String source, ReportStage.Result result, List<Edge> components, Audit audit) {
    ReportPage report = new ReportPage(source, result);
    report.audit(audit);
    report.operations();
    report.graphs(components);
    report.pictures.flame(report.findings.tree());
    report.histograms();
    report.pictures.heat(report.findings.heat);
    report.slowest();
    report.resources();
    return report.page;
  }

  private void audit(Audit audit) {
    page.heading("Completeness").paragraph("The records are " + Verdict.of(audit) + ".");
    page.paragraph(TraceText.counts(result.traces().counts()) + ".");
    page.table(
        List.of("producer", ">emitted", ">delivered", ">missing chunks", "dropped", "ended"),
        audit.producers().stream()
            .sorted(Comparator.comparing(ProducerAudit::complete))
            .limit(PRODUCERS)
            .map(
                one ->
                    List.of(
                        one.name() == null ? one.id() : SafeText.line(one.name()),
                        Figures.count(one.emitted()),
                        Figures.count(one.delivered()),
                        Figures.count(one.gaps()),
                        Verdict.drops(one.dropped()),
                        one.ended() ? "yes" : "no"))
            .toList());
    more(page, audit.producers().size(), PRODUCERS, "producer");
  }

  static void more(Page page, long all, int shown, String what) {
    if (all > shown) {
      page.paragraph("And " + Figures.count(all - shown, what) + " more.");
    }
  }

  private void operations() {
    List<OperationFigures> all = findings.statistics.bySelf();
    page.heading("Operations");
    if (all.isEmpty()) {
      page.paragraph("There is no record of an operation.");
      return;
    }
    page.table(
        List.of("operation", ">calls", ">self", ">total", ">p50", ">p99", ">max", ">failed"),
        all.stream()
            .limit(OPERATIONS)
            .map(
                one ->
                    List.of(
                        names.apply(one.signature()),
                        Figures.count(one.calls()),
                        one.placed() == 0 ? "–" : Figures.nanos(one.self()),
                        Figures.nanos(one.total()),
                        quantile(one, 0.5),
                        quantile(one, 0.99),
                        one.calls() == 0 ? "–" : Figures.nanos(one.durations().max()),
                        Figures.count(one.durations().failed())))
            .toList());
    more(page, all.size(), OPERATIONS, "operation");
  }

  private static String quantile(OperationFigures one, double part) {
    boolean none = one.durations().inQuantiles() == 0;
    return none ? "–" : Figures.nanos(one.durations().quantile(part));
  }

  private void graphs(List<Edge> components) {
    List<Edge> operations = findings.graph.edges();
    if (operations.isEmpty()) {
      return;
    }
    page.heading("Dependencies")
        .paragraph("Who calls whom. Drag to move, scroll to zoom, point at an arrow for figures.");
    pictures.graph("Components", components, true);
    pictures.graph("Operations", operations, false);
    if (findings.graph.loose() + findings.graph.beyond() > 0) {
      page.paragraph(
          "Not shown: %s whose caller is missing, %s beyond the bound of edges."
              .formatted(
                  Figures.count(findings.graph.loose(), "call"),
                  Figures.count(findings.graph.beyond(), "call")));
    }
  }

  private void histograms() {
    List<OperationFigures> first =
        findings.statistics.bySelf().stream()
            .filter(one -> one.durations().inQuantiles() > 0)
            .limit(HISTOGRAMS)
            .toList();
    if (first.isEmpty()) {
      return;
    }
    Chart chart =
        Chart.of(
            "Latency", Axis.log("µs, up to"), Axis.linear("share of the operation's calls, %"));
    for (OperationFigures one : first) {
      List<Point> points = new ArrayList<>();
      double all = one.durations().inQuantiles();
      for (HistogramIterationValue value :
          one.durations().latencies().logarithmicBucketValues(64, 1.5)) {
        long count = value.getCountAddedInThisIterationStep();
        points.add(Point.of(value.getValueIteratedTo() / 1e3, 100 * count / all));
      }
      chart.line(names.apply(one.signature()), points);
    }
    page.heading("Latency").paragraph("Of the operations with the most self time.").chart(chart);
  }

  private void slowest() {
    List<Trace> traces = findings.traces();
    if (traces.isEmpty()) {
      return;
    }
    page.heading("Slowest traces");
    page.table(
        List.of("trace", "begin", ">duration", ">calls", "state", "first operation"),
        traces.stream()
            .map(
                one ->
                    List.of(
                        Long.toString(one.id()),
                        Instants.millis(one.begin()),
                        (one.isCut() ? "≥ " : "") + Figures.nanos(one.duration()),
                        Figures.count(one.calls()),
                        one.state().label(),
                        one.size() == 0 ? "" : names.apply(one.signature(0))))
            .toList());
    pictures.sequence(traces);
    for (Trace trace : traces.subList(0, Math.min(TREES, traces.size()))) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8);
      CallTreeText.print(trace, names, out, "", true, i -> false, CALLS);
      out.flush();
      page.paragraph("Calls of trace " + trace.id() + ", with total and self time:");
      page.lines(text.toString(StandardCharsets.UTF_8));
    }
  }

  private void resources() {
    Map<String, Map<String, TimeLine>> charts = new TreeMap<>();
    for (Map.Entry<ResourceLines.Series, TimeLine> one : result.lines().lines().entrySet()) {
      ResourceLines.Series series = one.getKey();
      String name = String.format("%s %04x", series.instance(), series.producer() & 0xffff);
      charts
          .computeIfAbsent(series.type() + ": " + series.field(), key -> new TreeMap<>())
          .put(name.strip(), one.getValue());
    }
    if (charts.isEmpty()) {
      return;
    }
    long start =
        charts.values().stream()
            .flatMap(lines -> lines.values().stream())
            .filter(line -> line.slots() > 0)
            .mapToLong(line -> line.begin(0))
            .min()
            .orElse(0);
    page.heading("Resources").paragraph("Means over time, from " + Instants.millis(start) + ".");
    charts.entrySet().stream()
        .limit(CHARTS)
        .forEach(
            one -> {
              Chart chart =
                  Chart.of(SafeText.line(one.getKey()), Axis.linear("s"), Axis.linear(""));
              one.getValue().entrySet().stream()
                  .limit(LINES)
                  .forEach(
                      line ->
                          chart.line(SafeText.line(line.getKey()), points(line.getValue(), start)));
              page.chart(chart);
              more(page, one.getValue().size(), LINES, "line");
            });
    more(page, charts.size(), CHARTS, "chart");
    more(page, result.lines().beyond(), 0, "value of lines beyond the bound of lines");
  }

  private static List<Point> points(TimeLine line, long start) {
    return IntStream.range(0, line.slots())
        .filter(slot -> line.count(slot) > 0)
        .mapToObj(slot -> Point.of((line.begin(slot) - start) / 1e9, line.mean(slot)))
        .toList();
  }
}
