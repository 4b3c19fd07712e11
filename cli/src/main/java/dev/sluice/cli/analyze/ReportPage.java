package dev.sluice.cli.analyze;

import dev.sluice.analysis.calls.CallGraph.Edge;
import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.calls.Message;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.resources.ResourceLines;
import dev.sluice.analysis.resources.TimeLine;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Verdict;
import dev.sluice.cli.format.Instants;
import dev.sluice.cli.format.SafeText;
import dev.sluice.cli.trace.CallTreeText;
import dev.sluice.cli.trace.TraceText;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.pages.Picture;
import dev.sluice.pages.Point;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.HistogramIterationValue;

/** What was found, as one page; of what is large, the most important. */
final class ReportPage {
  private static final int OPERATIONS = 50;
  private static final int EDGES = 60;
  private static final int FLAMES = 3_000;
  private static final int HISTOGRAMS = 6;
  private static final int MESSAGES = 80;
  private static final int CALLS = 60;
  private static final int TREES = 3;
  private static final int CHARTS = 12;
  private static final int LINES = 8;
  private static final int PRODUCERS = 100;

  private final ReportStage.Result result;
  private final Findings findings;
  private final Page page;

  private ReportPage(String source, ReportStage.Result result) {
    this.result = result;
    findings = result.traces().listener();
    page = Page.titled("Report of " + SafeText.line(source));
  }

  static Page of(String source, ReportStage.Result result, Audit audit) {
    ReportPage report = new ReportPage(source, result);
    report.audit(audit);
    report.operations();
    report.graphs();
    report.flame();
    report.histograms();
    report.heat();
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
    more(audit.producers().size(), PRODUCERS, "producer");
  }

