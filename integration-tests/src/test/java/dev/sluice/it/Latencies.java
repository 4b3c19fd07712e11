package dev.sluice.it;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.Collector;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.RecordStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.Assertions;

/** Times from emit to the consumer's handler, in one JVM and so by one clock. */
record Latencies(List<Long> nanos) {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Emits records at a steady pace, from when the first one was seen to arrive. */
  static Latencies measure(String sink, String source, int records, Duration pace)
      throws Exception {
    Collector collector = ChunkingCollector.open(Endpoint.parse(sink));
    Symbol warmUp = collector.rows().symbol("warm-up");
    Symbol timed = collector.rows().symbol("timed");
    SampleWriter writer = SampleWriter.create(collector.rows());
    emit(writer, warmUp);
    collector.flush(LIMIT);
    CountDownLatch arrived = new CountDownLatch(1);
    Thread emitter =
        new Thread(
            () -> {
              while (arrived.getCount() > 0) {
                emit(writer, warmUp);
                LockSupport.parkNanos(pace.toNanos());
              }
              for (int i = 0; i < records; i++) {
                emit(writer, timed);
                LockSupport.parkNanos(pace.toNanos());
              }
            },
            "emitter");
    List<Long> nanos = new ArrayList<>();
    SampleReader reader = SampleReader.create();
    try (RecordStream stream = RecordStream.builder(source).open()) {
      emitter.start();
      long end = System.nanoTime() + pace.multipliedBy(records).plus(LIMIT).toNanos();
      while (nanos.size() < records && System.nanoTime() < end) {
        stream.poll(
            (cursor, chunk) -> {
              Sample sample = reader.read(cursor);
              arrived.countDown();
              if (sample.symbol().equals("timed")) {
                nanos.add(System.nanoTime() - sample.number());
              }
            },
            Duration.ofMillis(500));
      }
    } finally {
      arrived.countDown();
      emitter.join();
      collector.close(LIMIT);
    }
    Assertions.assertThat(nanos).hasSize(records);
    Collections.sort(nanos);
    return new Latencies(nanos);
  }

  private static void emit(SampleWriter writer, Symbol symbol) {
    long now = System.nanoTime();
    writer.emit(symbol, "", now, now);
  }

  Duration percentile(int percent) {
    return Duration.ofNanos(nanos.get(Math.min(nanos.size() - 1, nanos.size() * percent / 100)));
  }

  @Override
  public String toString() {
    return "emit to handler: p50 "
        + percentile(50)
        + ", p90 "
        + percentile(90)
        + ", p99 "
        + percentile(99);
  }
}
