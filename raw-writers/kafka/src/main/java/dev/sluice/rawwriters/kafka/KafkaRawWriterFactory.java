package dev.sluice.rawwriters.kafka;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.support.wire.KafkaAddress;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * Makes {@link KafkaRawWriter}s for {@code kafka://b1:9092,b2:9092/topic}; {@link #keys} are its
 * options.
 */
public final class KafkaRawWriterFactory implements RawWriterFactory {
  private static final Key<MessageKey> KEY =
      Key.choice(
          "key",
          MessageKey.PRODUCER,
          "The key of messages: 'producer' keeps a producer's chunks in one partition, 'chunk'"
              + " spreads them.");

  /** Called by {@link java.util.ServiceLoader}. */
  public KafkaRawWriterFactory() {}

  @Override
  public String scheme() {
    return "kafka";
  }

  @Override
  public String form() {
    return "kafka://HOST:PORT/TOPIC";
  }

  @Override
  public RawWriter newWriter(Endpoint endpoint, Platform platform) {
    Options options = endpoint.options();
    KafkaAddress address = KafkaAddress.of(endpoint, ProducerConfig.configNames());
    MessageKey key = options.get(KEY);
    ProducerSettings settings = ProducerSettings.NONE;
    try {
      settings = ProducerSettings.of(address);
    } catch (ConfigException e) {
      options.problem("Kafka refuses its settings: " + address.redact(e));
    }
    return new KafkaRawWriter(address, settings, key, platform);
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(KEY, KafkaAddress.CLIENT);
  }
}
