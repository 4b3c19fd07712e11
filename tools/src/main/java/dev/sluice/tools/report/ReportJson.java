package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.requests.CallFigures;
import dev.sluice.analysis.requests.PathFigures;
import dev.sluice.analysis.requests.RequestFigures;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.traces.LossTimes.Lost;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The data of a report as one JSON object, of which the page is drawn; see docs/analysis.md. For
 * one thread.
 */
final class ReportJson {
  private static final int OPERATIONS = 500;
  private static final int OPERATIONS_OF_KIND = 150;
  private static final int NODES = 1_500;
  private static final int EDGES = 400;

  /** A path is shown if it takes that part of the time of all requests. */
  private static final double LEAST_PART = 1 / 20_000.0;

  private final ReportModel model;
  private final JsonGenerator json;
  private final OperationIndex operations;
  private long cut;

  private ReportJson(ReportModel model, JsonGenerator json) {
    this.model = model;
    this.json = json;
    operations = model.operations;
  }

  /** Writes it as a line; the stream stays open. */
  static void write(String source, ReportModel model, List<Finding> findings, OutputStream target)
      throws IOException {
    JsonGenerator json = TraceJson.generator(target);
    json.writeStartObject();
    json.writeNumberField("version", 1);
    json.writeStringField("source", source);
    json.writeStringField("begin", Long.toString(model.begin));
    json.writeNumberField("span", Math.max(1, model.end - model.begin));
    new ReportJson(model, json).write(findings);
    TraceJson.end(json, target);
  }

  private void write(List<Finding> findings) throws IOException {
    audit(model.audit);
    TraceJson.counts(json, model.result.traces().counts());
    gaps();
    warmUp();
    figures(model.figures, model.figures == model.whole);
    json.writeArrayFieldStart("trees");
    for (PathNode top : model.paths) {
      tree(top);
    }
    json.writeEndArray();
    json.writeNumberField("cut", cut + model.collected.paths.beyond());
    edges();
    json.writeStringField("other", "(other requests)");
    heat();
    new TracesJson(model, json).write();
    resources();
    json.writeArrayFieldStart("findings");
    for (Finding finding : findings) {
      finding(finding);
    }
    json.writeEndArray();
    texts("hosts", model.hosts());
    List<String> signatures = operations.signatures();
    texts("signatures", signatures);
    texts("labels", operations.labels());
    texts("packages", signatures.stream().map(OperationIndex::packageOf).toList());
  }

  private void texts(String name, List<String> texts) throws IOException {
    json.writeFieldName(name);
    json.writeArray(texts.toArray(String[]::new), 0, texts.size());
  }

  private void numbers(long... numbers) throws IOException {
    json.writeArray(numbers, 0, numbers.length);
  }

