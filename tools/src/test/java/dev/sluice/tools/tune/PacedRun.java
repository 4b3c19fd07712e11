package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.support.Plugins;
import dev.sluice.support.platform.SystemPlatform;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Records emitted at their pace to a collector with threads that writes to a file, and when each
 * was emitted and handed to the raw writer.
 */
final class PacedRun implements RawWriter {
  private static final long SPIN_NANOS = 100_000;

  final Histogram delay = new Histogram(3_600_000_000_000L, 3);
  private final Histogram lateness = new Histogram(3);
  private final RawWriter file;
  private final long[] emitted;
  private volatile long bytes;
  private volatile long chunks;

  private PacedRun(Path file, int records) {
    Endpoint endpoint = Endpoint.parse("file:" + file);
    this.file =
        Plugins.find(RawWriterFactory.class, RawWriterFactory::scheme, "file", "scheme")
            .newWriter(endpoint, SystemPlatform.get());
    this.emitted = new long[records];
  }

  /** Runs it until everything is written. */
  static PacedRun of(ProducerRows rows, Setting setting, Path file) {
    PacedRun run = new PacedRun(file, rows.records());
    ChunkingCollector collector =
        ChunkingCollector.builder(
                run, Setting.serializer(setting.serializer()), setting.toOptions(rows.identity()))
            .build();
    ProducerRows.Feeder feeder = rows.feeder(collector.rows(), System.nanoTime());
    long start = System.nanoTime();
    for (int i = 0; i < run.emitted.length; i++) {
      run.emitted[i] = await(start + rows.arrival(i));
      run.lateness.recordValue(run.emitted[i] - start - rows.arrival(i));
      feeder.emitNext();
    }
    collector.close(Duration.ofSeconds(10));
    return run;
  }

  private static long await(long time) {
    long now = System.nanoTime();
    while (now < time) {
      if (time - now > SPIN_NANOS) {
        LockSupport.parkNanos(time - now - SPIN_NANOS / 2);
      }
      now = System.nanoTime();
    }
    return now;
  }

  /** The same records with the times at which they were emitted in truth. */
  Recording recording(Recording planned) {
    long[] arrivals = Arrays.stream(emitted).map(time -> time - emitted[0]).toArray();
    ProducerRows plan = planned.producers().get(0);
    ProducerRows rows = new ProducerRows(plan.identity(), plan.capture(), plan.runs(), arrivals);
    return new Recording(List.of(rows), planned.epochNanos(), List.of(), true);
  }

  /** Bytes of the segments in a directory. */
  static long written(Path directory) {
    return Arrays.stream(directory.toFile().listFiles()).mapToLong(File::length).sum();
  }

  /** By how much records were emitted later than they were due: 99th percentile. */
  long lateNanos() {
    return lateness.getValueAtPercentile(99);
  }

  long bytes() {
    return bytes;
  }

  long chunks() {
    return chunks;
  }

  @Override
  public int maxChunkBytes() {
    return file.maxChunkBytes();
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
    long now = System.nanoTime();
    int end = (int) chunk.accounting().emitted();
    for (int i = end - chunk.header().recordCount(); i < end; i++) {
      delay.recordValue(now - emitted[i]); // the row in the ring was published after its time
    }
    bytes += chunk.length();
    chunks++;
    file.write(chunk, completion);
  }

  @Override
  public void flush() throws IOException {
    file.flush();
  }

  @Override
  public void close(Duration timeout) {
    file.close(timeout);
  }
}
