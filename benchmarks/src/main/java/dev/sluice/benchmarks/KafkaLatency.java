package dev.sluice.benchmarks;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.broker.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * From emit to the consumer's handler through a real broker, everything at its defaults, at rates
 * below and above chunk.records / delay: below it chunks are closed by age, above it by number.
 * Emitter, broker and consumer share this JVM and so its clock.
 */
final class KafkaLatency {
  private static final int[] RATES = {600, 6_000, 60_000};
  private static final int WARM_UP_SECONDS = 4;
  private static final int SECONDS = 16;

  private final int perSecond;
  private final long[] nanos;
  private volatile int received;

  private KafkaLatency(int perSecond) {
    this.perSecond = perSecond;
    this.nanos = new long[(WARM_UP_SECONDS + SECONDS) * perSecond];
  }

  /** Prints the percentiles for each rate; the argument is the delay. */
  public static void main(String[] args) throws Exception {
    String delay = args.length > 0 ? args[0] : "200ms";
    Path directory = Files.createTempDirectory("sluice-latency");
    try (KafkaBroker broker = KafkaBroker.start(directory)) {
      System.out.printf(
          "emit to handler through Kafka, delay %s (bar: p99 <= delay + 100 ms)%n", delay);
      for (int perSecond : RATES) {
        String topic = "latency-" + perSecond;
        broker.createTopic(topic, 1, Map.of());
        new KafkaLatency(perSecond)
            .run("kafka://" + broker.bootstrapServers() + "/" + topic, delay);
      }
    }
  }

  private void run(String uri, String delay) throws Exception {
    Thread consumer = new Thread(() -> consume(uri), "consumer");
    consumer.setDaemon(true);
    consumer.start();
    ChunkingCollector collector = ChunkingCollector.open(Endpoint.parse(uri + "?delay=" + delay));
    emit(OperationExecutionWriter.create(collector.rows()));
    CollectorReport report = collector.close(Duration.ofSeconds(10));
    Checks.nothingLost(report);
    consumer.join(TimeUnit.SECONDS.toMillis(20));
    long[] measured = Arrays.copyOfRange(nanos, WARM_UP_SECONDS * perSecond, nanos.length);
    Arrays.sort(measured);
    System.out.printf(
        "%,7d records/s: p50 %.1f ms, p99 %.1f ms, max %.1f ms; %,d records a chunk; lost %d%n",
        perSecond,
        at(measured, 0.5),
        at(measured, 0.99),
        at(measured, 1),
        nanos.length / report.chunks(),
        nanos.length - received);
    if (received != nanos.length) {
      throw new IllegalStateException("received " + received + " of " + nanos.length);
    }
  }

  private void emit(OperationExecutionWriter writer) {
    long start = System.nanoTime();
    for (int i = 0; i < nanos.length; ) {
      LockSupport.parkNanos(500_000);
      long due = (System.nanoTime() - start) * perSecond / TimeUnit.SECONDS.toNanos(1);
      for (; i < due && i < nanos.length; i++) {
        long now = System.nanoTime();
        writer.emit(null, null, i, now, now, null, 0, 0, false);
      }
    }
  }

  private void consume(String uri) {
    try (RecordStream stream = RecordStream.builder(uri).open()) {
      while (received < nanos.length) {
        stream.poll(
            (cursor, chunk) -> {
              long now = System.nanoTime() + chunk.accounting().clockOffset();
              nanos[(int) cursor.longValue(2)] = now - cursor.longValue(4);
              received++;
            },
            Duration.ofMillis(100));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double at(long[] sorted, double quantile) {
    return sorted[(int) ((sorted.length - 1) * quantile)] / 1e6;
  }
}
