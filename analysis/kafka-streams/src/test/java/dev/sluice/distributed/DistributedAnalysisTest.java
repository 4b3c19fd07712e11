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
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
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
      TestChunks.check(one.result(), messages);
      TestChunks.check(other.result(), messages);
      while (one.lag() > 0) {
        Thread.onSpinWait(); // the outcome of the last transaction is a message, too
      }
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
          TestChunks.check(run.result(), sent);
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
    try (var run = sending(broker, topic, "results", Duration.ofSeconds(1)).start()) {
      run.awaitEnd();
      // What each partition sent last is all of it.
      int all = TestChunks.expected(messages).value().size() - 3;
      Map<Integer, Integer> sent = Map.of();
      while (sent.size() < PARTITIONS || hashes(sent, 3) < all) {
        sent = newest(broker, "results");
      }
      assertThat(hashes(sent, 3)).isEqualTo(all);
    }
    assertThatThrownBy(
            () ->
                analysis(broker, topic)
                    .results("missing", Duration.ofSeconds(1), part -> new byte[0])
                    .start())
        .hasMessageContaining("there is no topic 'missing'");
  }

  private DistributedAnalysis.Builder<Map<String, Long>> sending(
      KafkaBroker broker, String topic, String results, Duration interval) {
    return analysis(broker, topic)
        .results(results, interval, part -> ByteBuffer.allocate(4).putInt(part.size()).array());
  }

  private static KafkaConsumer<byte[], byte[]> consumer(KafkaBroker broker) {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /** What is committed in the first partition now. */
  private static List<ConsumerRecord<byte[], byte[]>> read(
      KafkaConsumer<byte[], byte[]> consumer, String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    List<ConsumerRecord<byte[], byte[]>> messages = new ArrayList<>();
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    while (consumer.position(partition) < end) {
      consumer.poll(Duration.ofSeconds(1)).forEach(messages::add);
    }
    return messages;
  }

  /** The newest size that was sent of each part. */
  private static Map<Integer, Integer> newest(KafkaBroker broker, String results) {
    Map<Integer, Integer> sizes = new HashMap<>();
    try (var consumer = consumer(broker)) {
      for (var message : read(consumer, results)) {
        sizes.put(
            ByteBuffer.wrap(message.key()).getInt(), ByteBuffer.wrap(message.value()).getInt());
      }
    }
    return sizes;
  }

  /** How many hashes the parts have together: chunks are in each of them. */
  private static int hashes(Map<Integer, Integer> sizes, int chunks) {
    return sizes.values().stream().mapToInt(size -> size - chunks).sum();
  }

  @Test
  void an_instance_that_is_closed_sends_its_result_first(KafkaBroker broker) throws Exception {
    String topic = "closed-with-results";
    broker.createTopic(topic, PARTITIONS, Map.of());
    broker.createTopic(topic + "-results", 1, Map.of());
    List<byte[]> messages = TestChunks.random(new Random(7), 3, 60, 100);
    send(broker, topic, messages);
    int committed;
    try (var run = sending(broker, topic, topic + "-results", Duration.ofHours(1)).start()) {
      run.awaitEnd();
      committed = run.result().value().size();
    }
    assertThat(hashes(newest(broker, topic + "-results"), 3)).isEqualTo(committed - 3);
  }

  @Test
  void a_result_that_was_not_sent_before_is_sent_by_the_next_instance(KafkaBroker broker)
      throws Exception {
    String topic = "left-with-results";
    broker.createTopic(topic, PARTITIONS, Map.of());
    broker.createTopic(topic + "-results", 1, Map.of());
    send(broker, topic, TestChunks.random(new Random(8), 3, 60, 100));
    try (var run = analysis(broker, topic).start()) { // sends nothing, as one that is killed
      run.awaitEnd();
    }
    try (var run = sending(broker, topic, topic + "-results", Duration.ofSeconds(1)).start()) {
      run.awaitEnd();
      Map<Integer, Integer> sent = Map.of();
      while (sent.size() < PARTITIONS) {
        sent = newest(broker, topic + "-results");
      }
      assertThat(hashes(sent, 3)).isEqualTo(run.result().value().size() - 3);
    }
  }

  @Test
  void the_account_of_a_split_run_is_not_known_before_all_partitions_have_one(KafkaBroker broker)
      throws Exception {
    String topic = "partly-committed";
    broker.createTopic(topic, PARTITIONS, Map.of());
    List<byte[]> messages = TestChunks.random(new Random(10), 3, 30, 100);
    send(broker, topic, messages);
    try (var run = analysis(broker, topic).start()) {
      run.awaitEnd();
    }
    // The same of which the second partition has committed nothing yet.
    String from = AnalysisPlan.stateTopic(topic + "-analysis");
    String to = AnalysisPlan.stateTopic("half-analysis");
    broker.createTopic(to, PARTITIONS, Map.of());
    try (var consumer = consumer(broker);
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      read(consumer, from)
          .forEach(
              message ->
                  producer.send(new ProducerRecord<>(to, 0, message.key(), message.value())));
    }
    var result = analysis(broker, topic).applicationId("half-analysis").result();
    assertThat(result.value()).isNotEmpty();
    assertThat(result.audit()).isNull();
  }

  @Tag("full")
  @Test
  void of_two_that_looked_before_either_began_the_second_is_refused(KafkaBroker broker)
      throws Exception {
    String topic = "started-together";
    broker.createTopic(topic, PARTITIONS, Map.of());
    List<byte[]> messages = TestChunks.random(new Random(11), 3, 60, 100);
    send(broker, topic, messages.subList(0, 30));
    AnalysisPlan<Map<String, Long>> first = analysis(broker, topic).partitions(4).plan();
    AnalysisPlan<Map<String, Long>> second = analysis(broker, topic).partitions(3).plan();
    try (var run = new DistributedAnalysis<>(first)) {
      run.awaitEnd();
    }
    send(broker, topic, messages.subList(30, 60));
    try (var run = new DistributedAnalysis<>(second)) {
      assertThatThrownBy(run::awaitEnd)
          .isInstanceOf(UnusableStateException.class)
          .hasMessageContaining("its work has 4 partitions, not 3");
    }
    try (var run = new DistributedAnalysis<>(first)) {
      run.awaitEnd();
      TestChunks.check(run.result(), messages);
    }
    assertThat(first.place(3, 4)).contains(Set.of(3));
    assertThatThrownBy(() -> first.place(2, 3))
        .hasCauseInstanceOf(UnusableStateException.class)
        .hasMessageContaining("its work has 3 partitions, not 4");
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
