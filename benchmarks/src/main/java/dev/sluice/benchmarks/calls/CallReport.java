package dev.sluice.benchmarks.calls;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.benchmarks.JsonRows;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The results for people and for programs. */
final class CallReport {
  private CallReport() {}

  /** What is measured, where and how. */
  static void head(CallEffort effort, PrintStream out) {
    out.printf(
        "Java %s on %s %s, %s%n",
        System.getProperty("java.vm.version"),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Figures.count(Runtime.getRuntime().availableProcessors(), "processor"));
    out.printf(
        "Each line has %s (%s), one after the other, with %s of %s calls each, in random order;%n",
        Figures.count(effort.starts(), "JVM"),
        String.join(" ", CallProcess.options()),
        Figures.count(effort.rounds(), "turn"),
        Figures.count(effort.calls()));
    out.printf(
        "before the first turn as many calls as all turns have, before each a tenth of its calls, uncounted.%n");
    out.flush();
  }

  /** One table; times are those of an outermost call. */
  static void print(List<CallResult> results, PrintStream out) {
    CallResult none =
        results.stream().filter(result -> result.cell().isNone()).findFirst().orElse(null);
    CallSamples floor =
        results.stream().filter(r -> r.cell().isFloor()).findFirst().orElseThrow().samples();
    Table table =
        new Table(
            "stage",
            "peer",
            ">mean ns",
            ">- none",
            ">p50",
            ">x floor",
            ">p99",
            ">p99.9",
            ">x floor",
            ">95 %",
            ">traces/s",
            ">alloc./call",
            ">emitted",
            ">lost");
    for (CallResult result : results) {
      CallSamples samples = result.samples();
      table.row(
          result.cell().stage().toString(),
          result.cell().peer().toString(),
          decimals(samples.meanNanos(), 1),
          none == null ? "-" : decimals(samples.meanNanos() - none.samples().meanNanos(), 1),
          Figures.count(samples.percentile(50)),
          decimals((double) samples.percentile(50) / floor.percentile(50), 3),
          Figures.count(samples.percentile(99)),
          Figures.count(samples.percentile(99.9)),
          decimals(result.floorRatio().median(), 3),
          decimals(result.floorRatio().low(), 3) + "–" + decimals(result.floorRatio().high(), 3),
          Figures.count(Math.round(samples.callsPerSecond())),
          decimals(result.allocatedPerExecution(), 2),
          Figures.count(samples.emitted()),
          Figures.count(result.lost()));
    }
    out.println();
    table.print(out, "  ");
    out.flush();
  }

  private static String decimals(double value, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  /** The fields of one result. */
  static void write(CallResult result, JsonGenerator json) throws IOException {
    CallSamples samples = result.samples();
    json.writeStringField("stage", result.cell().stage().toString());
    json.writeStringField("peer", result.cell().peer().toString());
    json.writeNumberField("depth", result.cell().depth());
    json.writeNumberField("threads", result.cell().threads());
    JsonRows.number("meanNanos", samples.meanNanos(), 2, json);
    json.writeNumberField("p25Nanos", samples.percentile(25));
    json.writeNumberField("p50Nanos", samples.percentile(50));
    json.writeNumberField("p75Nanos", samples.percentile(75));
    json.writeNumberField("p99Nanos", samples.percentile(99));
    json.writeNumberField("p999Nanos", samples.percentile(99.9));
    JsonRows.number("floorRatio", result.floorRatio().median(), 4, json);
    JsonRows.number("floorRatioLow", result.floorRatio().low(), 4, json);
    JsonRows.number("floorRatioHigh", result.floorRatio().high(), 4, json);
    JsonRows.number("tracesPerSecond", samples.callsPerSecond(), 0, json);
    json.writeNumberField("emitted", samples.emitted());
    json.writeNumberField("delivered", samples.delivered());
    json.writeNumberField("lost", result.lost());
    JsonRows.number("bytesAllocatedPerCall", result.allocatedPerExecution(), 3, json);
  }
}
