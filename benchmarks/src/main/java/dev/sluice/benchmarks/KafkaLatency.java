package dev.sluice.benchmarks;

import dev.sluice.api.config.Endpoint;
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
 * From emit to the consumer's handler through a real broker under light load: 1 000 records a
 * second, everything at its defaults. Emitter, broker and consumer share this JVM and so its clock.
 */
final class KafkaLatency {
  private static final int WARM_UP = 5_000;
  private static final int RECORDS = 20_000;

  private final long[] nanos = new long[WARM_UP + RECORDS];
  private volatile int received;

  private KafkaLatency() {}

  /** Prints the percentiles. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory("sluice-latency");
    try (KafkaBroker broker = KafkaBroker.start(directory)) {
      broker.createTopic("latency", 1, Map.of());
      String uri = "kafka://" + broker.bootstrapServers() + "/latency";
      new KafkaLatency().run(uri, args.length > 0 ? args[0] : "200ms");
    }
  }

  private void run(String uri, String delay) throws Exception {
    Thread consumer = new Thread(() -> consume(uri), "consumer");
    consumer.start();
    ChunkingCollector collector = ChunkingCollector.open(Endpoint.parse(uri + "?delay=" + delay));
    OperationExecutionWriter writer = OperationExecutionWriter.create(collector.rows());
    long next = System.nanoTime();
    for (int i = 0; i < nanos.length; i++) {
      next += 1_000_000;
      LockSupport.parkNanos(next - System.nanoTime());
      long now = System.nanoTime();
      writer.emit(null, null, i, now, now, null, 0, 0);
    }
    Checks.nothingLost(collector.close(Duration.ofSeconds(10)));
    consumer.join(TimeUnit.SECONDS.toMillis(20));
    if (received != nanos.length) {
      throw new IllegalStateException("received " + received + " of " + nanos.length);
    }
    long[] measured = Arrays.copyOfRange(nanos, WARM_UP, nanos.length);
    Arrays.sort(measured);
    System.out.printf(
        "emit to handler through Kafka, delay %s: p50 %.1f ms, p99 %.1f ms, max %.1f ms (bar: p99 <= delay + 100 ms); lost 0%n",
        delay, at(measured, 0.5), at(measured, 0.99), at(measured, 1));
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
