package dev.sluice.rawwriters.kafka;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaBinding;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Settings of the Kafka client: those of the user over ours.
 *
 * @param producer all settings of the producer
 * @param maxChunkBytes what its {@code max.request.size} and {@code buffer.memory} leave for a
 *     chunk
 */
record ProducerSettings(Map<String, Object> producer, int maxChunkBytes) {
  /** Maximum number of bytes of chunks that wait for the broker. */
  static final int BUFFER_BYTES = 4 << 20;

  /** Maximum number of bytes of single records that wait for the broker. */
  static final int RECORD_BUFFER_BYTES = 32 << 20;

  /** Settings that stand for those that the client rejects. */
  static final ProducerSettings NONE = new ProducerSettings(Map.of(), ChunkLayout.MIN_CHUNK_BYTES);

  /**
   * Checks the settings for chunks without a connection.
   *
   * @throws org.apache.kafka.common.config.ConfigException if the client refuses them
   */
  static ProducerSettings of(KafkaAddress address) {
    Map<String, String> ours = new HashMap<>();
    // A chunk is sealed after the collector's delay already, and dense.
    ours.put(ProducerConfig.LINGER_MS_CONFIG, "0");
    ours.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
    ours.put(ProducerConfig.BATCH_SIZE_CONFIG, "65536");
    ours.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Integer.toString(BUFFER_BYTES));
    ours.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "3000");
    // Whatever was taken waits for the broker, however long it is away: what waits is bounded
    // above, and only the collector's policy drops.
    ours.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.toString(Integer.MAX_VALUE));
    return of(address, ours);
  }

  /**
   * Checks the settings for messages that are single records: many small ones with similar content.
   *
   * @throws org.apache.kafka.common.config.ConfigException if the client refuses them
   */
  static ProducerSettings ofRecords(KafkaAddress address) {
    Map<String, String> ours = new HashMap<>();
    ours.put(ProducerConfig.LINGER_MS_CONFIG, "20");
    // A third faster than zstd at its fastest, which needs half the bytes.
    ours.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    ours.put(ProducerConfig.COMPRESSION_ZSTD_LEVEL_CONFIG, "1");
    ours.put(ProducerConfig.BATCH_SIZE_CONFIG, "262144");
    ours.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Integer.toString(RECORD_BUFFER_BYTES));
    ours.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "10000");
    return of(address, ours);
  }

  private static ProducerSettings of(KafkaAddress address, Map<String, String> ours) {
    Map<String, Object> all = new HashMap<>(ours);
    all.put(
        ProducerConfig.CLIENT_ID_CONFIG,
        "sluice-writer-" + UUID.randomUUID().toString().substring(0, 8));
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    // With more, the first batch of a client may fail (the topic is new, the leader moves) and the
    // second be taken; the first is then out of sequence and tried again for ever (KAFKA-14359).
    all.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1");
    all.put("enable.metrics.push", "false");
    all.putAll(address.client());
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    // Not a ProducerConfig, which logs all of its values each time.
    AbstractConfig config =
        WithOwnLoader.call(() -> new AbstractConfig(ProducerConfig.configDef(), all, false));
    checkIdempotence(config);
    long request =
        Math.min(
            config.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
            config.getLong(ProducerConfig.BUFFER_MEMORY_CONFIG));
    return new ProducerSettings(Map.copyOf(all), chunkBytes(request));
  }

  /** Checks settings that the client itself checks only when it is created. */
  private static void checkIdempotence(AbstractConfig config) {
    boolean possible =
        config.getString(ProducerConfig.ACKS_CONFIG).matches("all|-1")
            && config.getInt(ProducerConfig.RETRIES_CONFIG) > 0
            && config.getInt(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION) <= 5;
    if (config.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG) && !possible) {
      throw new ConfigException(
          "an idempotent producer needs acks=all, retries and at most 5"
              + " max.in.flight.requests.per.connection; or set enable.idempotence=false");
    }
  }

  /** Returns the maximum size of a chunk in a message of this size. */
  static int chunkBytes(long messageBytes) {
    return (int)
        Math.max(
            ChunkLayout.MIN_CHUNK_BYTES,
            Math.min(ChunkLayout.MAX_CHUNK_BYTES, messageBytes - KafkaBinding.MESSAGE_OVERHEAD));
  }

  /** Returns a text without any setting, because some are secrets. */
  @Override
  public String toString() {
    return "ProducerSettings";
  }
}
