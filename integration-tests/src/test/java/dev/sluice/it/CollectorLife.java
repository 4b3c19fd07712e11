package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.ChunkingCollectorBuilder;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.streams.Audit;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The life of a collector whose allocations fail in the middle, or while it is closed; by its end
 * everything has to be in order. Each runs in a class loader of its own.
 */
final class CollectorLife implements Runnable {
  private static final int RECORDS = 120;
  private final Path file;
  private final Fails fails;
  private final List<Thread> threads = new ArrayList<>();
  private int emitted;
  private CollectorReport report;

  /** When allocations fail. */
  enum Fails {
    BUILDING,
    WORKING,
    CLOSING
  }

  CollectorLife(Path file, String fails) {
    this.file = file;
    this.fails = Fails.valueOf(fails);
  }

  @Override
  public void run() {
    try (OutputStream out = Files.newOutputStream(file)) {
      ChunkingCollector collector = build(out);
      if (collector != null) {
        live(collector);
        check();
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A collector; null if there was no memory to build one, and then no thread of it goes on. */
  private ChunkingCollector build(OutputStream out) throws InterruptedException {
    ChunkingCollectorBuilder builder =
        ChunkingCollector.builder(new StreamWriter(out), new BinarySerializer())
            .threadFactory(
                run -> {
                  threads.add(new Thread(run));
                  return threads.get(threads.size() - 1);
                })
            .memoryBytes(1 << 20)
            .chunkRecords(100);
    if (fails == Fails.BUILDING) {
      Allocations.arm();
    }
    try {
      return builder.build();
    } catch (OutOfMemoryError e) {
      for (Thread thread : threads) {
        thread.join(TimeUnit.SECONDS.toMillis(10));
        assertThat(thread.isAlive()).as("%s", thread).isFalse();
      }
      return null;
    } finally {
      Allocations.disarm();
    }
  }

  private void live(ChunkingCollector collector) throws IOException, InterruptedException {
    SampleWriter writer = SampleWriter.create(collector.rows());
    Symbol symbol = collector.rows().symbol("Kiel");
    if (fails == Fails.WORKING) {
      Allocations.arm();
    }
    emit(writer, symbol, RECORDS);
    collector.flush(Duration.ofSeconds(5));
    Allocations.disarm();
    int late = emitted;
    emit(writer, symbol, 10);
    assertThat(collector.flush(Duration.ofSeconds(10))).isTrue();
    assertThat(threads).hasSize(2).allMatch(Thread::isAlive);
    assertThat(collector.report().balanced()).isTrue();
    assertThat(read().numbers).as("%s", collector.report()).contains((long) late, late + 9L);
    if (fails == Fails.CLOSING) {
      emit(writer, symbol, 10);
      Allocations.arm();
    }
    close(collector);
    Allocations.disarm();
    report = collector.close(Duration.ofSeconds(10));
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void close(ChunkingCollector collector) {
    try {
      collector.close(Duration.ofSeconds(10));
    } catch (OutOfMemoryError e) {
      // there was none for the report
    }
  }

  private void emit(SampleWriter writer, Symbol symbol, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(writer.emit(symbol, "text " + emitted, emitted, emitted)).isTrue();
      emitted++;
    }
  }

  private void check() throws IOException {
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.pending() + report.unconfirmed()).as("%s", report).isZero();
    assertThat(report.emitted()).isEqualTo(emitted);
    Read read = read();
    assertThat(read.numbers).hasSize((int) report.acknowledged());
    assertThat(read.audit.damaged()).isZero();
    assertThat(read.audit.producers()).hasSize(1);
    assertThat(read.audit.producers().get(0).balanced()).as("%s", read.audit).isTrue();
    assertThat(read.audit.producers().get(0).ended()).isTrue();
    assertThat(read.audit.producers().get(0).dropped()).isEqualTo(report.dropped());
  }

  private record Read(Set<Long> numbers, Audit audit) {}

  private Read read() throws IOException {
    Set<Long> numbers = new HashSet<>();
    Audit audit =
        RecordStreams.read(
            "file:" + file,
            (sample, chunk) -> {
              assertThat(sample.symbol()).isEqualTo("Kiel");
              assertThat(sample.text()).isEqualTo("text " + sample.number());
              assertThat(numbers.add(sample.number())).isTrue();
            });
    return new Read(numbers, audit);
  }

  /** Writes to a stream, and fails as well. */
  private record StreamWriter(OutputStream out) implements RawWriter {
    @Override
    public int maxChunkBytes() {
      return 1 << 20;
    }

    @Override
    public void write(Chunk chunk, Completion completion) throws IOException {
      Allocations.check();
      out.write(chunk.toByteArray());
      completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
    }

    @Override
    public void flush() {
      Allocations.check();
    }

    @Override
    public void close(Duration timeout) {
      Allocations.check();
    }
  }
}
