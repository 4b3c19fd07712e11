package dev.sluice.rawwriters.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.api.binding.KafkaAddress;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.testkit.RawPair;
import java.util.Map;
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
        .anyMatch(p -> p.matches("unknown key strategy 'produzer'.*did you mean 'producer'.*"))
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
  void value_of_a_secret_is_never_shown() {
    ConfigurationException e =
        catchThrowableOfType(
            ConfigurationException.class,
            () ->
                RawPair.writer(
                    "kafka://b:1/t?kafka.ssl.truststore.password.file=x&kafka.ssl.keystore.key=hunter2&kafka.acks=hunter2"));
    assertThat(e.getMessage()).contains("acks").doesNotContain("hunter2");
    assertThat(ProducerSettings.DEFAULTS.toString()).isEqualTo("ProducerSettings");
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
