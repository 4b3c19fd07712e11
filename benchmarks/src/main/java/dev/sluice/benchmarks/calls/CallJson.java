package dev.sluice.benchmarks.calls;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.benchmarks.JsonRows;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Ratio;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Summary;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** The results of method calls, one object a variant. */
final class CallJson {
  private final Results results;
  private final Load load;
  private final CallFigures figures;
  private final Cell floor = CallFigures.cell(Setup.FLOOR, Peer.SLUICE);

  CallJson(Results results, Load load) {
    this.results = results;
    this.load = load;
    this.figures = new CallFigures(results);
  }

  void write(OutputStream target) throws IOException {
    List<Row> rows = new ArrayList<>();
    CallOrder.of(results).forEach(cell -> rows.add(new Row(cell, null)));
    results.failures().forEach(failure -> rows.add(new Row(failure.cell(), failure.reason())));
    JsonRows.write(rows, this::write, target);
  }

  /** With why it was not measured, or null. */
  private record Row(Cell cell, String failure) {}

  private void write(Row row, JsonGenerator json) throws IOException {
    Cell cell = row.cell;
    json.writeStringField("stage", cell.get(CallFigures.STAGE));
    json.writeStringField("peer", cell.get(CallFigures.PEER));
    json.writeNumberField("depth", load.depth());
    json.writeNumberField("threads", load.threads());
    if (row.failure != null) {
      json.writeStringField(Report.NOT_MEASURED, row.failure);
      return;
    }
    write("", cell, CallMetrics.RESPONSE, CallMetrics.OVER_FLOOR, json);
    number("tracesPerSecond", cell, CallMetrics.RATE, json);
    json.writeNumberField("emitted", figures.sum(cell, CallMetrics.EMITTED));
    json.writeNumberField("lost", figures.sum(cell, Metric.LOST));
    number("cpuNanosPerRecord", cell, CallMetrics.CPU, json);
    number("bytesAllocatedPerCall", cell, CallMetrics.ALLOCATED, json);
    if (results.has(cell, CallMetrics.FRESH)) {
      write("fresh", cell, CallMetrics.FRESH, CallMetrics.FRESH_OVER_FLOOR, json);
      write("later", cell, CallMetrics.LATER, CallMetrics.LATER_OVER_FLOOR, json);
    }
  }

  private void number(String name, Cell cell, Metric metric, JsonGenerator json)
      throws IOException {
    Double mean = results.has(cell, metric) ? results.summary(cell, metric).mean() : null;
    JsonRows.number(name, mean, metric.digits() + 1, json);
  }

  private void write(String prefix, Cell cell, Metric metric, Metric overFloor, JsonGenerator json)
      throws IOException {
    Summary all = results.summary(cell, metric);
    Ratio ratio = figures.ratio(cell, overFloor);
    JsonRows.number(name(prefix, "meanNanos"), all.mean(), 2, json);
    JsonRows.number(name(prefix, "p25Nanos"), all.p25(), 0, json);
    JsonRows.number(name(prefix, "p50Nanos"), all.p50(), 0, json);
    JsonRows.number(name(prefix, "p75Nanos"), all.p75(), 0, json);
    JsonRows.number(name(prefix, "p99Nanos"), all.p99(), 0, json);
    JsonRows.number(name(prefix, "p999Nanos"), all.p999(), 0, json);
    JsonRows.number(name(prefix, "floorRatio"), ratio.median(), 4, json);
    JsonRows.number(name(prefix, "floorRatioLow"), ratio.low(), 4, json);
    JsonRows.number(name(prefix, "floorRatioHigh"), ratio.high(), 4, json);
    JsonRows.number(
        name(prefix, "p50FloorRatio"),
        figures.overFloor(cell, floor, metric, Summary::p50),
        4,
        json);
    JsonRows.number(
        name(prefix, "p99FloorRatio"),
        figures.overFloor(cell, floor, metric, Summary::p99),
        4,
        json);
    JsonRows.number(
        name(prefix, "p999FloorRatio"),
        figures.overFloor(cell, floor, metric, Summary::p999),
        4,
        json);
  }

  private static String name(String prefix, String field) {
    return prefix.isEmpty()
        ? field
        : prefix + Character.toUpperCase(field.charAt(0)) + field.substring(1);
  }
}
