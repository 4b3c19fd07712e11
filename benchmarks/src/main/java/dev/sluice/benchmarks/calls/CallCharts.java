package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The results of method calls as charts. */
record CallCharts(Results results) {
  /** Whose first calls are drawn over time. */
  private static final Map<Setup, List<Peer>> DRAWN =
      Map.of(
          Setup.FLOOR, List.of(Peer.SLUICE),
          Setup.FILE, List.of(Peer.SLUICE, Peer.KIEKER_BYTEBUDDY, Peer.JFR),
          Setup.TCP, List.of(Peer.OPENTELEMETRY));

  void add(Page page) {
    page.heading("Charts");
    List<Cell> cells = CallOrder.of(results);
    page.chart(Comparison.chart(results, CallMetrics.LATER_OVER_FLOOR, cells));
    page.chart(Comparison.chart(results, CallMetrics.CPU, cells));
    stages(page);
    page.heading("The first calls over time");
    page.paragraph(
        "The mean of the calls that ended in each 10 ms of the first JVM, the methods that it"
            + " compiled and the collections of garbage that it made meanwhile.");
    for (Setup stage : Setup.values()) {
      for (Peer peer : DRAWN.getOrDefault(stage, List.of())) {
        series(CallFigures.cell(stage, peer), page);
      }
    }
  }

  /** What each stage adds to the one before it, as the tunings of 2014 were shown. */
  private void stages(Page page) {
    List<String> names = new ArrayList<>();
    List<List<Double>> parts =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Peer peer : Peer.values()) {
      double[] means = {
        mean(Setup.NONE, Peer.SLUICE),
        mean(Setup.OFF, peer),
        mean(Setup.COLLECT, peer),
        mean(Setup.FILE, peer)
      };
      if (Double.isFinite(means[0] + means[1] + means[2] + means[3])) {
        names.add(peer.toString());
        for (int i = 0; i < means.length; i++) {
          parts.get(i).add(i == 0 ? means[0] : Math.max(0, means[i] - means[i - 1]));
        }
      }
    }
    if (!names.isEmpty()) {
      page.chart(
          Chart.of(
                  "Response time by stage (Figure 5 of 2014)",
                  Axis.names("", names),
                  Axis.linear("mean response time, ns"))
              .sideways()
              .stacked("no instrumentation", parts.get(0))
              .stacked("deactivated", parts.get(1))
              .stacked("collecting", parts.get(2))
              .stacked("writing", parts.get(3)));
    }
  }

  private double mean(Setup stage, Peer peer) {
    return results.mean(CallFigures.cell(stage, peer), CallMetrics.RESPONSE);
  }

  private void series(Cell cell, Page page) {
    if (!results.has(cell, CallMetrics.SERIES)) {
      return;
    }
    page.chart(
        Chart.of(
                "First calls: " + cell,
                Axis.linear("time since the first call, ms"),
                Axis.log("ns, or number in 10 ms"))
            .line("mean response time, ns", points(cell, CallMetrics.SERIES))
            .scatter("methods compiled", points(cell, CallMetrics.COMPILATIONS))
            .scatter("collections of garbage", points(cell, CallMetrics.COLLECTIONS)));
  }

  /** Steps of which there is something to show. */
  private List<Point> points(Cell cell, Metric metric) {
    double[] values = results.samples(cell, metric).get(0).values();
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      if (values[i] > 0) {
        points.add(new Point(i * (double) TimeSeries.STEP_MILLIS, values[i], null));
      }
    }
    return points;
  }
}
