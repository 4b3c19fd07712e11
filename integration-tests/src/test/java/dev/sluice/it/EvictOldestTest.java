package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.FreezableProxy;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sink stalls while a program floods it: with {@code policy=evict-oldest} the newest records
 * arrive afterwards, and report and audit agree on what gave way.
 */
@ExtendWith(NettyLeaks.class)
@Timeout(120)
@Warns({"records are refused, so far {evicted=", "will try again"})
class EvictOldestTest {
  private static final long MEMORY_BYTES = 1 << 20;
  private static final String OPTIONS =
      "?policy=evict-oldest&memory=1MiB&delay=5ms&producer=evicting";
  private static final int FLOODING = 4;
  private static final int FLOOD = 200_000;
  private static final int NEWEST = 100;
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration CLOSE = Duration.ofSeconds(30);

  @TempDir Path directory;

  private final ExecutorService others = Executors.newCachedThreadPool();
  private final SampleReader reader = SampleReader.create();
  private final Map<String, List<Long>> arrived = new HashMap<>();
  private long arrivedBytes;

  @AfterEach
  void stop() {
    others.shutdownNow();
  }

  @Test
  void newest_records_survive_a_tcp_reader_that_freezes() throws Exception {
    int port = TcpPeers.freePort();
    try (FreezableProxy proxy = new FreezableProxy();
        RecordStream stream = open("tcp://127.0.0.1:" + port + "?until=end&grace=2s")) {
      proxy.forwardTo(port);
      Collector collector = collector("tcp://127.0.0.1:" + proxy.port() + OPTIONS);
      Future<Boolean> first = others.submit(() -> emitAndFlush(collector, "first", 10));
      Awaitility.await()
          .pollInterval(Duration.ZERO)
          .until(() -> stream.poll(this::note, POLL) >= 0 && first.isDone());
      assertThat(first.get()).isTrue();
      assertThat(arrived.get("first")).hasSize(10);
      arrivedBytes = 0;
      proxy.freeze(true);
      flood(collector);
      emit(collector, "newest", NEWEST);
      proxy.freeze(false);
      Future<CollectorReport> closing = others.submit(() -> collector.close(CLOSE));
      while (!closing.isDone()) {
        stream.poll(this::note, POLL);
      }
      stream.drain(this::note);
      assertNewestArrived(closing.get(), stream.audit());
    }
  }

  @Test
  void newest_records_survive_until_a_tcp_reader_is_started() throws Exception {
    int port = TcpPeers.freePort();
    Collector collector = collector("tcp://127.0.0.1:" + port + OPTIONS + "&backoff.max=50ms");
    flood(collector);
    emit(collector, "newest", NEWEST);
    try (RecordStream stream = open("tcp://127.0.0.1:" + port + "?until=end&grace=2s")) {
      Future<CollectorReport> closing = others.submit(() -> collector.close(CLOSE));
      while (!closing.isDone()) {
        stream.poll(this::note, POLL);
      }
      stream.drain(this::note);
      assertNewestArrived(closing.get(), stream.audit());
    }
  }

  @Test
  void newest_records_survive_a_broker_that_is_away() throws Exception {
    int port = TcpPeers.freePort();
    Collector collector;
    try (KafkaBroker broker = KafkaBroker.start(directory, port, Map.of())) {
      broker.createTopic("t", 1, Map.of());
      collector =
          collector("kafka://127.0.0.1:" + port + "/t" + OPTIONS + "&kafka.max.block.ms=300");
      assertThat(emitAndFlush(collector, "first", 10)).isTrue();
    }
    flood(collector);
    emit(collector, "newest", NEWEST);
    try (KafkaBroker broker = KafkaBroker.start(directory, port, Map.of());
        RecordStream stream = open(Topics.uri(broker, "t") + "?until=end")) {
      CollectorReport report = collector.close(CLOSE);
      stream.drain(this::note);
      assertThat(arrived.get("first")).hasSize(10);
      assertNewestArrived(report, stream.audit());
    }
  }

  @Test
  void newest_records_survive_until_a_file_can_be_written() throws Exception {
    Path inTheWay = Files.createFile(directory.resolve("records"));
    Collector collector = collector("file:" + inTheWay.resolve("of-today") + OPTIONS);
    flood(collector);
    emit(collector, "newest", NEWEST);
    Files.delete(inTheWay);
    CollectorReport report = collector.close(CLOSE);
    try (RecordStream stream = open("file:" + inTheWay.resolve("of-today"))) {
      stream.drain(this::note);
      assertNewestArrived(report, stream.audit());
    }
  }

  private RecordStream open(String source) throws IOException {
    return RecordStream.builder(source)
        .chunkListener(chunk -> arrivedBytes += chunk.length())
        .open();
  }

  private static Collector collector(String sink) {
    return ChunkingCollector.open(Endpoint.parse(sink));
  }

  private static void emit(Collector collector, String name, int count) {
    EndToEndContract.emit(collector.rows(), name, 0, count);
  }

  private static boolean emitAndFlush(Collector collector, String name, int count) {
    emit(collector, name, count);
    return collector.flush(Duration.ofSeconds(20));
  }

  /** Many times what the memory holds, by several threads, as fast as they can. */
  private void flood(Collector collector) throws Exception {
    List<Future<?>> flooding = new ArrayList<>();
    for (int t = 0; t < FLOODING; t++) {
      String name = "flood " + t;
      flooding.add(others.submit(() -> emit(collector, name, FLOOD)));
    }
    for (Future<?> thread : flooding) {
      thread.get(60, TimeUnit.SECONDS);
    }
  }

  private void note(RecordCursor cursor, Chunk chunk) {
    Sample sample = reader.read(cursor);
    arrived.computeIfAbsent(sample.symbol(), name -> new ArrayList<>()).add(sample.number());
  }

  private void assertNewestArrived(CollectorReport report, Audit audit) {
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.emitted()).isGreaterThanOrEqualTo(FLOODING * FLOOD + NEWEST);
    assertThat(report.pending() + report.unconfirmed()).as("%s", report).isZero();
    // A pump that loses its processor for 10 ms while it drains lets a few be refused.
    long refused = report.dropped().of(DropCause.RING_FULL);
    assertThat(refused).as("%s", report).isLessThan(FLOODING * 10L);
    assertThat(report.dropped().of(DropCause.EVICTED))
        .as("%s", report)
        .isPositive()
        .isEqualTo(report.dropped().total() - refused);
    assertThat(arrived.get("newest")).isEqualTo(LongStream.range(0, NEWEST).boxed().toList());
    assertThat(arrived.values()).allSatisfy(numbers -> assertThat(numbers).isSorted());
    assertThat(arrived.values().stream().mapToLong(List::size).sum())
        .isEqualTo(report.acknowledged());
    assertThat(arrivedBytes).as("kept while the sink stalled").isLessThan(MEMORY_BYTES);
    ProducerAudit producer = audit.producers().get(0);
    assertThat(producer.dropped()).isEqualTo(report.dropped());
    assertThat(producer.balanced()).as("%s", audit).isTrue();
    assertThat(audit.damaged()).isZero();
    assertThat(audit.complete()).as("with drops").isFalse();
  }
}
