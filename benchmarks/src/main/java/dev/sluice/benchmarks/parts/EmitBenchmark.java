package dev.sluice.benchmarks.parts;

import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.FullRingPolicy;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.tools.tune.ImmediateWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one emit costs the application thread while the pump encodes on another core: bursts that
 * fit into the ring, which is empty again before the next one. {@code clockReads} is what the clock
 * alone costs a probe.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class EmitBenchmark {
  private static final int BURST = 4000;

  /** A collector whose chunks are discarded. */
  @State(Scope.Benchmark)
  public static class Target {
    @Param({"owned", "shared"})
    String stripe;

    private ChunkingCollector collector;
    private Emitter emitter;

    /** Opens the collector. */
    @Setup
    public void open() {
      collector =
          ChunkingCollector.builder(ImmediateWriter.NOWHERE, new BinarySerializer())
              .policy(FullRingPolicy.BLOCK)
              .blockDeadline(Duration.ofSeconds(10))
              .maxOwnedStripes(stripe.equals("owned") ? 1 : 0)
              .build();
      emitter = new Emitter(collector.rows());
    }

    /** Closes the collector and checks its accounting. */
    @TearDown
    public void close() {
      Checks.nothingLost(collector.close(Duration.ofSeconds(10)));
    }
  }

  /** Empties the ring before each burst. */
  @State(Scope.Benchmark)
  public static class Drained {
    /** Waits for an empty ring; the burst starts from there. */
    @Setup(Level.Invocation)
    public void drain(Target target) {
      target.collector.flush(Duration.ofSeconds(10));
    }
  }

  /** Records that were refused; published beside the time. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Drops {
    /** Records that were refused. */
    public long dropped;
  }

  /** A burst of records back to back: what the memory between two processors takes. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void emitBurst(Target target, Drained drained, Drops drops) {
    drops.dropped += target.emitter.emit(BURST);
  }

  /**
   * A record beside the two clock reads of its probe, without a pause: what a probe costs. The emit
   * is the difference to {@code clockReads}.
   */
  @Benchmark
  public boolean clockReadsAndEmit(Target target, Drops drops) {
    boolean emitted = target.emitter.emitMeasured();
    if (!emitted) {
      drops.dropped++;
    }
    return emitted;
  }

  /** The baseline: the two clock reads that no in-process probe can do without. */
  @Benchmark
  public long clockReads() {
    long start = System.nanoTime();
    return System.nanoTime() - start;
  }
}
