package dev.sluice.rawwriters.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.RawPair;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class KafkaRawWriterFactoryTest {
  @Test
  void all_mistakes_are_reported_at_once_with_the_nearest_key() {
    ConfigurationException e =
        catchThrowableOfType(
            ConfigurationException.class,
            () ->
                RawPair.writer("kafka:///?kafka.linger.mss=5&kafka.acks=most&key=produzer&kye=x"));
    assertThat(e.problems())
        .hasSize(6)
        .anyMatch(p -> p.contains("names no broker"))
        .anyMatch(p -> p.contains("is no topic"))
        .anyMatch(p -> p.contains("'kafka.linger.mss'; did you mean 'kafka.linger.ms'"))
        .anyMatch(p -> p.matches("option 'key' must be one of producer, chunk.*'produzer'.*"))
        .anyMatch(p -> p.contains("Kafka refuses its settings"))
        .anyMatch(p -> p.contains("unknown option 'kye'; did you mean 'key'"));
  }

  @Test
  void settings_of_the_user_win_and_unknown_ones_pass() {
    ProducerSettings settings =
        ProducerSettings.of(
            new KafkaAddress(
                "b:1",
                "t",
                Map.of(
                    "bootstrap.servers",
                    "b:1",
                    "acks",
                    "1",
                    "enable.idempotence",
                    "false",
                    "my.interceptor.colour",
                    "red")));
    assertThat(settings.producer())
        .containsEntry("acks", "1")
        .containsEntry("my.interceptor.colour", "red")
        .containsEntry("linger.ms", "0");
  }

  @Test
  void settings_that_an_idempotent_producer_cannot_have_are_refused_before_it_is_made() {
    for (String setting :
        List.of("acks=1", "retries=0", "max.in.flight.requests.per.connection=6")) {
      assertThatThrownBy(() -> RawPair.writer("kafka://b:1/t?kafka." + setting))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("an idempotent producer needs acks=all");
    }
  }

  @Test
  void what_the_client_logs_of_its_settings_is_logged_once_and_not_before_it_is_made()
      throws Exception {
    List<String> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("org.apache.kafka.common.config");
    Level before = logger.getLevel();
    Handler handler = new RecordingHandler(logged);
    logger.setLevel(Level.INFO);
    logger.addHandler(handler);
    try {
      RawWriter writer = RawPair.writer("kafka://127.0.0.1:1/t?kafka.max.block.ms=50");
      assertThat(logged).isEmpty();
      assertThatThrownBy(() -> writer.write(new ChunkFactory(1, null).next(), new CompletionLog()))
          .isInstanceOf(IOException.class);
      writer.close(Duration.ofSeconds(1));
    } finally {
      logger.removeHandler(handler);
      logger.setLevel(before);
    }
    assertThat(logged).filteredOn(text -> text.contains("ProducerConfig values")).hasSize(1);
  }

  private static final class RecordingHandler extends Handler {
    private final List<String> logged;

    RecordingHandler(List<String> logged) {
      this.logged = logged;
    }

    @Override
    public void publish(LogRecord entry) {
      logged.add(entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void value_of_a_secret_is_never_shown() {
    ConfigurationException e =
        catchThrowableOfType(
            ConfigurationException.class,
            () ->
                RawPair.writer(
                    "kafka://b:1/t?kafka.ssl.truststore.password.file=x&kafka.ssl.keystore.key=hunter2&kafka.acks=hunter2"));
    assertThat(e.getMessage()).contains("acks").doesNotContain("hunter2");
    assertThat(ProducerSettings.NONE.toString()).isEqualTo("ProducerSettings");
  }

  @Test
  void chunk_is_never_larger_than_buffer_or_request() {
    assertThat(limitWith("max.request.size", "70000")).isEqualTo(70_000 - 512);
    assertThat(limitWith("buffer.memory", "50000")).isEqualTo(50_000 - 512);
    assertThat(limitWith("max.request.size", "100000000")).isEqualTo((4 << 20) - 512);
  }

  private static int limitWith(String key, String value) {
    return ProducerSettings.of(
            new KafkaAddress("b:1", "t", Map.of("bootstrap.servers", "b:1", key, value)))
        .maxChunkBytes();
  }
}
