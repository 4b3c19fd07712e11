package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.JsonRows;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.tools.recordings.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The results of method calls, one object a variant. */
record CallJson(Results results, Load load, CallFigures figures) {
  CallJson(Results results, Load load) {
    this(results, load, new CallFigures(results));
  }

  List<JsonObject> rows() {
    List<JsonObject> rows = new ArrayList<>();
    CallOrder.of(results).forEach(cell -> rows.add(row(cell)));
    results.failures().forEach(f -> rows.add(head(f.cell()).put(Report.NOT_MEASURED, f.reason())));
    return rows;
  }

  private JsonObject head(Cell cell) {
    return new JsonObject()
        .put("stage", cell.get(CallFigures.STAGE))
        .put("peer", cell.get(CallFigures.PEER))
        .put("depth", load.depth())
        .put("threads", load.threads());
  }

  private JsonObject row(Cell cell) {
    JsonObject row = head(cell);
    times("", cell, CallMetrics.RESPONSE, CallMetrics.OVER_FLOOR, row);
    row.put("tracesPerSecond", figures.rounded(cell, CallMetrics.RATE))
        .put("emitted", figures.sum(cell, CallMetrics.EMITTED))
        .put("lost", figures.sum(cell, Metric.LOST))
        .put("cpuNanosPerRecord", figures.rounded(cell, CallMetrics.CPU))
        .put("bytesAllocatedPerCall", figures.rounded(cell, CallMetrics.ALLOCATED));
    if (results.has(cell, CallMetrics.FRESH)) {
      times("fresh", cell, CallMetrics.FRESH, CallMetrics.FRESH_OVER_FLOOR, row);
      times("later", cell, CallMetrics.LATER, CallMetrics.LATER_OVER_FLOOR, row);
    }
    return row;
  }

  private void times(String prefix, Cell cell, Metric metric, Metric overFloor, JsonObject row) {
    Summary all = results.summary(cell, metric);
    row.put(name(prefix, "meanNanos"), JsonRows.rounded(all.mean(), 2));
    CallFigures.putQuantiles(all, quantile -> name(prefix, quantile), row);
    CallFigures.putRatio(
        Optional.of(figures.ratio(cell, overFloor)), name(prefix, "floorRatio"), row);
    row.put(name(prefix, "p50FloorRatio"), overFloor(cell, metric, Summary::p50))
        .put(name(prefix, "p99FloorRatio"), overFloor(cell, metric, Summary::p99))
        .put(name(prefix, "p999FloorRatio"), overFloor(cell, metric, Summary::p999));
  }

  private BigDecimal overFloor(Cell cell, Metric metric, ToDoubleFunction<Summary> of) {
    return JsonRows.rounded(figures.overFloor(cell, metric, of), 4);
  }

  private static String name(String prefix, String field) {
    return prefix.isEmpty()
        ? field
        : prefix + Character.toUpperCase(field.charAt(0)) + field.substring(1);
  }
}
