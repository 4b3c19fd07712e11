package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.analysis.Stage;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A killed instance leaves a transaction open, here that of a producer of our own. */
@Tag("one-jdk")
@Tag("full")
@Timeout(120)
@ExtendWith(SharedBroker.class)
class OpenTransactionTest {
  private static final int PARTITIONS = 2;

  private static DistributedAnalysis.Builder<Map<String, Long>> analysis(
      KafkaBroker broker, String topic) {
    return DistributedAnalysis.builder(new HashStage(FieldSelection.ALL), uri(broker, topic))
        .applicationId(topic + "-analysis")
        .threads(1);
  }

  private static String uri(KafkaBroker broker, String topic) {
    return "kafka://" + broker.bootstrapServers() + "/" + topic;
  }

  /** Opens a transaction with a message in each partition of a topic, as a killed instance does. */
  private static KafkaProducer<byte[], byte[]> killed(KafkaBroker broker, String topic)
      throws Exception {
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", topic),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
    producer.beginTransaction();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      producer.send(new ProducerRecord<>(topic, partition, new byte[4], new byte[1])).get();
    }
    return producer;
  }

  @Test
  void end_is_not_reached_behind_an_open_transaction_of_parts(KafkaBroker broker) throws Exception {
    String topic = "open-parts";
    broker.createTopic(topic, PARTITIONS, Map.of());
    List<byte[]> first = TestChunks.random(new Random(12), 1, 10, 60);
    List<byte[]> rest = new ArrayList<>();
    for (byte[] message : TestChunks.random(new Random(13), 4, 60, 60)) {
      if (ChunkLayout.parse(message, 0, message.length).accounting().producerId() > 1) {
        rest.add(message);
      }
    }
    // Complete by itself, so that nothing but the rest of the topic makes the result incomplete.
    TestChunks.send(broker.bootstrapServers(), topic, PARTITIONS, first);
    try (var run = analysis(broker, topic).start()) {
      run.awaitEnd();
      assertThat(run.result().audit().complete()).isTrue();
    }
    try (var producer = killed(broker, AnalysisPlan.partsTopic(topic + "-analysis"))) {
      TestChunks.send(broker.bootstrapServers(), topic, PARTITIONS, rest);
      try (var run = analysis(broker, topic).start();
          var status =
              DistributedStatus.of(Endpoint.parse(uri(broker, topic)), topic + "-analysis")) {
        while (status.look().partitions().stream()
                .filter(partition -> partition.name().matches(topic + "-\\d"))
                .mapToLong(DistributedStatus.Partition::lag)
                .sum()
            > 0) {
          Thread.onSpinWait();
        }
        assertThat(run.awaitEnd(Duration.ofSeconds(1))).as("the end is reached").isFalse();
        assertThat(run.lag()).isPositive();
        assertThat(run.progress()).isLessThan(1);
        assertThat(status.look().lag()).isPositive();
        assertThat(run.result().lag()).isPositive();
        assertThat(run.result().complete()).isFalse();

        producer.abortTransaction();
        run.awaitEnd();
        assertThat(run.progress()).isEqualTo(1);
        while (run.lag() > 0) {
          Thread.onSpinWait(); // the outcome of the last transaction is a message, too
        }
        assertThat(status.look().lag()).isZero();
        first.addAll(rest);
        TestChunks.check(run.result(), first);
        assertThat(run.result().complete()).isTrue();
      }
    }
  }

  @Test
  @Warns("a transaction was ended by the broker; it is done again")
  void instance_outlives_a_transaction_that_the_broker_has_ended(KafkaBroker broker)
      throws Exception {
    String topic = "ended";
    broker.createTopic(topic, PARTITIONS, Map.of());
    List<byte[]> messages = TestChunks.random(new Random(16), 3, 60, 60);
    TestChunks.send(broker.bootstrapServers(), topic, PARTITIONS, messages);
    AtomicInteger chunks = new AtomicInteger();
    Stage<Map<String, Long>> stage =
        new HashStage(FieldSelection.ALL) {
          @Override
          public void keys(ColumnBatch batch, long[] keys) {
            if (chunks.incrementAndGet() == messages.size() / 2) {
              throw new InvalidTxnStateException("as of a broker");
            }
            super.keys(batch, keys);
          }
        };
    try (var run =
        DistributedAnalysis.builder(stage, uri(broker, topic))
            .applicationId("ended-analysis")
            .threads(1)
            .start()) {
      run.awaitEnd();
      TestChunks.check(run.result(), messages);
      assertThat(run.result().complete()).isTrue();
    }
    assertThat(chunks.get())
        .as("what was not committed is done again")
        .isGreaterThan(messages.size());
  }

  @Test
  void result_waits_for_an_open_transaction_of_the_change_log(KafkaBroker broker) throws Exception {
    String topic = "open-state";
    broker.createTopic(topic, PARTITIONS, Map.of());
    List<byte[]> messages = TestChunks.random(new Random(14), 3, 30, 60);
    TestChunks.send(broker.bootstrapServers(), topic, PARTITIONS, messages);
    try (var run = analysis(broker, topic).start()) {
      run.awaitEnd();
    }
    AnalysisPlan<Map<String, Long>> plan = analysis(broker, topic).plan();
    try (var producer = killed(broker, AnalysisPlan.stateTopic(topic + "-analysis"));
        var status =
            DistributedStatus.of(Endpoint.parse(uri(broker, topic)), topic + "-analysis")) {
      assertThatThrownBy(() -> CommittedResult.read(plan, Duration.ofMillis(300)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("open transaction");
      assertThatThrownBy(status::look).hasMessageContaining("too slow");

      producer.abortTransaction();
      TestChunks.check(analysis(broker, topic).result(), messages);
      assertThat(status.look().audit().complete()).isTrue();
    }
  }
}
