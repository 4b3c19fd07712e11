package dev.sluice.rawreaders.kafka;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.Start;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.support.wire.KafkaAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * Makes {@link KafkaRawReader}s for {@code kafka://b1:9092,b2:9092/topic}; {@link #keys} are its
 * options.
 */
public final class KafkaRawReaderFactory implements RawReaderFactory {
  private static final Key<String> GROUP =
      Key.text(
          "group",
          null,
          "The consumer group to share the partitions with and to commit for; without it the reader"
              + " takes all partitions and commits nothing.");
  private static final Key<Start> FROM =
      Key.start(
              "from",
              "Where to start; offsets that a group has committed have precedence. A time"
                  + " leaves out chunks"
                  + " whose records are all earlier.",
              "beginning",
              "end",
              "committed")
          .withDefault("committed with a group, else beginning");
  private static final Key<String> UNTIL =
      Key.choice(
          "until", null, "The source ends where its partitions ended when it was opened.", "end");

  private static final Key<Duration> TIMEOUT =
      Key.duration(
              "timeout",
              null,
              Duration.ofMillis(1),
              "How long to wait for brokers that do not answer, with a warning; with until=end, how"
                  + " long one answer may take.")
          .withDefault("5m; with until=end 10s");

  /** Called by {@link java.util.ServiceLoader}. */
  public KafkaRawReaderFactory() {}

  @Override
  public String scheme() {
    return "kafka";
  }

  @Override
  public String form() {
    return "kafka://HOST:PORT/TOPIC";
  }

  /**
   * Returns a reader that connects at the first poll, which reports a source that does not exist.
   */
  @Override
  public RawReader newReader(Endpoint endpoint, Platform platform) {
    return newReader(endpoint, platform, Map.of());
  }

  @Override
  public RawReader newReader(
      Endpoint endpoint, Platform platform, Map<String, Long> handledBefore) {
    Options options = endpoint.options();
    KafkaAddress address = KafkaAddress.of(endpoint, ConsumerConfig.configNames());
    String group = options.get(GROUP);
    group = group == null ? address.client().get(ConsumerConfig.GROUP_ID_CONFIG) : group;
    Start from = options.get(FROM);
    if (group == null && "committed".equals(from.word())) {
      options.problem("option 'from=committed' needs a 'group'");
    }
    String reset = address.client().get(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG);
    if (reset != null && !reset.equals("earliest")) {
      options.problem("'kafka.auto.offset.reset=" + reset + "' skips messages; use 'from' instead");
    }
    boolean untilEnd = options.get(UNTIL) != null;
    ConsumerSettings settings = ConsumerSettings.NONE;
    try {
      settings = ConsumerSettings.of(address, group, from, untilEnd, options.get(TIMEOUT));
    } catch (ConfigException e) {
      options.problem("Kafka refuses its settings: " + address.redact(e));
    }
    return new KafkaRawReader(address, settings, platform, handledBefore);
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(GROUP, FROM, UNTIL, TIMEOUT, KafkaAddress.CLIENT);
  }
}