  private void audit(Audit audit) throws IOException {
    json.writeArrayFieldStart("programs");
    for (ProducerAudit one : audit.producers()) {
      json.writeStartObject();
      json.writeStringField("name", one.name() == null ? one.id() : one.name());
      json.writeStringField("id", one.id());
      json.writeObjectFieldStart("attributes");
      json.writeEndObject();
      json.writeNumberField("emitted", one.emitted());
      json.writeNumberField("delivered", one.delivered());
      json.writeNumberField("gaps", one.gaps());
      json.writeObjectFieldStart("dropped");
      for (Map.Entry<String, Long> cause : one.dropped().byLabel().entrySet()) {
        json.writeNumberField(cause.getKey(), cause.getValue());
      }
      json.writeEndObject();
      json.writeBooleanField("ended", one.ended());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("badge");
    json.writeBooleanField("complete", audit.complete());
    json.writeStringField("text", Verdict.of(audit));
    json.writeEndObject();
    json.writeObjectFieldStart("audit");
    json.writeBooleanField("complete", audit.complete());
    json.writeNumberField("chunks", audit.chunks());
    json.writeNumberField(
        "records", audit.producers().stream().mapToLong(ProducerAudit::delivered).sum());
    json.writeNumberField("damaged", audit.damaged());
    json.writeNumberField("skippedBytes", audit.skippedBytes());
    json.writeEndObject();
  }

  /** Times relative to the begin of the recording, in microseconds. */
  private long micros(long time) {
    return TraceRow.micros(Math.max(model.begin, Math.min(model.end, time)) - model.begin);
  }

  private void gaps() throws IOException {
    if (model.losses == null) {
      json.writeNullField("gaps");
      return;
    }
    List<String> ids = model.audit.producers().stream().map(ProducerAudit::id).toList();
    Map<Long, Long> losses =
        model.losses.stream().collect(Collectors.groupingBy(Lost::producer, Collectors.counting()));
    json.writeArrayFieldStart("gaps");
    for (Lost lost : model.losses) {
      int producer = ids.indexOf(String.format("%016x", lost.producer()));
      String causes = lost.dropCauses().isEmpty() ? "" : " " + lost.dropCauses();
      json.writeStartArray();
      json.writeNumber(micros(lost.from()));
      json.writeNumber(micros(lost.until()));
      json.writeNumber(producer);
      json.writeString(
          lost.reasons().stream().map(Reason::text).collect(Collectors.joining("; ")) + causes);
      boolean alone = producer >= 0 && losses.get(lost.producer()) == 1;
      json.writeNumber(alone ? missing(model.audit.producers().get(producer)) : -1);
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private static long missing(ProducerAudit of) {
    return Math.max(0, of.emitted() - of.delivered());
  }

  private void warmUp() throws IOException {
    if (model.figures == model.whole) {
      json.writeNullField("warmUp");
      return;
    }
    json.writeObjectFieldStart("warmUp");
    json.writeNumberField("end", micros(model.figures.from()));
    json.writeNumberField("requests", model.whole.all().count() - model.figures.all().count());
    json.writeEndObject();
    json.writeObjectFieldStart("whole");
    figures(model.whole, true);
    json.writeEndObject();
  }

  private void figures(RequestFigures figures, boolean all) throws IOException {
    json.writeFieldName("all");
    request(figures.all(), -1);
    json.writeArrayFieldStart("requests");
    for (Row row : figures.rows()) {
      request(row, ReportModel.isOperation(row) ? operations.of(row.name()) : -1);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("ops");
    json.writeStartArray();
    if (all) {
      for (OperationFigures one :
          model.collected.statistics.bySelf().stream().limit(OPERATIONS).toList()) {
        operation(one);
      }
    } else {
      Map<String, CallFigures> together = new LinkedHashMap<>(figures.all().operations());
      figures.outside().forEach(together::putIfAbsent);
      operations(together, OPERATIONS);
    }
    json.writeEndArray();
    for (Row row : figures.rows()) {
      json.writeStartArray();
      operations(row.operations(), OPERATIONS_OF_KIND);
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private void request(Row row, int operation) throws IOException {
    json.writeStartObject();
    json.writeNumberField("op", operation);
    json.writeStringField("name", row.name());
    json.writeNumberField("n", row.count());
    json.writeNumberField("total", row.total());
    json.writeNumberField("failed", row.failed());
    json.writeNumberField("incomplete", row.invalid());
    json.writeNumberField("cut", row.cut().calls());
    number("mean", row.whole().mean());
    number("p50", row.whole().quantile(0.5));
    number("p90", row.whole().quantile(0.9));
    number("p99", row.whole().quantile(0.99));
    json.writeNumberField("max", Math.max(row.whole().max(), row.cut().max()));
    json.writeEndObject();
  }

  /** What is not known is null. */
  private void number(String name, double value) throws IOException {
    json.writeFieldName(name);
    number(value);
  }

  private void number(double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(Math.round(value));
    } else {
      json.writeNull();
    }
  }

  private void operation(OperationFigures of) throws IOException {
    boolean timed = of.durations().inQuantiles() > 0;
    json.writeStartArray();
    json.writeNumber(operations.of(of.signature()));
    json.writeNumber(of.calls());
    json.writeNumber(of.durations().failed());
    json.writeNumber(of.total());
    number(of.placed() > 0 ? of.self() : Double.NaN);
    number(of.calls() > 0 ? of.durations().mean() : Double.NaN);
    number(timed ? of.durations().quantile(0.5) : Double.NaN);
    number(timed ? of.durations().quantile(0.99) : Double.NaN);
    number(of.calls() > 0 ? of.durations().max() : Double.NaN);
    long[] counts = new long[2 * Long.SIZE];
    int[] bounds = {counts.length, -1};
    if (timed) {
      of.durations()
          .forEach(
              (nanos, times) -> {
                int level = CallFigures.halfOctave(nanos);
                counts[level] += times;
                bounds[0] = Math.min(bounds[0], level);
                bounds[1] = Math.max(bounds[1], level);
              });
    }
    json.writeStartArray();
    for (int level = bounds[0]; level <= bounds[1]; level++) {
      if (level == bounds[0]) {
        json.writeNumber(level);
      }
      json.writeNumber(counts[level]);
    }
    json.writeEndArray();
    json.writeEndArray();
  }

  private void operations(Map<String, CallFigures> all, int most) throws IOException {
    List<Map.Entry<String, CallFigures>> sorted = new ArrayList<>(all.entrySet());
    sorted.sort(
        Comparator.comparing((Map.Entry<String, CallFigures> one) -> -one.getValue().self())
            .thenComparing(Map.Entry::getKey));
    for (Map.Entry<String, CallFigures> one : sorted.subList(0, Math.min(most, sorted.size()))) {
      CallFigures of = one.getValue();
      json.writeStartArray();
      json.writeNumber(operations.of(one.getKey()));
      json.writeNumber(of.calls());
      json.writeNumber(of.failed());
      json.writeNumber(of.sum());
      json.writeNumber(of.self());
      number(of.mean());
      number(of.quantile(0.5));
      number(of.quantile(0.99));
      json.writeNumber(of.max());
      numbers(of.inQuantiles() == 0 ? new long[0] : of.halfOctaves());
      json.writeEndArray();
    }
  }

  private void tree(PathNode top) throws IOException {
    double least = LEAST_PART * model.figures.all().total();
    json.writeStartArray();
    tree(top, -1, least, new int[1]);
    json.writeEndArray();
  }

  private void tree(PathNode caller, int number, double least, int[] written) throws IOException {
    for (PathNode node : caller.callees()) {
      if (node.time() < least || written[0] == NODES) {
        cut++;
        continue;
      }
      int own = written[0]++;
      PathFigures of = node.figures();
      numbers(
          operations.of(node.operation),
          number,
          of.calls(),
          node.time(),
          of.self(),
          of.failed(),
          of.max());
      tree(node, own, least, written);
    }
  }

  private record Edge(String caller, String callee) {}

  /** Of an edge, what all paths with it have. */
  private static final class EdgeFigures {
    private long calls;
    private long total;
    private long failed;
    private final long[] parts = new long[ReportModel.PARTS];

    void add(PathNode node) {
      calls += node.figures().calls();
      total += node.figures().total();
      failed += node.figures().failed();
      for (int i = 0; i < parts.length; i++) {
        parts[i] += node.parts()[i];
      }
    }
  }

  private void edges() throws IOException {
    List<List<long[]>> parts = new ArrayList<>();
    json.writeArrayFieldStart("edges");
    for (PathNode top : model.paths) {
      Map<Edge, EdgeFigures> edges = new LinkedHashMap<>();
      for (PathNode node : top.below()) {
        if (node.figures().calls() > 0) {
          String caller = node.caller == top ? null : node.caller.operation;
          edges.computeIfAbsent(new Edge(caller, node.operation), e -> new EdgeFigures()).add(node);
        }
      }
      List<Map.Entry<Edge, EdgeFigures>> sorted =
          edges.entrySet().stream()
              .sorted(Comparator.comparing(edge -> -edge.getValue().total))
              .limit(EDGES)
              .toList();
      json.writeStartArray();
      for (Map.Entry<Edge, EdgeFigures> edge : sorted) {
        EdgeFigures of = edge.getValue();
        numbers(
            operations.of(edge.getKey().caller),
            operations.of(edge.getKey().callee),
            of.calls,
            of.total,
            of.failed);
      }
      json.writeEndArray();
      parts.add(sorted.stream().map(edge -> edge.getValue().parts).toList());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("dependencies");
    for (List<long[]> ofRow : parts) {
      json.writeStartArray();
      for (long[] ofEdge : ofRow) {
        numbers(ofEdge);
      }
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private void heat() throws IOException {
    RequestHeat heat = model.collected.cells;
    boolean none = heat.first() > heat.last();
    json.writeObjectFieldStart("heat");
    json.writeNumberField("width", heat.width());
    json.writeNumberField("slots", none ? 0 : heat.last() - heat.first() + 1);
    json.writeNumberField("from", none ? 0 : heat.first() * heat.width() - model.begin);
    json.writeArrayFieldStart("cells");
    for (int row = 0; row < model.figures.rows().size(); row++) {
      Map<List<Long>, long[]> cells = new LinkedHashMap<>();
      int of = row;
      heat.cells().entrySet().stream()
          .filter(cell -> model.row(cell.getKey().kind()) == of)
          .sorted(
              Comparator.comparing((Map.Entry<RequestHeat.At, ?> cell) -> cell.getKey().slot())
                  .thenComparing(cell -> cell.getKey().level()))
          .forEach(
              cell -> {
                List<Long> at =
                    List.of(cell.getKey().slot() - heat.first(), (long) cell.getKey().level());
                long[] counts = cells.computeIfAbsent(at, absent -> new long[2]);
                counts[0] += cell.getValue().count();
                counts[1] += cell.getValue().failed();
              });
      json.writeStartArray();
      for (Map.Entry<List<Long>, long[]> cell : cells.entrySet()) {
        json.writeNumber(cell.getKey().get(0));
        json.writeNumber(cell.getKey().get(1));
        json.writeNumber(cell.getValue()[0]);
        json.writeNumber(cell.getValue()[1]);
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void resources() throws IOException {
    json.writeArrayFieldStart("resources");
    for (ResourceCharts chart : ResourceCharts.of(model.result.lines())) {
      json.writeStartArray();
      json.writeString(chart.title());
      json.writeString(chart.unit());
      json.writeStartArray();
      for (Map.Entry<String, List<ResourceCharts.Value>> line : chart.lines().entrySet()) {
        json.writeStartArray();
        json.writeString(line.getKey());
        json.writeStartArray();
        for (ResourceCharts.Value value : line.getValue()) {
          json.writeNumber(TraceRow.micros(value.time() - model.begin));
          json.writeNumber(Double.parseDouble(String.format(Locale.ROOT, "%.5g", value.value())));
        }
        json.writeEndArray();
        json.writeEndArray();
      }
      json.writeEndArray();
      if (chart.changed() == null) {
        json.writeNull();
      } else {
        json.writeNumber(TraceRow.micros(chart.changed() - model.begin));
      }
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private void finding(Finding of) throws IOException {
    json.writeStartObject();
    json.writeStringField("rule", of.rule());
    json.writeNumberField("severity", of.severity());
    json.writeStringField("text", of.text());
    number("cost", of.cost() < 0 ? Double.NaN : of.cost());
    json.writeFieldName("share");
    if (Double.isNaN(of.share())) {
      json.writeNull();
    } else {
      json.writeNumber(of.share());
    }
    json.writeStringField("confidence", of.confidence().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("request", of.request());
    json.writeNumberField("op", operations.of(of.operation()));
    json.writeStringField("trace", of.trace() == null ? null : Long.toString(of.trace()));
    json.writeNumberField("count", of.count());
    json.writeObjectFieldStart("link");
    for (Map.Entry<String, Object> state : of.link().entrySet()) {
      json.writeObjectField(state.getKey(), state.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
