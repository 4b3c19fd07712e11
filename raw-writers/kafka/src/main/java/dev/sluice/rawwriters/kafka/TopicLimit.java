package dev.sluice.rawwriters.kafka;

import dev.sluice.api.config.Loggers;
import dev.sluice.support.wire.KafkaAddress;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The largest chunk that client and topic take. Asked and changed by the sender, read by any
 * thread.
 */
class TopicLimit {
  /** The broker has just told about the topic, so it answers soon or not at all. */
  private static final int ANSWER_SECONDS = 5;

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

  /** The topic's limit seems to have changed. */
  void forget() {
    known = false;
  }

  /** Asks the broker; without an answer (no permission) the client's own limit stays. */
  void ask() {
    try {
      int topic = ProducerSettings.chunkBytes(maxMessageBytes());
      maxChunkBytes = Math.min(settings.maxChunkBytes(), topic);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
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

  /** The topic's {@code max.message.bytes}. */
  long maxMessageBytes() throws InterruptedException, ExecutionException, TimeoutException {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, address.topic());
    Admin admin = WithOwnLoader.call(() -> Admin.create(settings.admin()));
    try {
      return Long.parseLong(
          admin
              .describeConfigs(List.of(topic))
              .all()
              .get(ANSWER_SECONDS, TimeUnit.SECONDS)
              .get(topic)
              .get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
              .value());
    } finally {
      admin.close(Duration.ZERO);
    }
  }

  /** Looked up when there is something to log: until then the platform's logging is not touched. */
  private static System.Logger log() {
    return Loggers.get(TopicLimit.class.getName());
  }
}
