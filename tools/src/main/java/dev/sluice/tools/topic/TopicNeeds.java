package dev.sluice.tools.topic;

import dev.sluice.api.config.Endpoint;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.ChunkingCollectorBuilder;
import dev.sluice.support.wire.KafkaBinding;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Settings that a topic of chunks needs, and additional wishes. Immutable.
 *
 * @param chunkBytes the largest chunk that is sent to it
 * @param partitions how many at least; null if any number will do
 * @param replicas of each partition at least; null for the broker's choice
 * @param retention how long chunks are kept; null for the broker's choice
 */
public record TopicNeeds(
    long chunkBytes, Integer partitions, Integer replicas, Duration retention) {

  private static final Map<String, String> WHY =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          "compaction deletes all chunks of a producer but the last",
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          "a chunk of the largest size, with its headers, does not fit",
          TopicConfig.COMPRESSION_TYPE_CONFIG,
          "the broker compresses chunks again that are compressed already",
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          "--from then uses the broker's clock");

  /** Maximum message size that brokers accept by default, in bytes. */
  private static final long MESSAGE_BYTES = 1_048_588;

  /** Returns the needs of a sink: its {@code chunk.bytes}, and nothing else that somebody wants. */
  public static TopicNeeds of(Endpoint sink) {
    Object given =
        ChunkingCollector.keys().stream()
            .filter(key -> key.name().equals("chunk.bytes"))
            .findFirst()
            .map(sink.options()::get)
            .orElse(null);
    long bytes = given == null ? ChunkingCollectorBuilder.DEFAULT_CHUNK_BYTES : (Long) given;
    return new TopicNeeds(bytes, null, null, null);
  }

  /** Returns these needs with the given ones, or null for none. */
  public TopicNeeds with(Integer morePartitions, Integer moreReplicas, Duration longest) {
    return new TopicNeeds(chunkBytes, morePartitions, moreReplicas, longest);
  }

  /** Returns the longest message, with headers and key. */
  long messageBytes() {
    return chunkBytes + KafkaBinding.MESSAGE_OVERHEAD;
  }

  /** Returns the settings of a topic that is to have them, by Kafka's names. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    settings.put(
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        Long.toString(Math.max(MESSAGE_BYTES, messageBytes())));
    settings.put(TopicConfig.COMPRESSION_TYPE_CONFIG, "producer");
    settings.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");
    if (retention != null) {
      settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
    }
    return settings;
  }

  /** Returns why a setting will not do; null if it will. */
  String fault(String setting, String value) {
    boolean right =
        switch (setting) {
          case TopicConfig.MAX_MESSAGE_BYTES_CONFIG -> Long.parseLong(value) >= messageBytes();
          case TopicConfig.COMPRESSION_TYPE_CONFIG -> value.matches("producer|uncompressed");
          default -> value.equals(settings().getOrDefault(setting, value));
        };
    return right ? null : WHY.getOrDefault(setting, "wanted are " + settings().get(setting));
  }
}
