package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.rawreaders.kafka.RecordsDeserializer;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedBroker.class)
class KafkaEndToEndTest extends EndToEndContract {
  private KafkaBroker broker;
  private String topic;

  @BeforeEach
  void createTopic(KafkaBroker shared) {
    broker = shared;
    topic = Topics.create(shared, 3);
  }

  @Override
  String sink() {
    return Topics.uri(broker, topic);
  }

  @Override
  String source() {
    // A fetch that waits for messages holds up the close, by default for half a second.
    return sink() + "?until=end&kafka.fetch.max.wait.ms=20";
  }

  @Override
  String follow() {
    return sink();
  }

  @Override
  void poison(byte[] garbage) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, garbage)).get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void consumer_of_kafka_with_our_deserializer_gets_java_records() {
    Collector collector = open("");
    emit(collector.rows(), "typed", 0, 3000);
    collector.close(CLOSE);
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "auto.offset.reset",
            "earliest",
            "key.deserializer",
            ByteArrayDeserializer.class.getName(),
            "value.deserializer",
            RecordsDeserializer.class.getName(),
            RecordsDeserializer.READER,
            SampleReader.class.getName());
    List<Sample> samples = new ArrayList<>();
    try (var consumer = new KafkaConsumer<byte[], List<Sample>>(settings)) {
      consumer.assign(
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList());
      for (int i = 0; i < 100 && samples.size() < 3000; i++) {
        consumer.poll(Duration.ofMillis(100)).forEach(message -> samples.addAll(message.value()));
      }
    }
    assertThat(samples).hasSize(3000).allMatch(s -> s.symbol().equals("typed"));
    assertThat(samples.get(2999).number()).isEqualTo(2999);
  }

  @Test
  void one_producer_over_four_partitions_is_delivered_whole_and_once() throws Exception {
    topic = Topics.create(broker, 4);
    int records = 16 * 2_200 * 4;
    Collector collector = open("key=chunk&chunk.records=16&policy=block&block.deadline=60s");
    emit(collector.rows(), "spread", 0, records);
    CollectorReport report = collector.close(CLOSE);
    assertThat(report.acknowledged()).as("%s", report).isEqualTo(records);

    BitSet seen = new BitSet();
    try (RecordStream stream = RecordStream.builder(source()).open()) {
      stream.drain(
          RecordStream.typed(SampleReader.create(), sample -> seen.set((int) sample.number())));
      Audit audit = stream.audit();

      assertThat(seen.cardinality()).isEqualTo(records);
      assertThat(audit.chunks()).isGreaterThan(4 * 2_000);
      assertThat(audit.producers().get(0).duplicates()).isZero();
      assertThat(audit.producers().get(0).unknown()).isZero();
      assertThat(audit.complete()).as("%s", audit).isTrue();
    }
  }

  @Test
  void members_of_a_group_are_complete_together() throws Exception {
    Collector collector = open("key=chunk&chunk.records=16&policy=block&block.deadline=60s");
    int records = 16 * 300;
    emit(collector.rows(), "grouped", 0, records);
    collector.close(CLOSE);

    String member = sink() + "?group=" + topic + "&from=beginning";
    try (RecordStream one = RecordStream.builder(member).open();
        RecordStream other = RecordStream.builder(member).open()) {
      List<RecordStream> members = List.of(one, other);
      await()
          .until(
              () -> {
                for (RecordStream stream : members) {
                  stream.poll((cursor, chunk) -> {}, Duration.ofMillis(50));
                }
                return Audit.merge(List.of(one.audit(), other.audit())).complete();
              });
      assertThat(one.audit().records() + other.audit().records()).isEqualTo(records);
    }
  }

  @Test
  void several_consumers_of_one_topic_each_decode_everything_alone() throws Exception {
    Collector collector = open("");
    emit(collector.rows(), "shared", 0, 1000);
    collector.close(CLOSE);
    for (int consumer = 0; consumer < 3; consumer++) {
      assertThat(RecordStreams.read(source(), (sample, chunk) -> {}).complete()).isTrue();
    }
  }
}
