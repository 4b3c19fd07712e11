package dev.sluice.it;

import dev.sluice.testkit.broker.KafkaBroker;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Topics of the shared broker, one for each test. */
final class Topics {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private Topics() {}

  static String create(KafkaBroker broker, int partitions) {
    return create(broker, partitions, Map.of());
  }

  static String create(KafkaBroker broker, int partitions, Map<String, String> config) {
    String topic = "test-" + NUMBER.incrementAndGet();
    broker.createTopic(topic, partitions, config);
    return topic;
  }

  static String uri(KafkaBroker broker, String topic) {
    return "kafka://" + broker.bootstrapServers() + "/" + topic;
  }
}
