package dev.sluice.distributed;

import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaDiagnosis;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks a cluster about topics and offsets. Any thread. */
record KafkaTopics(KafkaAddress address, Admin admin, Duration timeout) implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A client of the cluster; whether it is there shows with the first question. */
  static KafkaTopics connect(KafkaAddress address) throws IOException {
    return connect(address, TIMEOUT);
  }

  /** The same; an answer that takes longer is a failure, unless the address says otherwise. */
  static KafkaTopics connect(KafkaAddress address, Duration timeout) throws IOException {
    Map<String, Object> settings = new HashMap<>(address.client());
    int millis = (int) timeout.toMillis();
    settings.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
    settings.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
    settings.put("enable.metrics.push", "false");
    try {
      return new KafkaTopics(address, Admin.create(settings), timeout);
    } catch (KafkaException e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw new IOException("Kafka refuses its settings: " + address.redact(reason), e);
    }
  }

  /** How many partitions a topic has; an exception tells if there is no such topic. */
  int partitions(String topic) throws IOException {
    int count = partitionsOrNone(topic);
    if (count == 0) {
      throw new NoSuchSourceException("there is no topic '" + topic + "' at " + address.servers());
    }
    return count;
  }

  /** The same; 0 if there is no such topic. */
  int partitionsOrNone(String topic) throws IOException {
    try {
      return ask(admin.describeTopics(List.of(topic)).allTopicNames())
          .get(topic)
          .partitions()
          .size();
    } catch (IOException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return 0;
      }
      throw e;
    }
  }

  /** Where the partitions of a topic begin. */
  Map<TopicPartition, Long> begins(String topic) throws IOException {
    return offsets(topic, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
  }

  /**
   * Returns where the partitions of a topic end, open transactions included: what a killed instance
   * left open hides all that comes after it from readers, until it is aborted.
   */
  Map<TopicPartition, Long> ends(String topic) throws IOException {
    return offsets(topic, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
  }

  /** Returns where what can be read of them ends now: where the oldest open transaction begins. */
  Map<TopicPartition, Long> stableEnds(String topic) throws IOException {
    return offsets(topic, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
  }

  private Map<TopicPartition, Long> offsets(String topic, OffsetSpec where, IsolationLevel level)
      throws IOException {
    Map<TopicPartition, OffsetSpec> asked =
        IntStream.range(0, partitions(topic))
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .collect(Collectors.toMap(partition -> partition, partition -> where));
    return ask(admin.listOffsets(asked, new ListOffsetsOptions(level)).all()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  /**
   * Returns whether a topic is compacted; true as well if the broker does not say that to this
   * user.
   *
   * @throws IOException if the broker does not answer, which says nothing of the topic
   */
  boolean isCompacted(String topic) throws IOException {
    ConfigResource asked = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      ConfigEntry policy =
          ask(admin.describeConfigs(List.of(asked)).all())
              .get(asked)
              .get(TopicConfig.CLEANUP_POLICY_CONFIG);
      return policy == null || policy.value() == null || policy.value().contains("compact");
    } catch (IOException e) {
      if (e.getCause() instanceof AuthorizationException) {
        return true;
      }
      throw e;
    }
  }

  /** What a group has committed. */
  Map<TopicPartition, OffsetAndMetadata> committed(String group) throws IOException {
    return ask(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
  }

  /** Members of a group, none if there is no such group. */
  Collection<MemberDescription> members(String group) throws IOException {
    try {
      return ask(admin.describeConsumerGroups(List.of(group)).all()).get(group).members();
    } catch (IOException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return List.of();
      }
      throw e;
    }
  }

  private <T> T ask(KafkaFuture<T> answer) throws IOException {
    try {
      return answer.get(timeout.toMillis() * 2, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException) {
        throw silence(e.getCause());
      }
      throw new IOException(
          "cannot ask " + address.servers() + ": " + KafkaDiagnosis.of(address, e.getCause()),
          e.getCause());
    } catch (TimeoutException e) {
      throw silence(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking " + address.servers(), e);
    }
  }

  private IOException silence(Throwable cause) {
    return new IOException(address.servers() + " does not answer", cause);
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
