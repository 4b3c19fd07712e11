package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.testkit.Exposition;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The live page and a topic. */
@ExtendWith(SharedBroker.class)
class WatchKafkaTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Test
  void a_topic_that_comes_later_is_shown_with_its_lag_by_partition(KafkaBroker broker)
      throws Exception {
    String topic = "watched-" + UUID.randomUUID();
    String uri = Topics.uri(broker, topic);
    try (WatchedPage page = new WatchedPage(uri)) {
      page.await(json -> json.contains("\"state\":\"trouble\",\"trouble\":\"no topic "));

      broker.createTopic(topic, 2, Map.of());
      ChunkingCollector collector = ChunkingCollector.open(Endpoint.parse(uri + "?producer=shop"));
      OperationDurationWriter.create(collector.rows())
          .emit(System.nanoTime(), collector.rows().symbol("void a.B.c()"), 1, false);
      assertThat(collector.close(PATIENCE).acknowledged()).isEqualTo(1);

      String shown =
          page.await(
              json ->
                  json.contains("\"verdict\":\"complete\"")
                      && json.contains("\"messages\":0,")
                      && json.contains("\"" + topic + "-0\":0,\"" + topic + "-1\":0}"));
      assertThat(shown)
          .contains("\"state\":\"running\",\"trouble\":null", "\"name\":\"B.c()\"")
          .contains("\"name\":\"shop\"");
      Exposition metrics = page.metrics();
      assertThat(metrics.value("sluice_watch_lag_messages")).isZero();
      assertThat(metrics.value("sluice_watch_trouble")).isZero();
      assertThat(metrics.value("sluice_watch_delivered_records_total")).isEqualTo(1);
    }
  }
}
