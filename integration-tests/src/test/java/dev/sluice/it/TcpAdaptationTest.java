package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.ChunkingStatus;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.TcpPeers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Adaptive chunks, for real, to a consumer that takes 40 ms for a chunk whatever its size. */
class TcpAdaptationTest {
  private static final long CHUNK_NANOS = 40_000_000;
  private static final int BURST = 500;
  private static final long BURST_NANOS = 10_000_000; // 50 000 records a second

  private final ExecutorService others = Executors.newCachedThreadPool();
  private final int port = TcpPeers.freePort();

  @AfterEach
  void stop() {
    others.shutdownNow();
  }

  private record Run(CollectorReport report, ChunkingStatus status, long delivered) {}

  /** Emits until the collector's state is as wanted, then closes. */
  private Run run(String options, Predicate<ChunkingStatus> enough) throws Exception {
    Endpoint sink = Endpoint.parse("tcp://127.0.0.1:" + port + "?policy=block&" + options);
    try (RecordStream stream =
        RecordStream.builder("tcp://127.0.0.1:" + port + "?until=end&grace=5s")
            .chunkListener(chunk -> LockSupport.parkNanos(CHUNK_NANOS))
            .open()) {
      long[] delivered = {0};
      Future<?> consuming =
          others.submit(
              () -> {
                stream.drain((cursor, chunk) -> delivered[0]++);
                return null;
              });
      Collector collector = ChunkingCollector.open(sink);
      ChunkingStatus status = collector.status().chunking();
      for (int i = 0; !enough.test(status); i++) {
        EndToEndContract.emit(collector.rows(), "tcp", i * BURST, BURST);
        LockSupport.parkNanos(BURST_NANOS);
        status = collector.status().chunking();
      }
      CollectorReport report = collector.close(Duration.ofSeconds(60));
      consuming.get(60, TimeUnit.SECONDS);
      assertThat(stream.audit().complete()).as("%s", stream.audit()).isTrue();
      return new Run(report, status, delivered[0]);
    }
  }

  @Test
  void slow_consumer_gets_larger_chunks_and_every_record() throws Exception {
    Run run = run("chunk.adapt=p99<250ms", status -> status.records() == 8192);
    assertThat(run.report().balanced()).as("%s", run.report()).isTrue();
    assertThat(run.delivered()).isEqualTo(run.report().emitted()).isPositive();
    assertThat(run.report().acknowledged()).isEqualTo(run.report().emitted());
    assertThat(run.status().raised()).isGreaterThanOrEqualTo(3);
    assertThat(run.status().goalNanos()).isEqualTo(250_000_000);
  }

  /** For the rationale: -Dtest=TcpAdaptationTest -Dsluice.table=true; thirty seconds each. */
  @Test
  @EnabledIfSystemProperty(named = "sluice.table", matches = "true")
  void table() throws Exception {
    for (String options :
        new String[] {
          "chunk.adapt=p99<250ms",
          "chunk.records=1024&delay=200ms",
          "chunk.records=1024&delay=20ms",
          "chunk.records=8192&delay=250ms"
        }) {
      long end = System.nanoTime() + 30_000_000_000L;
      Run run = run(options, status -> System.nanoTime() > end);
      System.out.printf(
          "| `%s` | %.0f | %d | %.2f | %.0f | %d |%n",
          options,
          run.status().observedNanos() / 1e6,
          run.status().records(),
          (double) run.report().bytes() / run.report().emitted(),
          (double) run.report().emitted() / run.report().chunks(),
          run.status().raised() + run.status().lowered());
    }
  }
}
