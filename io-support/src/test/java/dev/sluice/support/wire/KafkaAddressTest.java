package dev.sluice.support.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaAddressTest {
  private static final Set<String> KNOWN =
      Set.of("bootstrap.servers", "linger.ms", "acks", "retries");

  @Test
  void servers_topic_and_client_settings_are_read() {
    KafkaAddress address =
        of("kafka://b1:9092,b2:9092/my.topic?kafka.linger.ms=5&kafka.plugin.colour=red");
    assertThat(address.servers()).isEqualTo("b1:9092,b2:9092");
    assertThat(address.topic()).isEqualTo("my.topic");
    assertThat(address.client())
        .isEqualTo(
            Map.of(
                "bootstrap.servers", "b1:9092,b2:9092", "linger.ms", "5", "plugin.colour", "red"));
    assertThat(address).hasToString("topic my.topic at b1:9092,b2:9092");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.linger.m",
        "kafka.lingger.ms",
        "kafka.linker.ms",
        "kafka.ack",
        "kafka.retreis"
      })
  void slip_of_the_pen_is_refused_with_the_nearest_key(String key) {
    assertThatThrownBy(() -> of("kafka://b/t?" + key + "=1"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("unknown option '" + key + "'", "did you mean 'kafka.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka.lin.ms", "kafka.retriesries", "kafka.retriesxys"})
  void what_differs_more_than_a_slip_is_for_a_plug_in(String key) {
    assertThat(of("kafka://b/t?" + key + "=1").client()).containsKey(key.substring(6));
  }

  @ParameterizedTest
  @ValueSource(strings = {"@host:9092/t", "user@host:9092/t"})
  void a_refused_address_can_be_asked_all_the_same(String place) {
    Endpoint endpoint = Endpoint.parse("kafka://" + place);
    assertThat(KafkaAddress.of(endpoint, KNOWN).topic()).isEqualTo("t");
    assertThatThrownBy(endpoint.options()::finish)
        .hasMessageContaining("must not hold a user and a password");
  }

  @Test
  void an_address_without_a_broker_is_refused() {
    assertThatThrownBy(() -> of("kafka:///t"))
        .hasMessageContaining("names no broker; write it as kafka://host:9092/topic");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kafka://b", "kafka://b/", "kafka://b/a b", "kafka://b/..", "kafka://b/a/b"})
  void what_is_no_topic_is_refused(String uri) {
    assertThatThrownBy(() -> of(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("is no topic");
  }

  @Test
  void messages_lose_line_breaks_and_the_values_of_secrets() {
    KafkaAddress address =
        of(
            "kafka://b/t?kafka.ssl.key.password=hunter2&kafka.sasl.jaas.config=Plain required password=\"hunter3\";");
    assertThat(
            address.redact(
                new IllegalStateException(
                    "bad\n  hunter2, hunter3 and Plain required password=\"hunter3\";")))
        .isEqualTo("bad ****, **** and ****");
    assertThat(address.redact(new IllegalStateException())).isEqualTo("IllegalStateException");
  }

  @Test
  void short_secrets_leave_messages_readable() {
    String login = "Plain required username=\"a\" password=\"b\";";
    KafkaAddress address = of("kafka://b/t?kafka.sasl.jaas.config=" + login);
    assertThat(address.redact(new IllegalStateException("Unexpected handshake request, b and a")))
        .isEqualTo("Unexpected handshake request, b and a");
    assertThat(address.redact(new IllegalStateException("b=1 in password=b, 'b', password: b.")))
        .isEqualTo("b=1 in password=****, '****', password: ****.");
    assertThat(address.redact(new IllegalStateException("no login in " + login)))
        .doesNotContain("\"b\"");
    address = of("kafka://b/t?kafka.ssl.key.password=hand");
    assertThat(address.redact(new IllegalStateException("hand: handshake with hand")))
        .isEqualTo("****: handshake with ****");
  }

  @ParameterizedTest
  @ValueSource(strings = {"u:SECRET@host:9092/t", "u:SEC/RET@host/t", "SECRET@host"})
  void user_and_password_in_the_uri_are_refused_and_not_repeated(String place) {
    assertThatThrownBy(() -> of("kafka://" + place))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("kafka://****@host")
        .hasMessageContaining("give them as kafka.sasl.jaas.config")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("SEC").doesNotContain("RET"));
    assertThat(Endpoint.parse("tcp://" + place).toString()).startsWith("tcp://****@host");
  }

  private static KafkaAddress of(String uri) {
    Endpoint endpoint = Endpoint.parse(uri);
    KafkaAddress address = KafkaAddress.of(endpoint, KNOWN);
    endpoint.options().finish();
    return address;
  }
}
