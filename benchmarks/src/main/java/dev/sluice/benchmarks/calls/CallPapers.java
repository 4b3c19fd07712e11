package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import java.util.ArrayList;
import java.util.List;

/** Means of papers, with ten nested calls on other machines, beside ours. */
final class CallPapers {
  private static final String FINAL = "2014, table 9";
  private static final String FIRST = "2014, table 1";
  private static final String MINIMAL = "2023, table ";

  private CallPapers() {}

  static List<Published> beside(Results results) {
    List<Published> all = new ArrayList<>();
    rate(results, all, FIRST, "no instrumentation", "1,176,500", Setup.NONE);
    rate(results, all, FIRST, "deactivated", "757,600", Setup.OFF);
    rate(results, all, FIRST, "collecting", "63,200", Setup.COLLECT);
    rate(results, all, FIRST, "writing", "16,600", Setup.FILE);
    rate(results, all, FINAL, "deactivated", "763,300", Setup.OFF);
    rate(results, all, FINAL, "collecting", "145,100", Setup.COLLECT);
    rate(results, all, FINAL, "writing", "141,200", Setup.FILE);
    time(results, all, "1", "no instrumentation", "0.0548", Setup.NONE, Peer.SLUICE);
    time(results, all, "1", "AspectJ", "4.7711", Setup.FILE, Peer.KIEKER_ASPECTJ);
    time(results, all, "1", "source instrumentation", "2.4169", Setup.SOURCE, Peer.SLUICE);
    time(results, all, "2", "durations", "2.3426", Setup.DURATION_FILE, Peer.SLUICE);
    time(results, all, "4", "aggregates", "0.4014", Setup.AGGREGATE, Peer.SLUICE);
    time(results, all, "5", "aggregates, circular queue", "0.3897", Setup.AGGREGATE, Peer.SLUICE);
    return all;
  }

  private static void rate(
      Results results, List<Published> all, String table, String what, String theirs, Setup stage) {
    Cell cell = CallFigures.cell(stage, Peer.SLUICE);
    all.add(
        new Published(
            table,
            what + ", traces/s (" + cell + ")",
            theirs,
            Report.mean(results, cell, CallMetrics.RATE)));
  }

  private static void time(
      Results results,
      List<Published> all,
      String table,
      String what,
      String theirs,
      Setup stage,
      Peer peer) {
    Cell cell = CallFigures.cell(stage, peer);
    String ours =
        results.has(cell, CallMetrics.RESPONSE)
            ? Report.decimals(results.summary(cell, CallMetrics.RESPONSE).mean() / 1e3, 4)
            : "-";
    all.add(new Published(MINIMAL + table, what + ", µs (" + cell + ")", theirs, ours));
  }
}
