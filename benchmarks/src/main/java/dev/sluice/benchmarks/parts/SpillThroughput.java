package dev.sluice.benchmarks.parts;

import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.ChunkingCollectorBuilder;
import dev.sluice.collectors.FullRingPolicy;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.tools.tune.ImmediateWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Records a second into a spill directory while the sink is down, beside chunks that are discarded,
 * in turns: one producer that never waits but when the ring is full; then one that waits for
 * nobody, so that what the disk is too slow for is dropped and counted; then what a sink takes that
 * is back.
 */
final class SpillThroughput implements OwnJvm.Task {
  private static final Metric RATE = new Metric("throughput", "M records/s", 1);
  private static final Metric BYTES = new Metric("bytes", "MB/s", 0);
  private static final Metric CLOSING = new Metric("closing", "ms", 0);
  private static final int BURST = 10_000;
  private static final long ROUND_NANOS = 4_000_000_000L;
  private static final long SPILL_BYTES = 8L << 30;

  /** Arguments: the policy, the folder, rounds. */
  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws IOException {
    FullRingPolicy policy = FullRingPolicy.valueOf(arguments.get(0));
    Path directory = Files.createDirectories(Path.of(arguments.get(1)));
    int rounds = Integer.parseInt(arguments.get(2));
    for (int round = 0; round < rounds; round++) {
      recorder.progress("round " + (round + 1) + " of " + rounds, (double) round / rounds);
      run("discarded", null, policy, ImmediateWriter.NOWHERE, recorder);
      empty(directory);
      run("spilled", directory, policy, spilled(true), recorder);
    }
    drain(directory, policy, recorder);
  }

  private static void run(
      String what,
      Path directory,
      FullRingPolicy policy,
      RawWriter writer,
      Step.Recorder recorder) {
    ChunkingCollector collector = open(directory, policy, writer);
    Emitter emitter = new Emitter(collector.rows());
    emitter.emit(BURST);
    long start = System.nanoTime();
    long nanos = 0;
    while (nanos < ROUND_NANOS) {
      emitter.emit(BURST);
      nanos = System.nanoTime() - start;
    }
    CollectorReport report = collector.close(Duration.ofMillis(500));
    long closed = System.nanoTime() - start - nanos;
    Cell cell = Cell.of("policy", policy.name(), "chunks", what);
    recorder.values(cell, RATE, (report.spilled() + report.acknowledged()) * 1e3 / nanos);
    recorder.values(cell, BYTES, report.bytes() * 1e3 / nanos);
    recorder.values(cell, CLOSING, closed / 1e6);
    recorder.values(cell, Metric.LOST, report.dropped().total());
    if (!report.balanced() || policy == FullRingPolicy.BLOCK && report.dropped().total() > 0) {
      throw new IllegalStateException("records were lost: " + report);
    }
  }

  private static void drain(Path directory, FullRingPolicy policy, Step.Recorder recorder) {
    long bytes = bytes(directory);
    long start = System.nanoTime();
    ChunkingCollector collector = open(directory, FullRingPolicy.BLOCK, spilled(false));
    CollectorReport report = collector.close(Duration.ofSeconds(60));
    long nanos = System.nanoTime() - start;
    Cell cell = Cell.of("policy", policy.name(), "chunks", "drained");
    recorder.values(cell, RATE, collector.status().adopted() * 1e3 / nanos);
    recorder.values(cell, BYTES, bytes * 1e3 / nanos);
    if (!report.balanced() || bytes(directory) > 0) {
      throw new IllegalStateException("not drained: " + report);
    }
  }

  private static ChunkingCollector open(Path directory, FullRingPolicy policy, RawWriter writer) {
    ChunkingCollectorBuilder builder =
        ChunkingCollector.builder(writer, new BinarySerializer())
            .policy(policy)
            .blockDeadline(Duration.ofSeconds(10));
    return (directory == null ? builder : builder.spill(directory).spillBytes(SPILL_BYTES)).build();
  }

  private static void empty(Path directory) {
    segments(directory).forEach(File::delete);
  }

  private static long bytes(Path directory) {
    return segments(directory).mapToLong(File::length).sum();
  }

  private static Stream<File> segments(Path directory) {
    File[] files = directory.toFile().listFiles((d, name) -> name.endsWith(".slu"));
    return files == null ? Stream.empty() : Stream.of(files);
  }

  /** One sink, down or not: a spill hands its chunks to no other than it was written for. */
  private static RawWriter spilled(boolean down) {
    return new ImmediateWriter(
        chunk -> {
          if (down) {
            throw new IOException("down");
          }
        });
  }
}
