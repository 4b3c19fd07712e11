package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.CallProcess.Turn;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What one JVM was measured to do. For one thread. */
final class CallSamples {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final CallProcess process;
  private final Turn fresh;
  private final List<Turn> turns = new ArrayList<>();
  private final TimeSeries series = new TimeSeries();
  private final Phase first = new Phase();
  private final Phase later = new Phase();
  private final Phase steady = new Phase();
  private long delivered;

  /** Response times of a phase. */
  private static final class Phase {
    /** Exact below 2 µs, then to a thousandth. */
    private final Histogram times = new Histogram(LONGEST_NANOS, 3);

    private long sum;

    void add(int nanos) {
      times.recordValue(Math.min(LONGEST_NANOS, nanos));
      sum += nanos;
    }

    double mean() {
      return (double) sum / times.getTotalCount();
    }
  }

  /** Of a process that has made its first calls; {@code fresh} may be a turn of no call. */
  CallSamples(CallProcess process, Turn fresh) {
    this.process = process;
    this.fresh = fresh;
  }

  CallProcess process() {
    return process;
  }

  /** A turn after the warm-up. */
  void turn(Turn turn) {
    turns.add(turn);
  }

  /** Ends the process, counts what arrived, and reads the response times. */
  void end() throws IOException {
    process.end();
    delivered = process.delivered();
    process.times().forEach(this::time);
    for (JvmLog.Event event : process.log().events()) {
      series.event(event, fresh.upTimeNanos());
    }
  }

  private void time(long number, int nanos) {
    if (number >= fresh.calls()) {
      steady.add(nanos);
      return;
    }
    first.add(nanos);
    series.call(nanos);
    if (number >= fresh.calls() / 2) {
      later.add(nanos);
    }
  }

  /** Hands everything over, beside the floor of the same step, after {@link #end}. */
  void record(Cell cell, CallSamples floor, boolean withSeries, Step.Recorder recorder) {
    double[] means = means();
    recorder.events(cell, CallMetrics.RESPONSE, steady.times, means);
    double[] ratios = floor.means();
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = means[i] / ratios[i];
    }
    recorder.values(cell, CallMetrics.OVER_FLOOR, ratios);
    Load load = process.subject().load();
    recorder.values(
        cell,
        CallMetrics.RATE,
        turns.stream().mapToDouble(turn -> turn.calls() * 1e9 / turn.nanos()).toArray());
    long allocated = turns.stream().mapToLong(Turn::allocated).sum();
    if (!load.virtual()) {
      recorder.values(cell, CallMetrics.ALLOCATED, (double) allocated / calls() / load.depth());
    }
    if (process.subject().records()) {
      recorder.values(cell, CallMetrics.CPU, (cpuPerCall() - floor.cpuPerCall()) / load.depth());
      recorder.values(cell, CallMetrics.EMITTED, process.emitted());
      recorder.values(cell, Metric.LOST, process.emitted() - delivered);
    }
    // The times of several threads are in the file one thread after the other.
    if (load.threads() == 1) {
      recordFresh(
          cell, CallMetrics.FRESH, first, CallMetrics.FRESH_OVER_FLOOR, floor.first, recorder);
      recordFresh(
          cell, CallMetrics.LATER, later, CallMetrics.LATER_OVER_FLOOR, floor.later, recorder);
      if (withSeries) {
        series.record(cell, recorder);
      }
    }
  }

  private static void recordFresh(
      Cell cell, Metric metric, Phase phase, Metric ratio, Phase floor, Step.Recorder recorder) {
    recorder.events(cell, metric, phase.times, phase.mean());
    recorder.values(cell, ratio, phase.mean() / floor.mean());
  }

  /** The mean response time of each turn. */
  private double[] means() {
    return turns.stream().mapToDouble(turn -> (double) turn.sum() / turn.calls()).toArray();
  }

  private long calls() {
    return turns.stream().mapToLong(Turn::calls).sum();
  }

  /** Processor time of the JVM for an outermost call. */
  private double cpuPerCall() {
    long cpu = turns.stream().mapToLong(Turn::cpuNanos).sum();
    return (double) cpu / turns.stream().mapToLong(Turn::allCalls).sum();
  }
}
