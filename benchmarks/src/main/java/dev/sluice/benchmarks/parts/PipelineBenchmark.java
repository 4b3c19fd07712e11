package dev.sluice.benchmarks.parts;

import dev.sluice.api.spi.CollectorReport;
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
 * Records a second from emit to sealed chunk, sustained: one producer that never waits but when the
 * ring is full (policy BLOCK), chunks of 1024 records, discarded when sealed.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
public class PipelineBenchmark {
  private static final int BURST = 10_000;

  @Param({"1024"})
  int chunkRecords;

  private ChunkingCollector collector;
  private Emitter emitter;

  /** Drops, published beside the throughput. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Drops {
    /** Records that were refused. */
    public long dropped;
  }

  /** Opens the collector. */
  @Setup
  public void open() {
    collector =
        ChunkingCollector.builder(ImmediateWriter.NOWHERE, new BinarySerializer())
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofSeconds(10))
            .chunkRecords(chunkRecords)
            .build();
    emitter = new Emitter(collector.rows());
  }

  /** A burst; the ring takes part of it, the rest waits for the pump. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void emitToSealedChunk(Drops drops) {
    drops.dropped += emitter.emit(BURST);
  }

  /** Closes the collector and checks its accounting. */
  @TearDown
  public void close() {
    CollectorReport report = collector.close(Duration.ofSeconds(10));
    Checks.nothingLost(report);
    System.out.printf(
        "%n%,d records in %,d chunks, %.2f bytes a record, dropped %d%n",
        report.emitted(),
        report.chunks(),
        (double) report.bytes() / report.emitted(),
        report.dropped().total());
  }
}
