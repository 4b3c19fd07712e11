package dev.sluice.tools.report;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.RequestFigures;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.resources.VmPauses;
import dev.sluice.analysis.services.ServiceCalls;
import dev.sluice.analysis.traces.LossTimes.Lost;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.api.chunk.Ids;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  /** Minimum part of the time of all requests that a path which is shown takes. */
  private static final double MIN_PART = 1 / 20_000.0;

  /** Minimum part of the time of its kind, which is enough, too. */
  private static final double MIN_PART_OF_KIND = 1 / 200.0;

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
    JsonObject fields = new ReportJson(model).fields(source, verdict, findings);
    TraceJson.line(fields.put("sentence", model.sentence()), target);
  }

  private JsonObject fields(String source, String verdict, List<Finding> findings) {
    JsonObject json = JsonObject.of("source", source);
    json.put("counts", TraceJson.counts(model.result.traces().counts()));
    json.put("version", 1);
    json.put("begin", Long.toString(model.begin));
    json.put("span", Math.max(1, model.end - model.begin));
    json.put("programs", model.audit.producers().stream().map(this::program).toList());
    boolean complete = model.audit.complete();
    json.put("badge", JsonObject.of("complete", complete, "text", verdict));
    json.put("audit", audit());
    json.put("gaps", gaps());
    boolean warm = model.figures != model.whole;
    json.put("warmUpLeftOut", model.leftOut());
    json.put("warmUp", warm ? warmUp() : null);
    json.put("whole", warm ? figures(model.whole, true) : null);
    json.putAll(figures(model.figures, !warm));
    json.put("trees", IntStream.range(0, rows).mapToObj(this::tree).toList());
    json.put("cut", cut + model.collected.paths.beyond());
    List<List<Edge>> edges = IntStream.range(0, rows).mapToObj(this::edges).toList();
    json.put("edges", edges.stream().map(of -> of.stream().map(Edge::row).toList()).toList());
    json.put(
        "dependencies", edges.stream().map(of -> of.stream().map(e -> e.parts).toList()).toList());
    ServiceCalls services = model.collected.services;
    json.put("services", ServiceText.json(services));
    json.put("servicesOf", services.each());
    json.put("clocks", services.offsets().stream().map(TraceJson::clock).toList());
    json.put("other", "(other requests)");
    json.put("heat", heat());
    TracesJson traces = new TracesJson(model);
    json.put("traces", traces.rows());
    json.put("joined", new JoinedJson(model).rows());
    json.put("threads", traces.threads());
    json.put("texts", traces.texts());
    Stream<String> hosts = model.traces().stream().map(trace -> trace.host());
    json.put("causes", causes());
    json.put("hosts", hosts.filter(Objects::nonNull).distinct().sorted().toList());
    json.put(
        "resources", ResourceCharts.of(model.result.lines()).stream().map(this::chart).toList());
    json.put("pauses", pauses(model.result.lines().pauses()));
    json.put("unseen", MachineFindings.unseen(model));
    json.put("met", model.met);
    json.put("findings", findings.stream().map(one -> one.json(model)).toList());
    List<String> signatures = operations.signatures();
    json.put("signatures", signatures);
    json.put("labels", operations.labels());
    json.put("packages", signatures.stream().map(OperationIndex::packageOf).toList());
    return json;
  }

  /** Status and exception of the traces of the page that failed, by key; null if not read. */
  private JsonObject causes() {
    JsonObject causes = model.result.causes() == null ? null : new JsonObject();
    for (Trace trace : causes == null ? List.<Trace>of() : model.traces()) {
      List<Object> cause = model.result.causes().of(trace);
      if (cause != null) {
        causes.put(model.key(trace), cause);
      }
    }
    return causes;
  }

  private JsonObject program(ProducerAudit of) {
    JsonObject json = new JsonObject();
    json.put("name", of.name() == null ? of.id() : of.name());
    json.put("id", of.id());
    Map<String, String> said = new LinkedHashMap<>();
    for (String text : model.result.attributes().getOrDefault(Ids.parse(of.id()), Set.of())) {
      int space = text.indexOf(' ');
      said.put(text.substring(0, space), SafeText.line(text.substring(space + 1)));
    }
    json.put("attributes", said);
    json.put("emitted", of.emitted());
    json.put("delivered", of.delivered());
    json.put("gaps", of.gaps());
    json.put("dropped", of.dropped().byLabel());
    json.put("ended", of.ended());
    return json;
  }

  private JsonObject audit() {
    JsonObject json = new JsonObject();
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
      int producer = ids.indexOf(Ids.print(lost.producer()));
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
      gaps.add(Arrays.asList(from, model.micros(lost.until()), producer, cause, missing));
    }
    return gaps;
  }

  private JsonObject warmUp() {
    return JsonObject.of("end", model.micros(model.figures.from()), "requests", model.leftOut());
  }

  private JsonObject figures(RequestFigures figures, boolean isAll) {
    List<Object> ops = new ArrayList<>();
    ops.add(operations(model.operations(isAll), OPERATIONS));
    figures.rows().forEach(row -> ops.add(operations(row)));
    List<JsonObject> requests = figures.rows().stream().map(this::request).toList();
    return JsonObject.of("all", request(figures.all()), "requests", requests, "ops", ops);
  }

  private JsonObject request(Row row) {
    JsonObject json = FindingsJson.request(row);
    boolean named = ReportModel.isOperation(row) && !row.name().isEmpty();
    json.put("op", named ? operations.of(row.name()) : -1);
    return json;
  }

  private List<Object> operations(Row row) {
    return operations(
        OperationLine.sorted(
            row.operations().entrySet().stream()
                .map(one -> new OperationLine(one.getKey(), one.getValue(), null))),
        OPERATIONS_OF_KIND);
  }

  private List<Object> operations(List<OperationLine> lines, int most) {
    return lines.stream().limit(most).<Object>map(this::operation).toList();
  }

  private List<Object> operation(OperationLine of) {
    Calls calls = of.calls();
    Long mean = calls.mean() == null ? null : (Long) Math.round(calls.mean());
    return Arrays.asList(
        operations.of(of.signature()),
        calls.calls(),
        calls.failed(),
        calls.sum(),
        calls.self(),
        mean,
        calls.nanos(0.5),
        calls.nanos(0.99),
        calls.max(),
        calls.times().halfOctaves());
  }

  private List<long[]> tree(int row) {
    List<long[]> tree = new ArrayList<>();
    double ofKind = MIN_PART_OF_KIND * model.figures.rows().get(row).total();
    double least = Math.min(MIN_PART * model.figures.all().total(), ofKind);
    tree(model.paths.of(row), -1, least, tree);
    return tree;
  }

  private void tree(PathNode caller, int number, double least, List<long[]> tree) {
    for (PathNode node : caller.callees(model.figures)) {
      long time = node.time(model.figures);
      if (time < least || tree.size() == NODES) {
        cut++;
        continue;
      }
      int own = tree.size();
      Calls of = node.calls(model.figures);
      int op = operations.of(node.operation());
      long max = of.calls() == 0 ? 0 : of.max();
      tree.add(new long[] {op, number, of.calls(), time, of.self(), of.failed(), max});
      tree(node, own, least, tree);
    }
  }

  /** Sums of all paths with a caller and a callee: both, calls, total, failed; calls by time. */
  private record Edge(long[] row, long[] parts) {
    long total() {
      return row[3];
    }
  }

  private List<Edge> edges(int row) {
    Map<List<Integer>, Edge> edges = new LinkedHashMap<>();
    for (PathNode node : model.paths.all(row)) {
      Calls of = node.calls(model.figures);
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

  private JsonObject heat() {
    RequestHeat heat = model.collected.cells;
    boolean none = heat.first() > heat.last();
    JsonObject json = new JsonObject();
    json.put("width", heat.width());
    json.put("slots", none ? 0 : heat.last() - heat.first() + 1);
    json.put("from", none ? 0 : heat.first() * heat.width() - model.begin);
    json.put("cells", heat.rows(rows, model.rowOf, 0));
    return json;
  }

  /**
   * Returns how many, nanoseconds of all, and begin, end and phase of the longest; null if none is
   * known.
   */
  private JsonObject pauses(VmPauses pauses) {
    List<Object> longest = new ArrayList<>();
    for (VmPauses.Pause one : pauses.longest()) {
      long end = model.micros(one.begin() + one.nanos());
      longest.add(List.of(model.micros(one.begin()), end, SafeText.line(one.phase())));
    }
    return pauses.count() == 0
        ? null
        : JsonObject.of("count", pauses.count(), "nanos", pauses.nanos(), "longest", longest);
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
    return Arrays.asList(chart.title(), chart.unit(), lines, changed);
  }
}