  private void more(long all, int shown, String what) {
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
                        brief(one.signature()),
                        Figures.count(one.calls()),
                        one.placed() == 0 ? "–" : Figures.nanos(one.self()),
                        Figures.nanos(one.total()),
                        quantile(one, 0.5),
                        quantile(one, 0.99),
                        Figures.nanos(one.durations().max()),
                        Figures.count(one.durations().failed())))
            .toList());
    more(all.size(), OPERATIONS, "operation");
  }

  private static String brief(String signature) {
    return SafeText.line(Signature.brief(signature));
  }

  private static String quantile(OperationFigures one, double part) {
    boolean none = one.durations().inQuantiles() == 0;
    return none ? "–" : Figures.nanos(one.durations().quantile(part));
  }

  private void graphs() {
    List<Edge> operations = findings.graph.edges();
    if (operations.isEmpty()) {
      return;
    }
    page.heading("Dependencies")
        .paragraph("Who calls whom. Drag to move, scroll to zoom, point at an arrow for figures.");
    graph("Components", findings.graph.components(), true);
    graph("Operations", operations, false);
    if (findings.graph.loose() + findings.graph.beyond() > 0) {
      page.paragraph(
          "Not shown: "
              + Figures.count(findings.graph.loose(), "call")
              + " whose caller is missing, "
              + Figures.count(findings.graph.beyond(), "call")
              + " beyond the bound of edges.");
    }
  }

  private void graph(String title, List<Edge> edges, boolean components) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    Map<String, Long> calls = new LinkedHashMap<>();
    List<List<?>> arrows = new ArrayList<>();
    for (Edge edge : edges.subList(0, Math.min(EDGES, edges.size()))) {
      String caller = edge.caller() == null ? "(entry)" : edge.caller();
      numbers.putIfAbsent(caller, numbers.size());
      numbers.putIfAbsent(edge.callee(), numbers.size());
      calls.merge(edge.callee(), edge.calls(), Long::sum);
      arrows.add(
          List.of(
              numbers.get(caller),
              numbers.get(edge.callee()),
              edge.calls(),
              edge.durations().quantile(0.5),
              edge.durations().quantile(0.99)));
    }
    List<List<?>> nodes = new ArrayList<>();
    for (String name : numbers.keySet()) {
      String brief = components ? SafeText.line(Signature.simple(name)) : brief(name);
      nodes.add(List.of(brief, SafeText.line(name), calls.getOrDefault(name, 0L)));
    }
    page.picture(Picture.graph(title, nodes, arrows));
    more(edges.size(), EDGES, "rarer edge");
  }

  private void flame() {
    CallTree tree = findings.tree();
    int size = tree.size();
    if (size < 2) {
      return;
    }
    long[] totals = new long[size];
    for (int i = size - 1; i > 0; i--) {
      totals[i] = Math.max(totals[i], tree.total(i));
      totals[tree.caller(i)] += tree.total(tree.caller(i)) == 0 ? totals[i] : 0;
    }
    boolean[] kept = new boolean[size];
    IntStream.range(0, size)
        .boxed()
        .sorted(Comparator.comparingLong((Integer i) -> -totals[i]).thenComparing(i -> i))
        .limit(FLAMES)
        .forEach(i -> kept[i] = true);
    int[] places = new int[size];
    List<List<?>> nodes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      kept[i] &= i == 0 || kept[tree.caller(i)];
      if (kept[i]) {
        places[i] = nodes.size();
        int caller = i == 0 ? 0 : places[tree.caller(i)];
        String name = i == 0 ? "all" : brief(tree.signature(i));
        nodes.add(List.of(caller, name, totals[i], tree.self(i), tree.calls(i), tree.failed(i)));
      }
    }
    page.heading("Flame graph")
        .paragraph("Width is time. A click shows one call path alone; search marks operations.")
        .picture(Picture.flame("Call paths of all traces", nodes));
    more(size, nodes.size(), "short call path");
    more(findings.tree().beyond(), 0, "call beyond the bound of call path");
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
      chart.line(brief(one.signature()), points);
    }
    page.heading("Latency").paragraph("Of the operations with the most self time.").chart(chart);
  }

  private void heat() {
    HeatMap heat = findings.heat;
    int lowest = HeatMap.LEVELS;
    int highest = -1;
    List<int[]> found = new ArrayList<>();
    for (int slot = 0; slot < heat.slots(); slot++) {
      for (int level = 0; level < HeatMap.LEVELS; level++) {
        if (heat.count(slot, level) > 0) {
          found.add(new int[] {slot, level});
          lowest = Math.min(lowest, level);
          highest = Math.max(highest, level);
        }
      }
    }
    if (found.isEmpty()) {
      return;
    }
    int bottom = lowest;
    List<List<?>> cells = new ArrayList<>();
    found.forEach(at -> cells.add(List.of(at[0], at[1] - bottom, heat.count(at[0], at[1]))));
    List<String> slots =
        IntStream.range(0, heat.slots())
            .mapToObj(slot -> Instants.millis(heat.begin(slot)).substring(11, 23))
            .toList();
    List<String> levels =
        IntStream.rangeClosed(bottom, highest)
            .mapToObj(level -> Figures.nanos(Math.scalb(1.0, level)))
            .toList();
    page.picture(
        Picture.heat(
            "Traces by time and duration, from " + Instants.millis(heat.begin(0)),
            slots,
            levels,
            cells));
  }

  private void slowest() {
    List<Trace> traces = findings.slowest.traces();
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
                        Figures.nanos(one.duration()),
                        Figures.count(one.calls()),
                        one.state().label(),
                        one.size() == 0 ? "" : brief(one.signature(0))))
            .toList());
    sequence(traces.get(0));
    for (Trace trace : traces.subList(0, Math.min(TREES, traces.size()))) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8);
      CallTreeText.print(trace, out, "", true, i -> false, CALLS);
      out.flush();
      page.paragraph("Calls of trace " + trace.id() + ", with total and self time:");
      page.lines(text.toString(StandardCharsets.UTF_8));
    }
  }

  private void sequence(Trace trace) {
    Map<String, Integer> lanes = ReportFiles.lanes(trace);
    List<List<?>> messages = new ArrayList<>();
    for (Message one : Message.of(trace, MESSAGES)) {
      int caller = ReportFiles.lane(trace, lanes, one.caller());
      int callee = ReportFiles.lane(trace, lanes, one.callee());
      String text =
          one.call()
              ? SafeText.line(Signature.method(trace.signature(one.callee())))
              : Figures.nanos(trace.duration(one.callee()));
      messages.add(
          List.of(one.call() ? caller : callee, one.call() ? callee : caller, text, one.call()));
    }
    List<String> names =
        lanes.keySet().stream().map(name -> SafeText.line(Signature.simple(name))).toList();
    page.picture(Picture.sequence("Sequence of trace " + trace.id(), names, messages));
    if (messages.size() == MESSAGES) {
      page.paragraph("The first " + MESSAGES + " messages; sequence.mmd has more.");
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
              more(one.getValue().size(), LINES, "line");
            });
    more(charts.size(), CHARTS, "chart");
  }

  private static List<Point> points(TimeLine line, long start) {
    return IntStream.range(0, line.slots())
        .filter(slot -> line.count(slot) > 0)
        .mapToObj(slot -> Point.of((line.begin(slot) - start) / 1e9, line.mean(slot)))
        .toList();
  }
}
