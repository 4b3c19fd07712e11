package dev.sluice.benchmarks.ladder;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.benchmarks.JsonRows;
import dev.sluice.benchmarks.calls.CallFigures;
import dev.sluice.benchmarks.calls.CallMetrics;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Ratio;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Summary;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ladder, one object a rung. */
record LadderJson(Results results, LadderFigures figures, CallFigures calls) {
  LadderJson(Results results) {
    this(results, new LadderFigures(results), new CallFigures(results));
  }

  /** With why it was not measured, or null. */
  private record Row(Rung rung, String failure) {}

  void write(OutputStream target) throws IOException {
    List<Row> rows = new ArrayList<>();
    figures.rungs().forEach(rung -> rows.add(new Row(rung, null)));
    for (Results.Failure failure : results.failures()) {
      Ladder.ALL.stream()
          .filter(rung -> rung.cell().equals(failure.cell()))
          .forEach(rung -> rows.add(new Row(rung, failure.reason())));
    }
    JsonRows.write(rows, this::write, target);
  }

  private void write(Row row, JsonGenerator json) throws IOException {
    Rung rung = row.rung;
    json.writeStringField("path", rung.group().toString());
    json.writeStringField("rung", rung.name());
    json.writeStringField("against", rung.before());
    json.writeStringField("queueFull", rung.full());
    if (row.failure != null) {
      json.writeStringField(Report.NOT_MEASURED, row.failure);
      return;
    }
    ratio("step", figures.step(rung), json);
    JsonRows.number("stepP50", figures.medians(rung).orElse(null), 4, json);
    ratio("floor", Optional.of(calls.ratio(rung.cell(), CallMetrics.OVER_FLOOR)), json);
    Summary times = results.summary(rung.cell(), CallMetrics.RESPONSE);
    JsonRows.number("meanNanos", times.mean(), 2, json);
    JsonRows.number("meanNanosLow", times.low(), 2, json);
    JsonRows.number("meanNanosHigh", times.high(), 2, json);
    for (var quantile : times.quantiles().entrySet()) {
      JsonRows.number(quantile.getKey() + "Nanos", quantile.getValue(), 0, json);
    }
    mean("tracesPerSecond", rung, CallMetrics.RATE, json);
    mean("cpuNanosPerRecord", rung, CallMetrics.CPU, json);
    mean("bytesAllocatedPerCall", rung, CallMetrics.ALLOCATED, json);
    json.writeNumberField("emitted", calls.sum(rung.cell(), CallMetrics.EMITTED));
    json.writeNumberField("lost", calls.sum(rung.cell(), Metric.LOST));
  }

  private static void ratio(String name, Optional<Ratio> ratio, JsonGenerator json)
      throws IOException {
    JsonRows.number(name + "Ratio", ratio.map(Ratio::median).orElse(null), 4, json);
    JsonRows.number(name + "RatioLow", ratio.map(Ratio::low).orElse(null), 4, json);
    JsonRows.number(name + "RatioHigh", ratio.map(Ratio::high).orElse(null), 4, json);
  }

  private void mean(String name, Rung rung, Metric metric, JsonGenerator json) throws IOException {
    JsonRows.number(name, results.mean(rung.cell(), metric), metric.digits() + 1, json);
  }
}
