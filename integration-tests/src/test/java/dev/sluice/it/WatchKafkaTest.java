package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The live page and a topic. */
@ExtendWith(SharedBroker.class)
class WatchKafkaTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final HttpClient client = HttpClient.newHttpClient();

  private String status() throws Exception {
    URI page = URI.create(out.toString(StandardCharsets.UTF_8).strip());
    HttpRequest request = HttpRequest.newBuilder(page.resolve("status.json")).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void a_topic_that_comes_later_is_shown_with_its_lag_by_partition(KafkaBroker broker)
      throws Exception {
    String topic = "watched-" + UUID.randomUUID();
    String uri = Topics.uri(broker, topic);
    PrintStream errors = new PrintStream(new ByteArrayOutputStream());
    FutureTask<Integer> watch =
        new FutureTask<>(
            () ->
                Main.run(
                    new Terminal(out, errors, false),
                    "watch",
                    uri,
                    "--port",
                    "0",
                    "--every",
                    "20ms"));
    Thread thread = new Thread(watch);
    thread.start();
    Awaitility.await().atMost(PATIENCE).until(() -> out.size() > 0);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> status().contains("\"state\":\"trouble\",\"trouble\":\"no topic "));

    broker.createTopic(topic, 2, Map.of());
    ChunkingCollector collector = ChunkingCollector.open(Endpoint.parse(uri + "?producer=shop"));
    OperationDurationWriter.create(collector.rows())
        .emit(System.nanoTime(), collector.rows().symbol("void a.B.c()"), 1, false);
    assertThat(collector.close(PATIENCE).acknowledged()).isEqualTo(1);

    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            this::status,
            json ->
                json.contains("\"verdict\":\"complete\"")
                    && json.contains("\"messages\":0,")
                    && json.contains("\"" + topic + "-0\":0,\"" + topic + "-1\":0}"));
    assertThat(status())
        .contains("\"state\":\"running\",\"trouble\":null", "\"name\":\"B.c()\"")
        .contains("\"name\":\"shop\"");
    thread.interrupt();
    assertThat(watch.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNegative();
  }
}
