package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Chunks that cannot be read go to a topic. */
@ExtendWith(SharedBroker.class)
class DeadLetterTopicTest {
  private KafkaBroker broker;
  private String from;
  private String dead;
  private List<byte[]> chunks;

  @BeforeEach
  void create_topics_and_damage_a_chunk(KafkaBroker shared) throws Exception {
    broker = shared;
    from = Topics.create(shared, 1);
    dead = Topics.create(shared, 1);
    chunks = NoteChunks.of(0x1a, 3);
    chunks.get(1)[100] ^= 1;
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      chunks.forEach(value -> producer.send(new ProducerRecord<>(from, value)));
    }
  }

  private String source() {
    return Topics.uri(broker, from) + "?until=end&kafka.fetch.max.wait.ms=20";
  }

  private String letters() {
    return Topics.uri(broker, dead) + "?kafka.linger.ms=0";
  }

  private List<ConsumerRecord<byte[], byte[]>> messages() {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "fetch.max.wait.ms", "20");
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(dead, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofSeconds(1)).forEach(all::add);
      }
    }
    return all;
  }

  private static String header(ConsumerRecord<byte[], byte[]> message, String name) {
    return new String(
        message.headers().lastHeader("sluice." + name).value(), StandardCharsets.UTF_8);
  }

  @Test
  void a_chunk_that_cannot_be_read_is_a_message_with_its_source_offset_and_reason()
      throws Exception {
    try (RecordStream stream = RecordStream.builder(source()).quarantine(letters()).open()) {
      assertThat(stream.drain((cursor, chunk) -> {})).isEqualTo(4);
      assertThat(stream.audit().damaged()).isEqualTo(1);
    }

    assertThat(messages())
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.value()).isEqualTo(chunks.get(1));
              assertThat(message.key()).asString().isEqualTo(from + "-0@1");
              assertThat(header(message, "source")).isEqualTo(from + "-0");
              assertThat(header(message, "offset")).isEqualTo("1");
              assertThat(header(message, "reason")).contains("CRC");
              assertThat(header(message, "length")).isEqualTo("" + chunks.get(1).length);
            });
  }

  @Test
  void explode_takes_a_topic_as_quarantine() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    String to = Topics.uri(broker, Topics.create(broker, 1)) + "?kafka.linger.ms=0";
    int code =
        Main.run(
            new Terminal(new ByteArrayOutputStream(), errors, false),
            "explode",
            Topics.uri(broker, from) + "?kafka.fetch.max.wait.ms=20",
            "--to",
            to,
            "--quarantine",
            letters());

    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(messages()).hasSize(1);
  }

  @Test
  void a_topic_that_cannot_be_reached_is_told_before_anything_is_read() {
    String nowhere = "kafka://127.0.0.1:1/dead?kafka.max.block.ms=200";
    assertThatThrownBy(() -> RecordStream.builder(source()).quarantine(nowhere).open())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:1 refuses connections")
        .hasMessageContaining("dead");
  }

  /** The source under another name of the host. */
  private String alias() {
    return "kafka://localhost:" + broker.port() + "/" + from;
  }

  @Test
  void the_topic_that_is_read_is_refused_as_quarantine() {
    assertThatThrownBy(() -> RecordStream.builder(source()).quarantine(alias()).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("is the topic that is read");
  }

  @Test
  void the_topic_that_is_read_is_refused_as_target_of_commands() {
    for (String[] command :
        List.of(
            new String[] {"convert", source(), "--to", alias()},
            new String[] {"merge", source(), "--to", alias()},
            new String[] {"compact", source(), "--to", alias()},
            new String[] {"cut", source(), "--to", alias(), "--type", "test.note"},
            new String[] {"explode", Topics.uri(broker, from), "--to", alias()})) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
      int code = Main.run(new Terminal(new ByteArrayOutputStream(), errors, false), command);
      assertThat(code).as(command[0]).isEqualTo(ExitCode.USAGE);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .containsPattern("is part of the source|another topic than the source");
    }
  }
}
