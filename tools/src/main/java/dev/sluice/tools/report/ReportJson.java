package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.requests.CallFigures;
import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.RequestFigures;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.statistics.Durations;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.traces.LossTimes.Lost;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.streams.ProducerAudit;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The data of a report as one JSON object, of which the page is drawn. For one thread. */
final class ReportJson {
  private static final int OPERATIONS = 500;
  private static final int OPERATIONS_OF_KIND = 150;
  private static final int NODES = 1_500;
  private static final int EDGES = 400;
  private static final int PARTS = 10;

  /** A path is shown if it takes that part of the time of all requests. */
  private static final double LEAST_PART = 1 / 20_000.0;

  private final ReportModel model;
  private final OperationIndex operations;
  private final int rows;
  private long cut;

  private ReportJson(ReportModel model) {
    this.model = model;
    operations = model.operations;
    rows = model.figures.rows().size();
  }

  /** Writes it as a line; the stream stays open. */
  static void write(
      String source, ReportModel model, String verdict, List<Finding> findings, OutputStream target)
      throws IOException {
    JsonGenerator json = TraceJson.generator(target);
    json.writeStartObject();
    json.writeStringField("source", source);
    TraceJson.counts(json, model.result.traces().counts());
    for (Map.Entry<String, Object> field :
        new ReportJson(model).fields(verdict, findings).entrySet()) {
      json.writeFieldName(field.getKey());
      JsonTree.write(json, field.getValue());
    }
    TraceJson.end(json, target);
  }

