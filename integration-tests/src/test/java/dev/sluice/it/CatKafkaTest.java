package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command and a topic. */
@ExtendWith(SharedBroker.class)
class CatKafkaTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  private List<String> output() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static void write(String sink, String producer, String signature) {
    ChunkingCollector collector =
        ChunkingCollector.open(Endpoint.parse(sink + "?producer=" + producer));
    OperationDurationWriter.create(collector.rows())
        .emit(System.nanoTime(), collector.rows().symbol(signature), 1, false);
    assertThat(collector.close(Duration.ofSeconds(30)).acknowledged()).isEqualTo(1);
  }

  @Test
  void follow_waits_for_a_topic_that_comes_later(KafkaBroker broker) throws Exception {
    String topic = "later-" + UUID.randomUUID();
    String uri = Topics.uri(broker, topic);
    FutureTask<Integer> cat = new FutureTask<>(() -> run("cat", uri, "--follow", "--limit", "1"));
    new Thread(cat).start();
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> err.toString(StandardCharsets.UTF_8).contains("waiting for it"));

    broker.createTopic(topic, 1, Map.of());
    write(uri, "late", "void a.B.c()");

    assertThat(cat.get(60, TimeUnit.SECONDS)).isZero();
    assertThat(output()).singleElement().asString().contains(" late ", "void a.B.c()");
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("sluice: no topic '" + topic);
  }

  @Test
  void without_follow_a_topic_must_be_there(KafkaBroker broker) {
    assertThat(run("cat", Topics.uri(broker, "missing-" + UUID.randomUUID())))
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void two_services_in_one_topic_are_told_apart(KafkaBroker broker, @TempDir Path directory)
      throws Exception {
    String uri = Topics.uri(broker, Topics.create(broker, 2));
    write(uri, "shop", "void a.B.c()");
    write(uri, "bank", "void a.B.c()");
    Path config = directory.resolve("kafka.properties");
    Files.writeString(config, "sluice.kafka.client.id=of-the-file\n");

    assertThat(run("cat", "--config", config.toString(), "--from", "-1h", uri)).isZero();

    assertThat(output())
        .anyMatch(line -> line.contains(" shop "))
        .anyMatch(line -> line.contains(" bank "))
        .hasSize(2);
    out.reset();
    String later = Instant.now().plusSeconds(3600).toString();
    assertThat(run("cat", "--from", later, uri)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("contains no chunk since " + later);
  }
}
