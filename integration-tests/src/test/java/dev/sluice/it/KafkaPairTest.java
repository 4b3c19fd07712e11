package dev.sluice.it;

import dev.sluice.testkit.RawPairContract;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedBroker.class)
@Tag("one-jdk")
class KafkaPairTest extends RawPairContract {
  private KafkaBroker broker;
  private String topic;

  @BeforeEach
  void createTopic(KafkaBroker shared) {
    broker = shared;
    topic = Topics.create(shared, 1);
  }

  @Override
  protected String sink() {
    return Topics.uri(broker, topic);
  }

  @Override
  protected String source() {
    return sink() + "?until=end";
  }

  @Override
  protected String resumableSource() {
    return sink() + "?until=end&group=" + topic;
  }

  @Override
  protected void poison(byte[] garbage) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, garbage)).get(10, TimeUnit.SECONDS);
    }
  }
}
