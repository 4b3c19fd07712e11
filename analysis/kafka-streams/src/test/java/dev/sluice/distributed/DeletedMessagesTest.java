package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a topic loses between two runs. All chunks of a producer are lost together, so that its
 * sequences cannot show it.
 */
@Tag("one-jdk")
@Timeout(120)
@ExtendWith(SharedBroker.class)
@Warns({"were deleted before they were analysed", "the topic was created again"})
class DeletedMessagesTest {
  private static DistributedAnalysis.Builder<Map<String, Long>> analysis(
      KafkaBroker broker, String topic, boolean split) {
    return DistributedAnalysis.builder(new HashStage(FieldSelection.ALL), uri(broker, topic))
        .applicationId(topic + "-analysis")
        .split(split)
        .partitions(2)
        .threads(1);
  }

  private static String uri(KafkaBroker broker, String topic) {
    return "kafka://" + broker.bootstrapServers() + "/" + topic;
  }

  private static List<byte[]> producer(int id) throws Exception {
    return TestChunks.random(new Random(id), id, 1, 15, 60);
  }

  /** Sends chunks in a transaction. */
  private static void send(KafkaBroker broker, String topic, List<byte[]> chunks, boolean commit)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", topic),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      for (byte[] chunk : chunks) {
        producer.send(new ProducerRecord<>(topic, 0, new byte[1], chunk)).get();
      }
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }

  /** Analyses what there is; the regions that are missing, which the status knows, too. */
  private static long damaged(KafkaBroker broker, String topic, boolean split) throws Exception {
    try (var run = analysis(broker, topic, split).start();
        var status =
            DistributedStatus.of(Endpoint.parse(uri(broker, topic)), topic + "-analysis")) {
      run.awaitEnd();
      while (run.lag() > 0) {
        Thread.onSpinWait(); // the outcome of the last transaction is a message, too
      }
      assertThat(run.progress()).isEqualTo(1);
      var audit = run.result().audit();
      assertThat(audit.complete()).isEqualTo(audit.damaged() == 0);
      assertThat(run.result().complete()).isEqualTo(audit.complete());
      assertThat(status.look().audit()).isEqualTo(audit);
      return audit.damaged();
    }
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void result_without_what_was_deleted_is_not_complete(boolean split, KafkaBroker broker)
      throws Exception {
    String topic = "deleted-" + split;
    broker.createTopic(topic, 1, Map.of());
    send(broker, topic, producer(1), true);
    send(broker, topic, producer(2), false);
    send(broker, topic, producer(3), true);
    assertThat(damaged(broker, topic, split)).as("outcomes of transactions").isZero();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      send(broker, topic, producer(4), true);
      admin
          .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(-1)))
          .all()
          .get();
      assertThat(damaged(broker, topic, split)).as("nothing follows").isEqualTo(1);
      send(broker, topic, producer(5), true);
      assertThat(damaged(broker, topic, split)).as("others follow").isEqualTo(1);

      admin.deleteTopics(List.of(topic)).all().get();
      while (admin.listTopics().names().get().contains(topic)) {
        Thread.onSpinWait();
      }
      broker.createTopic(topic, 1, Map.of());
      send(broker, topic, producer(6), true);
      assertThat(damaged(broker, topic, split)).as("the topic was created again").isPositive();
    }
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void end_is_reached_where_nothing_but_aborted_messages_follows(boolean split, KafkaBroker broker)
      throws Exception {
    String topic = "aborted-" + split;
    broker.createTopic(topic, 1, Map.of());
    send(broker, topic, producer(1), false);
    try (var run = analysis(broker, topic, split).start()) {
      run.awaitEnd();
      assertThat(run.lag()).isZero();
      assertThat(run.progress()).isEqualTo(1);
      assertThat(run.result().value()).isEmpty();
    }
    send(broker, topic, producer(2), true);
    assertThat(damaged(broker, topic, split)).as("others follow").isZero();
    send(broker, topic, producer(3), false);
    assertThat(damaged(broker, topic, split)).as("after a commit").isZero();
  }

  @Test
  @Warns("16 offsets hold no message: cleanup.policy")
  void hole_in_a_compacted_topic_is_not_taken_for_the_outcome_of_a_transaction(KafkaBroker broker)
      throws Exception {
    String topic = "compacted";
    broker.createTopic(topic, 1, Map.of("cleanup.policy", "compact,delete"));
    send(broker, topic, producer(1), false);
    send(broker, topic, producer(2), true);
    assertThat(damaged(broker, topic, true)).isEqualTo(1);
  }
}
