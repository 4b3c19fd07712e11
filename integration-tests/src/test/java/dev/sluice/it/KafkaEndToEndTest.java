package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.spi.Collector;
import dev.sluice.rawreaders.kafka.RecordsDeserializer;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.time.Duration;
import java.util.ArrayList;
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
    return sink() + "?until=end";
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
  void several_consumers_of_one_topic_each_decode_everything_alone() throws Exception {
    Collector collector = open("");
    emit(collector.rows(), "shared", 0, 1000);
    collector.close(CLOSE);
    for (int consumer = 0; consumer < 3; consumer++) {
      assertThat(RecordStreams.read(source(), (sample, chunk) -> {}).complete()).isTrue();
    }
  }
}
