package dev.sluice.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class KafkaBrokerTest {
  @TempDir Path directory;

  @Test
  void a_stopped_broker_comes_back_on_its_port_with_its_data() throws Exception {
    int port;
    try (KafkaBroker broker = KafkaBroker.start(directory.resolve("data"))) {
      port = broker.port();
      broker.createTopic("t", 2, Map.of("max.message.bytes", "2000"));
      assertThatThrownBy(() -> broker.createTopic("t", 2, Map.of()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("t");
      send(broker, "t", "first");
    }
    try (KafkaBroker broker = KafkaBroker.start(directory.resolve("data"), port, Map.of())) {
      assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
      send(broker, "t", "second");
      assertThat(read(broker, "t", 2)).containsExactly("first", "second");
    }
  }

  @Test
  void a_taken_port_is_one_clear_error() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"))) {
      assertThatThrownBy(() -> KafkaBroker.start(directory, taken.getLocalPort(), Map.of()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void a_child_jvm_says_ready_and_stops_when_its_input_ends() throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                KafkaBroker.class.getName(),
                directory.resolve("child").toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).matches("READY 127\\.0\\.0\\.1:\\d+");
      child.getOutputStream().close();
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).isZero();
    } finally {
      child.destroyForcibly();
    }
  }

  private static void send(KafkaBroker broker, String topic, String value) throws Exception {
    Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>(topic, 0, null, value)).get(10, TimeUnit.SECONDS);
    }
  }

  private static List<String> read(KafkaBroker broker, String topic, int count) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "auto.offset.reset", "earliest");
    List<String> values = new java.util.ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(List.of(new TopicPartition(topic, 0)));
      for (int i = 0; i < 100 && values.size() < count; i++) {
        consumer.poll(Duration.ofMillis(100)).forEach(r -> values.add(r.value()));
      }
    }
    return values;
  }
}
