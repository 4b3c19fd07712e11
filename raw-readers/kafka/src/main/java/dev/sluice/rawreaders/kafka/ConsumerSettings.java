package dev.sluice.rawreaders.kafka;

import dev.sluice.api.config.Start;
import dev.sluice.support.wire.KafkaAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Our settings of the Kafka client under those of the user.
 *
 * @param consumer all settings of the consumer
 * @param grouped whether it is a member of a consumer group
 * @param from where to start where nothing is committed
 * @param untilEnd whether to stop where the partitions ended at the start
 * @param timeout how long the broker may take to answer
 */
record ConsumerSettings(
    Map<String, Object> consumer, boolean grouped, Start from, boolean untilEnd, Duration timeout) {
  /** In place of settings that the client refuses. */
  static final ConsumerSettings NONE =
      new ConsumerSettings(Map.of(), false, Start.UNSAID, false, Duration.ZERO);

  /**
   * Checks the settings without a connection.
   *
   * @param group may be null
   * @throws org.apache.kafka.common.config.ConfigException if the client refuses them
   */
  static ConsumerSettings of(KafkaAddress address, String group, Start from, boolean untilEnd) {
    Map<String, Object> all = new HashMap<>();
    all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "10000");
    all.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000");
    // What waits in the client; Kafka's default is 50 MiB. A larger chunk is fetched all the same.
    all.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Integer.toString(8 << 20));
    all.put("enable.metrics.push", "false");
    all.putAll(address.client());
    if (group != null) {
      all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    }
    // Whatever a reset skips would be lost unseen.
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    // Not a ConsumerConfig, which logs all of its values each time.
    AbstractConfig config = new AbstractConfig(ConsumerConfig.configDef(), all, false);
    int timeout = config.getInt(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG);
    return new ConsumerSettings(
        Map.copyOf(all), group != null, from, untilEnd, Duration.ofMillis(timeout));
  }

  /** Shows no setting, some are secrets. */
  @Override
  public String toString() {
    return "ConsumerSettings";
  }
}
