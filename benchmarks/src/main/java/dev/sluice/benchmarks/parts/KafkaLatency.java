package dev.sluice.benchmarks.parts;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.broker.KafkaBroker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * From emit to the consumer's handler through a real broker, everything at its defaults, at rates
 * below and above chunk.records / delay: below it chunks are closed by age, above it by number.
 * Emitter, broker and consumer share this JVM and so its clock.
 */
final class KafkaLatency implements OwnJvm.Task {
  static final int WARM_UP_SECONDS = 4;

  private static final Metric LATENCY = new Metric("emit to handler", "µs", 0);
  private static final Metric CHUNK = new Metric("records a chunk", "", 0);

  private int perSecond;
  private long[] nanos;
  private volatile int received;

  /** Arguments: records a second, the delay, seconds. */
  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws Exception {
    perSecond = Integer.parseInt(arguments.get(0));
    nanos = new long[(WARM_UP_SECONDS + Integer.parseInt(arguments.get(2))) * perSecond];
    try (ScratchFolder folder = ScratchFolder.create();
        KafkaBroker broker = KafkaBroker.start(folder.path())) {
      broker.createTopic("latency", 1, Map.of());
      run("kafka://" + broker.bootstrapServers() + "/latency", arguments.get(1), recorder);
    }
  }

  private void run(String uri, String delay, Step.Recorder recorder) throws Exception {
    Thread consumer = new Thread(() -> consume(uri), "consumer");
    consumer.setDaemon(true);
    consumer.start();
    ChunkingCollector collector = ChunkingCollector.open(Endpoint.parse(uri + "?delay=" + delay));
    emit(OperationExecutionWriter.create(collector.rows()));
    CollectorReport report = collector.close(Duration.ofSeconds(10));
    Checks.nothingLost(report);
    consumer.join(TimeUnit.SECONDS.toMillis(20));
    Cell cell = Cell.of("records/s", perSecond, "delay", delay);
    Histogram events = new Histogram(3);
    double[] means = new double[nanos.length / perSecond - WARM_UP_SECONDS];
    for (int i = WARM_UP_SECONDS * perSecond; i < nanos.length; i++) {
      events.recordValue(Math.max(0, nanos[i] / 1000));
      means[i / perSecond - WARM_UP_SECONDS] += nanos[i] / 1e3 / perSecond;
    }
    recorder.events(cell, LATENCY, events, means);
    recorder.values(cell, CHUNK, (double) nanos.length / report.chunks());
    recorder.values(cell, Metric.LOST, nanos.length - received);
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
}
