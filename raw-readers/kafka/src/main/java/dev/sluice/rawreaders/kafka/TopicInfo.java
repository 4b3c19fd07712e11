package dev.sluice.rawreaders.kafka;

import dev.sluice.api.platform.Platform;
import dev.sluice.support.wire.KafkaAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Properties of a topic that a consumer does not get; an admin client asks for them. The user needs
 * no more rights than to read: properties that it must not see are unknown. For one thread.
 */
final class TopicInfo implements AutoCloseable {
  private static final long ID_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * Time in nanoseconds for which an answer about the cleanup policy is used, because the policy
   * may change.
   */
  private static final long POLICY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final KafkaAddress address;
  private final Duration timeout;
  private final Platform platform;
  private Admin admin;
  private KafkaFuture<Map<String, TopicDescription>> asked;
  private long idAsked;
  private int partitions;
  private String gap;
  private Long gapAsked;

  TopicInfo(KafkaAddress address, Duration timeout, Platform platform) {
    this.address = address;
    this.timeout = timeout;
    this.platform = platform;
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

  /** Returns the number of partitions of the topic whose id was returned last. */
  int partitions() {
    return partitions;
  }

  /** Asks for the id and does not wait for the answer. */
  void ask() {
    asked = admin().describeTopics(List.of(address.topic())).allTopicNames();
    idAsked = platform.nanoTime();
  }

  /** Waits for the answer to {@link #ask}; returns as {@link #id}. */
  String answeredId() {
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
   * Returns the meaning of a gap between offsets of the log, or null if it can only come from a
   * transaction: its markers, and its aborted messages. If the broker does not answer, the last
   * answer counts.
   *
   * @throws KafkaException if the broker does not answer, and has not before
   */
  String gap() {
    if (gapAsked == null || platform.nanoTime() - gapAsked >= POLICY_NANOS) {
      try {
        gap = gap(policy());
      } catch (RetriableException e) {
        if (gapAsked == null) {
          throw e;
        }
      }
      gapAsked = platform.nanoTime();
    }
    return gap;
  }

  /** Returns the meaning of a gap with this cleanup policy; null for an unknown policy. */
  static String gap(String policy) {
    if (policy == null) {
      return "hold no message: a transaction's, or compacted; cleanup.policy cannot be read,"
          + " give the user the ACL 'DescribeConfigs' on the topic";
    }
    return policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)
        ? "hold no message: the topic is compacted (cleanup.policy)"
        : null;
  }

  /** Returns the topic's cleanup policy; null if the broker does not show it to this user. */
  private String policy() {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, address.topic());
    try {
      ConfigEntry entry =
          answer(admin().describeConfigs(List.of(topic)).all())
              .get(topic)
              .get(TopicConfig.CLEANUP_POLICY_CONFIG);
      return entry == null ? null : entry.value();
    } catch (AuthorizationException e) {
      return null;
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
