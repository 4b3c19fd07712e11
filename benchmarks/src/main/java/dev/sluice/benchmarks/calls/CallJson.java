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
import java.util.function.ToDoubleFunction;

/** The results of method calls, one object a variant. */
record CallJson(Results results, Load load, CallFigures figures) {
  CallJson(Results results, Load load) {
    this(results, load, new CallFigures(results));
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
    JsonRows.number(name, results.mean(cell, metric), metric.digits() + 1, json);
  }

  private void write(String prefix, Cell cell, Metric metric, Metric overFloor, JsonGenerator json)
      throws IOException {
    Summary all = results.summary(cell, metric);
    Ratio ratio = figures.ratio(cell, overFloor);
    JsonRows.number(name(prefix, "meanNanos"), all.mean(), 2, json);
    for (var quantile : all.quantiles().entrySet()) {
      JsonRows.number(name(prefix, quantile.getKey() + "Nanos"), quantile.getValue(), 0, json);
    }
    JsonRows.number(name(prefix, "floorRatio"), ratio.median(), 4, json);
    JsonRows.number(name(prefix, "floorRatioLow"), ratio.low(), 4, json);
    JsonRows.number(name(prefix, "floorRatioHigh"), ratio.high(), 4, json);
    overFloor(name(prefix, "p50FloorRatio"), cell, metric, Summary::p50, json);
    overFloor(name(prefix, "p99FloorRatio"), cell, metric, Summary::p99, json);
    overFloor(name(prefix, "p999FloorRatio"), cell, metric, Summary::p999, json);
  }

  private void overFloor(
      String name, Cell cell, Metric metric, ToDoubleFunction<Summary> of, JsonGenerator json)
      throws IOException {
    JsonRows.number(name, figures.overFloor(cell, metric, of), 4, json);
  }

  private static String name(String prefix, String field) {
    return prefix.isEmpty()
        ? field
        : prefix + Character.toUpperCase(field.charAt(0)) + field.substring(1);
  }
}
