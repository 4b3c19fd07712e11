package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EndpointTest {
  @Test
  void a_kafka_uri_may_name_several_brokers() {
    Endpoint endpoint =
        Endpoint.parse("kafka://b1:9092,b2:9092/topic?serializer=binary&kafka.acks=1");

    assertThat(endpoint.scheme()).isEqualTo("kafka");
    assertThat(endpoint.authority()).isEqualTo("b1:9092,b2:9092");
    assertThat(endpoint.path()).isEqualTo("/topic");
    assertThat(endpoint.options().get(Key.text("serializer", null, ""))).isEqualTo("binary");
    assertThat(endpoint.options().get(Key.text("kafka.acks", null, ""))).isEqualTo("1");
  }

  @Test
  void a_path_is_a_file() {
    assertThat(Endpoint.parse("/var/log/app").path()).isEqualTo("/var/log/app");
    assertThat(Endpoint.parse("/var/log/app").scheme()).isEqualTo("file");
    assertThat(Endpoint.parse("file:/var/log/app").path()).isEqualTo("/var/log/app");
    assertThat(Endpoint.parse("file:records").path()).isEqualTo("records");
    assertThat(Endpoint.parse("file:///var/log/app").path()).isEqualTo("/var/log/app");
    assertThat(Endpoint.parse("a b/c*.slu").path()).isEqualTo("a b/c*.slu");
  }

  @Test
  void options_in_the_uri_win_over_others() {
    Endpoint endpoint = Endpoint.parse("file:x?delay=1s", Map.of("delay", "2s", "policy", "block"));
    assertThat(endpoint.options().get(Key.text("delay", null, ""))).isEqualTo("1s");
    assertThat(endpoint.options().get(Key.text("policy", null, ""))).isEqualTo("block");
  }

  @Test
  void percent_encoding_is_undone_and_plus_is_a_plus() {
    assertThat(Endpoint.parse("file:a%20b+c?producer=x%26y").path()).isEqualTo("a b+c");
    assertThat(
            Endpoint.parse("file:a?producer=x%26y").options().get(Key.text("producer", null, "")))
        .isEqualTo("x&y");
  }

  @Test
  void mistakes_are_one_clear_message() {
    assertThatThrownBy(() -> Endpoint.parse(" ")).hasMessageContaining("empty URI");
    assertThatThrownBy(() -> Endpoint.parse("file:a?delay"))
        .hasMessageContaining("'delay' has no value");
    assertThatThrownBy(() -> Endpoint.parse("file:a%zz")).hasMessageContaining("percent-encoded");
  }

  @Test
  void options_are_not_shown() {
    assertThat(Endpoint.parse("kafka://h:1/t?kafka.sasl.jaas.config=hunter2").toString())
        .isEqualTo("kafka://h:1/t");
  }
}
