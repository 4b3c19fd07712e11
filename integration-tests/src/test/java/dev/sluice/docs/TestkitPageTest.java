package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.shop.OrderPlacedWriter;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.FaultyRawWriter;
import dev.sluice.testkit.FaultyRawWriter.Step;
import dev.sluice.testkit.FreezableProxy;
import dev.sluice.testkit.RecordingRawWriter;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about the test kit, whose tests these are. */
class TestkitPageTest {
  private static final Path HERE = Path.of("src/test/java/dev/sluice");
  private static final List<Path> SOURCES =
      List.of(
          HERE.resolve("docs/TestkitPageTest.java"), HERE.resolve("it/SingleFilePairTest.java"));

  @TempDir private Path directory;

  @Test
  void page_shows_the_code_that_is_tested_here() throws IOException {
    Map<String, String> shown = Snippets.shownIn(Path.of("../docs/testkit.md"));
    assertThat(shown).containsOnlyKeys("emitted", "outage", "pair");
    for (String name : shown.keySet()) {
      assertThat(shown.get(name)).as(name).isEqualTo(Snippets.inSource(name, SOURCES));
    }
  }

  // snippet: emitted
  @Test
  void an_order_is_recorded() throws IOException {
    String records = "file:" + directory.resolve("records.slu");
    try (Monitor monitor = Monitor.to(records)) {
      order(monitor, "Ada", 19.90); // what is tested
    }

    List<String> customers = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder(records).open()) {
      stream.drain(
          (record, chunk) -> {
            if (record.type().name().equals("shop.order_placed")) {
              customers.add(record.text(2));
            }
          });
      assertThat(stream.audit().complete()).isTrue(); // nothing was lost on the way
    }
    assertThat(customers).containsExactly("Ada");
  }

  // end

  private static void order(Monitor monitor, String customer, double total) {
    OrderPlacedWriter.create(monitor.sink())
        .emit(System.nanoTime(), monitor.sink().symbol("Kiel"), customer, total);
  }

  @Test
  @Warns("will try again: ")
  // snippet: outage
  void an_outage_of_the_medium_loses_nothing() {
    RecordingRawWriter arrived = new RecordingRawWriter();
    FaultyRawWriter medium = new FaultyRawWriter(arrived, Step.REFUSE, Step.REFUSE);
    SerializerPair binary = SerializerPair.named("binary");
    Monitor monitor =
        Monitor.builder().over(ChunkingCollector.builder(medium, binary.serializer()).build());

    order(monitor, "Ada", 19.90);
    CollectorReport report = monitor.close(Duration.ofSeconds(10));

    assertThat(medium.attempts()).isGreaterThan(2);
    assertThat(report.acknowledged()).isEqualTo(1);
    assertThat(arrived.chunks()).hasSize(2); // the second tells that this is the end
  }

  // end

  @Test
  void a_medium_that_never_answers_is_not_waited_for() {
    FaultyRawWriter medium = new FaultyRawWriter(new RecordingRawWriter(), Step.IGNORE);
    SerializerPair binary = SerializerPair.named("binary");
    Monitor monitor =
        Monitor.builder().over(ChunkingCollector.builder(medium, binary.serializer()).build());

    order(monitor, "Ada", 19.90);
    CollectorReport report = monitor.close(Duration.ofSeconds(2));

    assertThat(report.unconfirmed()).isEqualTo(1); // told, and neither lost nor delivered
    assertThat(report.balanced()).isTrue();
  }

  @Test
  void a_reader_that_falls_silent_leaves_records_unconfirmed() throws IOException {
    int port = TcpPeers.freePort();
    try (FreezableProxy proxy = new FreezableProxy();
        RecordStream stream = RecordStream.builder("tcp://127.0.0.1:" + port).open()) {
      proxy.forwardTo(port);
      Monitor monitor = Monitor.to("tcp://127.0.0.1:" + proxy.port() + "?metadata=false");
      order(monitor, "Ada", 19.90);
      while (stream.poll((record, chunk) -> {}, Duration.ofSeconds(1)) == 0) {
        // until the first order is here
      }

      proxy.freeze(true);
      order(monitor, "Bob", 5.00);
      CollectorReport report = monitor.close(Duration.ofMillis(300));

      assertThat(report.unconfirmed()).isPositive();
      assertThat(report.balanced()).isTrue();
    }
  }
}