  private Map<String, Object> fields(String verdict, List<Finding> findings) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", 1);
    json.put("begin", Long.toString(model.begin));
    json.put("span", Math.max(1, model.end - model.begin));
    json.put("programs", model.audit.producers().stream().map(ReportJson::program).toList());
    boolean complete = model.audit.complete();
    json.put("badge", JsonTree.object("complete", complete, "text", verdict));
    json.put("audit", audit());
    json.put("gaps", gaps());
    boolean warm = model.figures != model.whole;
    json.put("warmUp", warm ? warmUp() : null);
    json.put("whole", warm ? figures(model.whole, true) : null);
    json.putAll(figures(model.figures, !warm));
    json.put("trees", IntStream.range(0, rows).mapToObj(this::tree).toList());
    json.put("cut", cut + model.collected.paths.beyond());
    List<List<Edge>> edges = IntStream.range(0, rows).mapToObj(this::edges).toList();
    json.put("edges", edges.stream().map(of -> of.stream().map(Edge::row).toList()).toList());
    json.put(
        "dependencies", edges.stream().map(of -> of.stream().map(e -> e.parts).toList()).toList());
    json.put("other", "(other requests)");
    json.put("heat", heat());
    TracesJson traces = new TracesJson(model);
    json.put("traces", traces.rows());
    json.put("threads", traces.threads());
    json.put("texts", traces.texts());
    Stream<String> hosts = model.traces().stream().map(trace -> trace.host());
    json.put("hosts", hosts.filter(Objects::nonNull).distinct().sorted().toList());
    json.put(
        "resources", ResourceCharts.of(model.result.lines()).stream().map(this::chart).toList());
    json.put("findings", findings.stream().map(one -> one.json(model)).toList());
    List<String> signatures = operations.signatures();
    json.put("signatures", signatures);
    json.put("labels", operations.labels());
    json.put("packages", signatures.stream().map(OperationIndex::packageOf).toList());
    return json;
  }

  private static Map<String, Object> program(ProducerAudit of) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", of.name() == null ? of.id() : of.name());
    json.put("id", of.id());
    json.put("attributes", Map.of());
    json.put("emitted", of.emitted());
    json.put("delivered", of.delivered());
    json.put("gaps", of.gaps());
    json.put("dropped", of.dropped().byLabel());
    json.put("ended", of.ended());
    return json;
  }

  private Map<String, Object> audit() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("complete", model.audit.complete());
    json.put("chunks", model.audit.chunks());
    json.put("records", model.audit.producers().stream().mapToLong(ProducerAudit::delivered).sum());
    json.put("damaged", model.audit.damaged());
    json.put("skippedBytes", model.audit.skippedBytes());
    return json;
  }

  /** Begin, end, producer, cause and records of each loss; null if that is not known. */
  private List<Object> gaps() {
    List<Lost> losses = model.result.losses().finish();
    if (losses == null) {
      return null;
    }
    List<String> ids = model.audit.producers().stream().map(ProducerAudit::id).toList();
    List<Object> gaps = new ArrayList<>();
    for (Lost lost : losses.stream().filter(one -> one.until() >= model.begin).toList()) {
      int producer = ids.indexOf(String.format("%016x", lost.producer()));
      boolean alone = losses.stream().filter(l -> l.producer() == lost.producer()).count() == 1;
      Stream<String> reasons = lost.reasons().stream().map(Reason::text);
      String cause =
          Stream.concat(reasons, lost.dropCauses().stream()).collect(Collectors.joining("; "));
      long missing = -1;
      ProducerAudit of = producer < 0 ? null : model.audit.producers().get(producer);
      if (alone && of != null && of.ended()) {
        missing = Findings.lost(of);
      }
      long from = model.micros(lost.from());
      gaps.add(JsonTree.array(from, model.micros(lost.until()), producer, cause, missing));
    }
    return gaps;
  }

  private Map<String, Object> warmUp() {
    long requests = model.whole.all().count() - model.figures.all().count();
    return JsonTree.object("end", model.micros(model.figures.from()), "requests", requests);
  }

  private Map<String, Object> figures(RequestFigures figures, boolean isAll) {
    List<Object> ops = new ArrayList<>();
    Map<String, CallFigures> together = new LinkedHashMap<>(figures.all().operations());
    figures.outside().forEach(together::putIfAbsent);
    Stream<OperationFigures> all = model.collected.statistics.bySelf().stream();
    ops.add(
        isAll
            ? all.limit(OPERATIONS).map(this::operation).toList()
            : operations(together, OPERATIONS));
    figures.rows().forEach(row -> ops.add(operations(row.operations(), OPERATIONS_OF_KIND)));
    List<Map<String, Object>> requests = figures.rows().stream().map(this::request).toList();
    return JsonTree.object("all", request(figures.all()), "requests", requests, "ops", ops);
  }

  private Map<String, Object> request(Row row) {
    Map<String, Object> json = FindingsJson.request(row);
    boolean named = ReportModel.isOperation(row) && !row.name().isEmpty();
    json.put("op", named ? operations.of(row.name()) : -1);
    return json;
  }

  private List<Object> operation(OperationFigures of) {
    Durations times = of.durations();
    boolean timed = times.inQuantiles() > 0;
    TreeMap<Integer, Long> counts = new TreeMap<>();
    if (timed) {
      times.forEach((nanos, n) -> counts.merge(CallFigures.halfOctave(nanos), n, Long::sum));
    }
    int first = timed ? counts.firstKey() : 0;
    long[] histogram = new long[timed ? counts.lastKey() - first + 2 : 0];
    Arrays.fill(histogram, 0, Math.min(1, histogram.length), first);
    counts.forEach((level, count) -> histogram[level - first + 1] = count);
    Long self = of.placed() > 0 ? of.self() : null;
    Long mean = of.calls() > 0 ? Math.round(times.mean()) : null;
    Long p50 = timed ? times.quantile(0.5) : null;
    Long p99 = timed ? times.quantile(0.99) : null;
    Long max = of.calls() > 0 ? times.max() : null;
    int op = operations.of(of.signature());
    return JsonTree.array(
        op, of.calls(), times.failed(), of.total(), self, mean, p50, p99, max, histogram);
  }

  private List<Object> operations(Map<String, CallFigures> all, int most) {
    return all.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<String, CallFigures> one) -> -one.getValue().self())
                .thenComparing(Map.Entry::getKey))
        .limit(most)
        .map(one -> operation(operations.of(one.getKey()), one.getValue()))
        .toList();
  }

  private Object operation(int op, CallFigures of) {
    boolean timed = of.inQuantiles() > 0;
    Long p50 = timed ? Math.round(of.quantile(0.5)) : null;
    Long p99 = timed ? Math.round(of.quantile(0.99)) : null;
    long[] histogram = timed ? of.halfOctaves() : new long[0];
    long mean = Math.round(of.mean());
    return JsonTree.array(
        op, of.calls(), of.failed(), of.sum(), of.self(), mean, p50, p99, of.max(), histogram);
  }

  private List<long[]> tree(int row) {
    List<long[]> tree = new ArrayList<>();
    tree(model.paths.of(row), -1, tree);
    return tree;
  }

  private void tree(PathNode caller, int number, List<long[]> tree) {
    for (PathNode node : caller.callees(model.figures)) {
      long time = node.time(model.figures);
      if (time < LEAST_PART * model.figures.all().total() || tree.size() == NODES) {
        cut++;
        continue;
      }
      int own = tree.size();
      CallFigures of = node.calls(model.figures);
      int op = operations.of(node.operation());
      tree.add(new long[] {op, number, of.calls(), time, of.self(), of.failed(), of.max()});
      tree(node, own, tree);
    }
  }

  /** What all paths with a caller and a callee have: both, calls, total, failed; calls by time. */
  private record Edge(long[] row, long[] parts) {
    long total() {
      return row[3];
    }
  }

  private List<Edge> edges(int row) {
    Map<List<Integer>, Edge> edges = new LinkedHashMap<>();
    for (PathNode node : model.paths.all(row)) {
      CallFigures of = node.calls(model.figures);
      if (of.calls() > 0) {
        boolean first = node.caller().caller() == null;
        int caller = first ? -1 : operations.of(node.caller().operation());
        int callee = operations.of(node.operation());
        long[] parts = node.parts(model.figures, model.begin, model.end, PARTS);
        long[] figures = {caller, callee, of.calls(), of.sum(), of.failed()};
        edges.merge(List.of(caller, callee), new Edge(figures, parts), ReportJson::sum);
      }
    }
    return edges.values().stream()
        .sorted(Comparator.comparing(edge -> -edge.total()))
        .limit(EDGES)
        .toList();
  }

  private static Edge sum(Edge one, Edge other) {
    Arrays.setAll(one.row, i -> one.row[i] + (i < 2 ? 0 : other.row[i]));
    Arrays.setAll(one.parts, i -> one.parts[i] + other.parts[i]);
    return one;
  }

  private Map<String, Object> heat() {
    RequestHeat heat = model.collected.cells;
    boolean none = heat.first() > heat.last();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("width", heat.width());
    json.put("slots", none ? 0 : heat.last() - heat.first() + 1);
    json.put("from", none ? 0 : heat.first() * heat.width() - model.begin);
    json.put("cells", heat.rows(rows, model.rowOf, 0));
    return json;
  }

  private List<Object> chart(ResourceCharts chart) {
    List<Object> lines = new ArrayList<>();
    chart
        .lines()
        .forEach(
            (name, values) -> {
              List<Object> points = new ArrayList<>();
              for (ResourceCharts.Value value : values) {
                points.add(TraceRow.micros(value.time() - model.begin));
                points.add((double) (float) value.value());
              }
              lines.add(List.of(name, points));
            });
    Long changed = chart.changed() == null ? null : TraceRow.micros(chart.changed() - model.begin);
    return JsonTree.array(chart.title(), chart.unit(), lines, changed);
  }
}
