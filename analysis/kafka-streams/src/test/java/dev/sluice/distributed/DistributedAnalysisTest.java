package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.analysis.Stage;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.streams.Audit;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("one-jdk")
@Timeout(120)
@ExtendWith(SharedBroker.class)
class DistributedAnalysisTest {
  private static final int PARTITIONS = 2;

  private final Stage<Map<String, Long>> stage = new HashStage(FieldSelection.ALL);

  private static String uri(KafkaBroker broker, String topic) {
    return "kafka://" + broker.bootstrapServers() + "/" + topic;
  }

  private static void send(KafkaBroker broker, String topic, List<byte[]> messages)
      throws Exception {
    TestChunks.send(broker.bootstrapServers(), topic, PARTITIONS, messages);
  }

  private DistributedAnalysis.Builder<Map<String, Long>> analysis(
      KafkaBroker broker, String topic) {
    return DistributedAnalysis.builder(stage, uri(broker, topic))
        .applicationId(topic + "-analysis")
        .commitInterval(Duration.ofMillis(100))
        .threads(2);
  }

  @Test
  void instances_together_have_the_result_and_the_audit_of_one_thread(KafkaBroker broker)
      throws Exception {
    String topic = "together";
    broker.createTopic(topic, PARTITIONS, Map.of());
    List<byte[]> messages = TestChunks.random(new Random(3), 5, 200, 300);
    messages.add(50, "foreign".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    messages.add(60, messages.get(58));
    send(broker, topic, messages);
    try (var one = analysis(broker, topic).partitions(4).start();
        var other = analysis(broker, topic).partitions(4).start()) {
      one.awaitEnd();
      other.awaitEnd();
      assertThat(one.result()).isEqualTo(TestChunks.expected(messages));
      assertThat(other.result()).isEqualTo(one.result());
      assertThat(one.lag()).isZero();
      assertThat(one.progress()).isEqualTo(1);
    }
  }

  @Test
  void an_analysis_that_is_started_again_goes_on_where_it_was(KafkaBroker broker) throws Exception {
    for (boolean split : new boolean[] {true, false}) {
      String topic = "again-" + split;
      broker.createTopic(topic, PARTITIONS, Map.of());
      List<byte[]> messages = TestChunks.random(new Random(4), 3, 60, 100);
      List<byte[]> sent = new ArrayList<>();
      for (int part = 0; part < 2; part++) {
        List<byte[]> some = messages.subList(part * 30, part * 30 + 30);
        send(broker, topic, some);
        sent.addAll(some);
        try (var run = analysis(broker, topic).split(split).start()) {
          run.awaitEnd();
          assertThat(run.result()).isEqualTo(TestChunks.expected(sent));
        }
      }
      Audit audit = analysis(broker, topic).split(split).result().audit();
      assertThat(audit.complete()).isTrue();
    }
  }

  @Test
  void parts_of_the_result_are_sent_to_a_topic_while_it_works(KafkaBroker broker) throws Exception {
    String topic = "with-results";
    broker.createTopic(topic, PARTITIONS, Map.of());
    broker.createTopic("results", 1, Map.of());
    List<byte[]> messages = TestChunks.random(new Random(6), 3, 60, 100);
    send(broker, topic, messages);
    Map<Integer, Integer> sizes = new HashMap<>();
    try (var run =
            analysis(broker, topic)
                .results(
                    "results",
                    Duration.ofSeconds(1),
                    part -> ByteBuffer.allocate(4).putInt(part.size()).array())
                .start();
        KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                Map.of(
                    "bootstrap.servers",
                    broker.bootstrapServers(),
                    "isolation.level",
                    "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
      run.awaitEnd();
      TopicPartition results = new TopicPartition("results", 0);
      consumer.assign(List.of(results));
      consumer.seekToBeginning(List.of(results));
      // What each partition sent last is all of it; the chunks are in each of them.
      int all = TestChunks.expected(messages).value().size();
      int chunks = 3;
      while (sizes.size() < PARTITIONS
          || sizes.values().stream().mapToInt(n -> n - chunks).sum() < all - chunks) {
        consumer
            .poll(Duration.ofSeconds(1))
            .forEach(
                message ->
                    sizes.put(
                        ByteBuffer.wrap(message.key()).getInt(),
                        ByteBuffer.wrap(message.value()).getInt()));
      }
      assertThat(sizes.values().stream().mapToInt(n -> n - chunks).sum()).isEqualTo(all - chunks);
    }
    assertThatThrownBy(
            () ->
                analysis(broker, topic)
                    .results("missing", Duration.ofSeconds(1), part -> new byte[0])
                    .start())
        .hasMessageContaining("there is no topic 'missing'");
  }

  @Test
  void state_of_another_analysis_is_refused_in_one_line(KafkaBroker broker) throws Exception {
    String topic = "another";
    broker.createTopic(topic, PARTITIONS, Map.of());
    send(broker, topic, TestChunks.random(new Random(5), 3, 30, 10));
    try (var run = analysis(broker, topic).name("first").start()) {
      run.awaitEnd();
    }
    try (var run = analysis(broker, topic).name("second").start()) {
      assertThatThrownBy(run::awaitEnd)
          .isInstanceOf(UnusableStateException.class)
          .hasMessage(
              "cannot go on as 'another-analysis': it keeps the state of 'first, split', not of"
                  + " 'second, split'; choose another application id");
    }
    assertThatThrownBy(() -> analysis(broker, topic).name("second").result())
        .isInstanceOf(UnusableStateException.class)
        .hasMessageContaining("the state of 'first, split'");
    assertThatThrownBy(() -> analysis(broker, topic).name("first").partitions(7).start())
        .isInstanceOf(UnusableStateException.class)
        .hasMessage(
            "cannot go on as 'another-analysis': its work has %d partitions, not 7; choose another"
                + " application id",
            PARTITIONS);
  }

  @Test
  void parts_for_another_number_of_partitions_are_refused(KafkaBroker broker) throws Exception {
    String topic = "race";
    broker.createTopic(topic, PARTITIONS, Map.of());
    broker.createTopic(AnalysisPlan.partsTopic(topic + "-analysis"), 3, Map.of());
    assertThatThrownBy(() -> analysis(broker, topic).partitions(4).start())
        .isInstanceOf(UnusableStateException.class)
        .hasMessageContaining("its work has 3 partitions, not 4");
  }

  @Test
  void what_cannot_be_analysed_is_refused_in_one_line(KafkaBroker broker) {
    assertThatThrownBy(() -> analysis(broker, "nowhere").start())
        .isInstanceOf(IOException.class)
        .hasMessage("there is no topic 'nowhere' at " + broker.bootstrapServers());
    assertThatThrownBy(() -> DistributedAnalysis.builder(stage, "file:records"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'file:records' is no topic");
  }
}
