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
 * Settings of the Kafka client: those of the user over ours.
 *
 * @param consumer all settings of the consumer
 * @param grouped whether it is a member of a consumer group
 * @param from where to start where nothing is committed
 * @param untilEnd whether to stop where the partitions ended at the start
 * @param timeout how long the broker may take to answer
 * @param patience how long a source without an end is asked again if there is no answer
 */
record ConsumerSettings(
    Map<String, Object> consumer,
    boolean grouped,
    Start from,
    boolean untilEnd,
    Duration timeout,
    Duration patience) {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Settings that stand for those that the client rejects. */
  static final ConsumerSettings NONE =
      new ConsumerSettings(Map.of(), false, Start.UNSAID, false, Duration.ZERO, Duration.ZERO);

  /**
   * Checks the settings without a connection.
   *
   * @param group may be null
   * @param wanted how long no answer is waited for, or null: of a source that has an end for one
   *     answer, of another for any
   * @throws org.apache.kafka.common.config.ConfigException if the client refuses them
   */
  static ConsumerSettings of(
      KafkaAddress address, String group, Start from, boolean untilEnd, Duration wanted) {
    Map<String, Object> all = new HashMap<>();
    Duration one = untilEnd && wanted != null ? wanted : TIMEOUT;
    String millis = Long.toString(Math.min(one.toMillis(), Integer.MAX_VALUE));
    all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
    all.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
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
        Map.copyOf(all),
        group != null,
        from,
        untilEnd,
        Duration.ofMillis(timeout),
        untilEnd ? Duration.ZERO : wanted == null ? PATIENCE : wanted);
  }

  /** Returns a text without any setting, because some are secrets. */
  @Override
  public String toString() {
    return "ConsumerSettings";
  }
}
