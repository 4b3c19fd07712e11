package dev.sluice.benchmarks.parts;

import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.FullRingPolicy;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.tools.tune.ImmediateWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the probe of one execution costs, by what it records: everything from {@code begin} to
 * {@code exit}, its two clock reads included. {@code clockReads} is what these cost alone.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ProbeBenchmark {
  /** A monitor whose chunks are discarded. */
  @State(Scope.Benchmark)
  public static class Target {
    /** Labels of kinds, joined by a plus sign; none of them if the operation is to be off. */
    @Param({
      "off",
      "execution",
      "events",
      "duration",
      "aggregate",
      "aggregate-histogram",
      "execution+aggregate"
    })
    String kinds;

    private Monitor monitor;
    private Operation operation;

    /** Opens the monitor. */
    @Setup
    public void open() {
      monitor =
          Monitor.builder()
              .closeAtExit(false)
              .over(
                  ChunkingCollector.builder(ImmediateWriter.NOWHERE, new BinarySerializer())
                      .policy(FullRingPolicy.BLOCK)
                      .blockDeadline(Duration.ofSeconds(10))
                      .build());
      EnumSet<ProbeKind> set = EnumSet.noneOf(ProbeKind.class);
      Stream.of(ProbeKind.values())
          .filter(kind -> Stream.of(kinds.split("\\+")).anyMatch(kind.label()::equals))
          .forEach(set::add);
      String signature = "public void com.acme.Shop.order(int)";
      boolean off = set.isEmpty();
      operation =
          monitor
              .probes()
              .operation(
                  signature, "com.acme.Shop", off ? EnumSet.of(ProbeKind.EXECUTION) : set, null);
      monitor.probes().enable(!off);
    }

    /** Closes the monitor and checks its accounting. */
    @TearDown
    public void close() {
      Checks.nothingLost(monitor.close(Duration.ofSeconds(10)));
    }
  }

  /** Records that were refused; published beside the time. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Drops {
    /** Records that were refused. */
    public long dropped;

    /** Asks the collector at the end of an iteration. */
    @TearDown(Level.Iteration)
    public void count(Target target) {
      CollectorReport report = target.monitor.report();
      dropped = report.dropped().total();
    }
  }

  /** One execution after the other, each a trace of its own. */
  @Benchmark
  public long probe(Target target, Drops drops) {
    return nested(target.operation, 1);
  }

  /** The same, nested ten deep; the time is that of all ten. */
  @Benchmark
  public long nestedTen(Target target, Drops drops) {
    return nested(target.operation, 10);
  }

  /** The baseline: the two clock reads that no in-process probe can do without. */
  @Benchmark
  public long clockReads() {
    long start = System.nanoTime();
    return System.nanoTime() - start;
  }

  private static long nested(Operation operation, int depth) {
    ProbeThread thread = operation.begin();
    long frame = thread == null ? 0 : thread.enter(operation);
    long tin = thread == null || frame < 0 ? 0 : System.nanoTime();
    try {
      if (thread != null && frame >= 0 && operation.hasEvents()) {
        thread.before(operation, frame, tin, null);
      }
      return depth > 1 ? nested(operation, depth - 1) : depth;
    } finally {
      if (thread != null) {
        thread.exit(operation, frame, tin);
      }
    }
  }
}
