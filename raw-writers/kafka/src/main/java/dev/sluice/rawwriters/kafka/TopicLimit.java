package dev.sluice.rawwriters.kafka;

import dev.sluice.api.config.Loggers;
import dev.sluice.support.wire.KafkaAddress;
import java.io.IOException;
import java.lang.System.Logger.Level;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Maximum size of a chunk that client and topic take. The sender asks for it, any thread reads it.
 */
class TopicLimit {
  private final KafkaAddress address;
  private final ProducerSettings settings;
  private volatile int maxChunkBytes;
  private volatile boolean known;

  TopicLimit(KafkaAddress address, ProducerSettings settings) {
    this.address = address;
    this.settings = settings;
    this.maxChunkBytes = settings.maxChunkBytes();
  }

  int maxChunkBytes() {
    return maxChunkBytes;
  }

  boolean isKnown() {
    return known;
  }

  /** Forgets the topic's limit, which seems to have changed. */
  void forget() {
    known = false;
  }

  /**
   * Asks the broker for the limit; without an answer (no permission) the client's own limit stays.
   */
  void ask() {
    try {
      int topic = ProducerSettings.chunkBytes(maxMessageBytes());
      maxChunkBytes = Math.min(settings.maxChunkBytes(), topic);
    } catch (InterruptException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      Throwable cause = e instanceof KafkaBrokers.Refusal ? e.getCause() : e;
      log()
          .log(
              Level.INFO,
              address
                  + ": max.message.bytes is not known, "
                  + maxChunkBytes
                  + " is assumed: "
                  + address.redact(cause));
    }
    known = true;
  }

  /** Returns the topic's {@code max.message.bytes}. */
  long maxMessageBytes() throws IOException {
    try (KafkaBrokers brokers = KafkaBrokers.of(address)) {
      String bytes =
          brokers
              .settings(ConfigResource.Type.TOPIC, address.topic())
              .get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
      if (bytes == null) {
        throw new IOException("its user has no ACL 'DescribeConfigs' on the topic");
      }
      return Long.parseLong(bytes);
    }
  }

  /**
   * Returns the logger, which is looked up when there is something to log: until then the
   * platform's logging is not touched.
   */
  private static System.Logger log() {
    return Loggers.get(TopicLimit.class.getName());
  }
}
