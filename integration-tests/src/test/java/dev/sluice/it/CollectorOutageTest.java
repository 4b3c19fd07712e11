package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.Audit;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application notices of a broker in trouble: nothing but a balanced report. */
@Warns({"will try again", "records are refused, so far {ring_full="})
class CollectorOutageTest {
  @TempDir Path directory;

  @Test
  void records_of_an_outage_arrive_or_are_counted() throws Exception {
    int port = TcpPeers.freePort();
    Collector collector;
    try (KafkaBroker broker = KafkaBroker.start(directory, port, Map.of())) {
      broker.createTopic("t", 1, Map.of());
      collector = open(port, "memory=2MiB&delay=20ms&kafka.max.block.ms=300");
      EndToEndContract.emit(collector.rows(), "before", 0, 1000);
      assertThat(collector.flush(Duration.ofSeconds(20))).isTrue();
    }
    // Far more than 2 MiB hold.
    EndToEndContract.emit(collector.rows(), "during", 0, 1_000_000);
    Awaitility.await().until(() -> collector.report().dropped().total() > 0);
    try (KafkaBroker broker = KafkaBroker.start(directory, port, Map.of())) {
      assertThat(collector.flush(Duration.ofSeconds(30))).isTrue();
      EndToEndContract.emit(collector.rows(), "after", 0, 1000);
      CollectorReport report = collector.close(Duration.ofSeconds(30));
      assertThat(report.balanced()).as("%s", report).isTrue();
      assertThat(report.emitted()).isEqualTo(1_002_000);
      assertThat(report.pending() + report.unconfirmed()).as("%s", report).isZero();
      AtomicLong read = new AtomicLong();
      Audit audit =
          RecordStreams.read(
              Topics.uri(broker, "t") + "?until=end", (sample, chunk) -> read.incrementAndGet());
      assertThat(read).hasValue(report.acknowledged());
      assertThat(audit.damaged()).isZero();
      assertThat(audit.producers()).hasSize(1);
      assertThat(audit.producers().get(0).dropped()).isEqualTo(report.dropped());
      assertThat(audit.producers().get(0).gaps()).isZero();
      assertThat(audit.producers().get(0).balanced()).as("%s", audit).isTrue();
      assertThat(audit.complete()).as("with drops").isFalse();
    }
  }

  @Test
  void absent_or_silent_broker_holds_up_neither_start_nor_emit_nor_close() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      for (int port : new int[] {1, silent.getLocalPort()}) {
        Collector collector = open(port, "");
        EndToEndContract.emit(collector.rows(), "lost", 0, 10_000);
        CollectorReport report =
            assertTimeout(
                Duration.ofMillis(2500),
                () -> collector.close(Duration.ofSeconds(1)),
                "contract: close takes its timeout and a second at most, and half for a loaded machine");
        assertThat(report.balanced()).as("%s", report).isTrue();
        assertThat(report.emitted()).isEqualTo(10_000);
        assertThat(report.acknowledged()).isZero();
      }
    }
  }

  private static Collector open(int port, String options) {
    return ChunkingCollector.open(
        Endpoint.parse(
            "kafka://127.0.0.1:" + port + "/t" + (options.isEmpty() ? "" : "?" + options)));
  }
}
