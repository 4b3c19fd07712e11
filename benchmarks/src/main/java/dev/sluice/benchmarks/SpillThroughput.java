package dev.sluice.benchmarks;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.ChunkingCollectorBuilder;
import dev.sluice.collectors.FullRingPolicy;
import dev.sluice.serializers.binary.BinarySerializer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Records a second into a spill directory while the sink is down, beside chunks that are discarded,
 * in turns: one producer that never waits but when the ring is full; then one that waits for
 * nobody, so that what the disk is too slow for is dropped and counted; then what a sink takes that
 * is back.
 */
public final class SpillThroughput {
  private static final int BURST = 10_000;
  private static final long ROUND_NANOS = 4_000_000_000L;
  private static final long SPILL_BYTES = 8L << 30;

  private SpillThroughput() {}

  /** Arguments: the directory, which is made and emptied; rounds, 5 if there is none. */
  public static void main(String[] args) throws IOException {
    Path directory =
        args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("sluice-spill-");
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    for (FullRingPolicy policy :
        new FullRingPolicy[] {FullRingPolicy.BLOCK, FullRingPolicy.DROP_NEWEST}) {
      for (int round = 1; round <= rounds; round++) {
        run("discarded", null, policy, new DiscardingRawWriter());
        empty(directory);
        run("spilled", directory, policy, new DownRawWriter());
      }
    }
    drain(directory);
  }

  private static void run(String what, Path directory, FullRingPolicy policy, RawWriter writer) {
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
    System.out.printf(
        Locale.ROOT,
        "%s, %s: %.1f M records/s, %.0f MB/s, %,d spilled, %,d dropped, closed in %d ms%n",
        policy,
        what,
        (report.spilled() + report.acknowledged()) * 1e3 / nanos,
        report.bytes() * 1e3 / nanos,
        report.spilled(),
        report.dropped().total(),
        closed / 1_000_000);
    if (!report.balanced() || policy == FullRingPolicy.BLOCK && report.dropped().total() > 0) {
      throw new IllegalStateException("records were lost: " + report);
    }
  }

  private static void drain(Path directory) {
    long bytes = bytes(directory);
    long start = System.nanoTime();
    ChunkingCollector collector = open(directory, FullRingPolicy.BLOCK, new DiscardingRawWriter());
    CollectorReport report = collector.close(Duration.ofSeconds(60));
    long nanos = System.nanoTime() - start;
    System.out.printf(
        Locale.ROOT,
        "adopted and drained: %,d records, %.1f M records/s, %.0f MB/s, %,d bytes left%n",
        collector.status().adopted(),
        collector.status().adopted() * 1e3 / nanos,
        bytes * 1e3 / nanos,
        bytes(directory));
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

  /** A sink that is down. */
  private static final class DownRawWriter implements RawWriter {
    @Override
    public int maxChunkBytes() {
      return ChunkLayout.MAX_CHUNK_BYTES;
    }

    @Override
    public void write(Chunk chunk, Completion completion) throws IOException {
      throw new IOException("down");
    }

    @Override
    public void flush() {}

    @Override
    public void close(Duration timeout) {}
  }
}
