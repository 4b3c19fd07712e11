package dev.sluice.rawreaders.kafka;

import dev.sluice.api.platform.Platform;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaDiagnosis;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;

/** What a consumer does not learn of its topic; asked with an admin client. For one thread. */
final class TopicInfo implements AutoCloseable {
  private static final long ID_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** How long an answer about the cleanup policy is used; somebody may change it. */
  private static final long POLICY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final KafkaAddress address;
  private final Duration timeout;
  private final Platform platform;
  private Admin admin;
  private KafkaFuture<Map<String, TopicDescription>> asked;
  private long idAsked;
  private int partitions;
  private String gap;
  private long gapAsked;

  TopicInfo(KafkaAddress address, Duration timeout, Platform platform) {
    this.address = address;
    this.timeout = timeout;
    this.platform = platform;
    gapAsked = platform.nanoTime() - POLICY_NANOS;
  }

  /**
   * Returns the id of the topic, which a topic of the same name that is created later does not
   * have; empty if it is unknown, as with brokers before 2.8.
   */
  String id() {
    ask();
    return answeredId();
  }

  /** Returns the id if it was asked for and answered, else an empty text. Asks every 10 s. */
  String recentId() {
    if (asked == null && platform.nanoTime() - idAsked >= ID_NANOS) {
      ask();
    }
    return asked != null && asked.isDone() ? answeredId() : "";
  }

  /** How many partitions the topic has whose id was returned last. */
  int partitions() {
    return partitions;
  }

  private void ask() {
    asked = admin().describeTopics(List.of(address.topic())).allTopicNames();
    idAsked = platform.nanoTime();
  }

  private String answeredId() {
    try {
      TopicDescription topic = answer(asked).get(address.topic());
      partitions = topic.partitions().size();
      return topic.topicId().equals(Uuid.ZERO_UUID) ? "" : topic.topicId().toString();
    } catch (KafkaException e) {
      return "";
    } finally {
      asked = null;
    }
  }

  /**
   * Returns what a gap between offsets of the log means, or null if it can only be a transaction's:
   * its markers, and what it aborted.
   */
  String gap() {
    if (platform.nanoTime() - gapAsked >= POLICY_NANOS) {
      gap = askGap();
      gapAsked = platform.nanoTime();
    }
    return gap;
  }

  private String askGap() {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, address.topic());
    try {
      String policy =
          answer(admin().describeConfigs(List.of(topic)).all())
              .get(topic)
              .get(TopicConfig.CLEANUP_POLICY_CONFIG)
              .value();
      return policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)
          ? "hold no message: the topic is compacted (cleanup.policy)"
          : null;
    } catch (KafkaException e) {
      return "hold no message: a transaction's, or compacted; cleanup.policy cannot be read: "
          + KafkaDiagnosis.of(address, e);
    }
  }

  private Admin admin() {
    if (admin == null) {
      Map<String, Object> settings = new HashMap<>(address.client());
      settings.keySet().retainAll(AdminClientConfig.configNames());
      settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
      settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
      settings.put("enable.metrics.push", "false");
      admin = Admin.create(settings);
    }
    return admin;
  }

  private static <T> T answer(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  @Override
  public void close() {
    if (admin != null) {
      admin.close(Duration.ZERO);
    }
  }
}
