package dev.sluice.rawwriters.kafka;

import dev.sluice.api.binding.KafkaAddress;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Nearest;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.Plugins;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * Makes {@link KafkaRawWriter}s for {@code kafka://b1:9092,b2:9092/topic}. Options: {@code key}
 * names the {@link KeyStrategy}, {@code producer} (default) or {@code chunk}; {@code kafka.*} are
 * settings of the Kafka producer.
 */
public final class KafkaRawWriterFactory implements RawWriterFactory {
  private static final Key<String> KEY =
      Key.text(
          "key",
          "producer",
          "The key of messages: 'producer' keeps a producer's chunks in one partition, 'chunk'"
              + " spreads them; or the name of a KeyStrategy.");

  /** For {@link ServiceLoader}. */
  public KafkaRawWriterFactory() {}

  @Override
  public String scheme() {
    return "kafka";
  }

  @Override
  public RawWriter newWriter(Endpoint endpoint) {
    Options options = endpoint.options();
    KafkaAddress address = KafkaAddress.of(endpoint, ProducerConfig.configNames());
    KeyStrategy key = keyStrategy(options);
    ProducerSettings settings = ProducerSettings.NONE;
    try {
      settings = ProducerSettings.of(address);
    } catch (ConfigException e) {
      options.problem("Kafka refuses its settings: " + address.redact(e));
    }
    return new KafkaRawWriter(address, settings, key);
  }

  private static KeyStrategy keyStrategy(Options options) {
    Map<String, KeyStrategy> known = new TreeMap<>();
    List<String> broken = new ArrayList<>();
    Plugins.all(
            ServiceLoader.load(KeyStrategy.class, KeyStrategy.class.getClassLoader()), broken::add)
        .forEach(k -> known.put(k.name(), k));
    String name = options.get(KEY);
    KeyStrategy strategy = known.get(name);
    if (strategy == null) {
      options.problem(
          "unknown key strategy '"
              + name
              + "' (known: "
              + String.join(", ", known.keySet())
              + ")"
              + Nearest.hint(name, known.keySet())
              + (broken.isEmpty() ? "" : "; not loaded: " + String.join("; ", broken)));
      return new ProducerKey();
    }
    return strategy;
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(KEY, KafkaAddress.CLIENT);
  }
}
