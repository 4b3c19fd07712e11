package dev.sluice.benchmarks.ladder;

import dev.sluice.benchmarks.JsonRows;
import dev.sluice.benchmarks.calls.CallFigures;
import dev.sluice.benchmarks.calls.CallMetrics;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Ratio;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Summary;
import dev.sluice.tools.recordings.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ladder, one object a rung. */
record LadderJson(Results results, LadderFigures figures, CallFigures calls) {
  LadderJson(Results results) {
    this(results, new LadderFigures(results), new CallFigures(results));
  }

  List<JsonObject> rows() {
    List<JsonObject> rows = new ArrayList<>();
    figures.rungs().forEach(rung -> rows.add(row(rung)));
    for (Results.Failure failure : results.failures()) {
      Ladder.ALL.stream()
          .filter(rung -> rung.cell().equals(failure.cell()))
          .forEach(rung -> rows.add(head(rung).put(Report.NOT_MEASURED, failure.reason())));
    }
    return rows;
  }

  private static JsonObject head(Rung rung) {
    return new JsonObject()
        .put("path", rung.group().toString())
        .put("rung", rung.name())
        .put("against", rung.before())
        .put("queueFull", rung.full());
  }

  private JsonObject row(Rung rung) {
    JsonObject row = head(rung);
    CallFigures.putRatio(figures.step(rung), "stepRatio", row);
    row.put("stepP50", JsonRows.rounded(figures.medians(rung).orElse(null), 4));
    Ratio floor = calls.ratio(rung.cell(), CallMetrics.OVER_FLOOR);
    CallFigures.putRatio(Optional.of(floor), "floorRatio", row);
    Summary times = results.summary(rung.cell(), CallMetrics.RESPONSE);
    row.put("meanNanos", JsonRows.rounded(times.mean(), 2))
        .put("meanNanosLow", JsonRows.rounded(times.low(), 2))
        .put("meanNanosHigh", JsonRows.rounded(times.high(), 2));
    CallFigures.putQuantiles(times, name -> name, row);
    return row.put("tracesPerSecond", calls.rounded(rung.cell(), CallMetrics.RATE))
        .put("cpuNanosPerRecord", calls.rounded(rung.cell(), CallMetrics.CPU))
        .put("bytesAllocatedPerCall", calls.rounded(rung.cell(), CallMetrics.ALLOCATED))
        .put("emitted", calls.sum(rung.cell(), CallMetrics.EMITTED))
        .put("lost", calls.sum(rung.cell(), Metric.LOST));
  }
}
