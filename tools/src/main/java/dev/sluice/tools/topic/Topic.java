package dev.sluice.tools.topic;

import dev.sluice.api.config.Endpoint;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaDiagnosis;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreatePartitionsOptions;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * A topic of Kafka that is looked at, made or changed. A broker that does not answer is an {@link
 * IOException} after 5 s. For one thread.
 */
public final class Topic implements AutoCloseable {
  private static final String MILLIS = "5000";

  private final KafkaAddress address;
  private final Admin admin;
  private final boolean dry;

  private Topic(KafkaAddress address, Admin admin, boolean dry) {
    this.address = address;
    this.admin = admin;
    this.dry = dry;
  }

  /**
   * A topic; whether it or its broker is there shows with the first question.
   *
   * @param dry whether brokers are only asked if they would do what they are told
   * @throws ToolException if it is no topic's address, or Kafka refuses its settings
   */
  public static Topic at(Endpoint endpoint, boolean dry) {
    if (!endpoint.scheme().equals("kafka")) {
      throw new ToolException(
          "a topic is written as kafka://host:9092/topic, this is '" + endpoint + "'");
    }
    KafkaAddress address = KafkaAddress.of(endpoint, ProducerConfig.configNames());
    endpoint.options().withPrefix(""); // those of a sink do no harm
    endpoint.options().finish();
    Map<String, Object> settings = new HashMap<>(address.client());
    settings.keySet().retainAll(AdminClientConfig.configNames());
    settings.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, MILLIS);
    settings.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, MILLIS);
    settings.put("enable.metrics.push", "false");
    try {
      return new Topic(address, Admin.create(settings), dry);
    } catch (KafkaException e) {
      throw new ToolException("Kafka refuses its settings: " + KafkaDiagnosis.of(address, e), e);
    }
  }

  /** What it has; null if there is no such topic. */
  public TopicFacts facts() throws IOException {
    String name = address.topic();
    List<TopicPartitionInfo> partitions;
    try {
      partitions =
          ask("Describe", admin.describeTopics(List.of(name)).topicNameValues().get(name))
              .partitions();
    } catch (IOException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return null;
      }
      throw e;
    }
    int brokers = ask("Describe", admin.describeCluster().nodes()).size();
    return TopicFacts.of(address, brokers, partitions, settings());
  }

  private Map<String, String> settings() throws IOException {
    try {
      return ask("DescribeConfigs", admin.describeConfigs(List.of(resource())).all())
          .get(resource())
          .entries()
          .stream()
          .filter(entry -> entry.value() != null)
          .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    } catch (IOException e) {
      if (e.getCause() instanceof AuthorizationException) {
        return Map.of();
      }
      throw e;
    }
  }

  /** Makes it, with what is needed; the result is that, by Kafka's names. */
  public Map<String, String> create(TopicNeeds needs) throws IOException {
    NewTopic topic =
        new NewTopic(
            address.topic(),
            Optional.ofNullable(needs.partitions()),
            Optional.ofNullable(needs.replicas()).map(Integer::shortValue));
    topic.configs(needs.settings());
    CreateTopicsOptions options = new CreateTopicsOptions().validateOnly(dry);
    ask("Create", admin.createTopics(List.of(topic), options).all());
    return needs.settings();
  }

  /**
   * Changes what differs from what is needed and can be changed.
   *
   * @return the new values by name; see {@link TopicFacts#with}
   */
  public Map<String, String> alter(TopicFacts now, TopicNeeds needs) throws IOException {
    Map<String, String> changes = new LinkedHashMap<>();
    now.beside(needs).stream()
        .filter(fact -> !fact.isRight() && needs.settings().containsKey(fact.name()))
        .forEach(fact -> changes.put(fact.name(), needs.settings().get(fact.name())));
    if (!changes.isEmpty()) {
      List<AlterConfigOp> set = new ArrayList<>();
      changes.forEach((k, v) -> set.add(new AlterConfigOp(new ConfigEntry(k, v), OpType.SET)));
      AlterConfigsOptions options = new AlterConfigsOptions().validateOnly(dry);
      ask("AlterConfigs", admin.incrementalAlterConfigs(Map.of(resource(), set), options).all());
    }
    if (needs.partitions() != null && needs.partitions() > now.partitions()) {
      var more = Map.of(address.topic(), NewPartitions.increaseTo(needs.partitions()));
      CreatePartitionsOptions options = new CreatePartitionsOptions().validateOnly(dry);
      ask("Alter", admin.createPartitions(more, options).all());
      changes.put(TopicFacts.PARTITIONS, needs.partitions().toString());
    }
    return changes;
  }

  private ConfigResource resource() {
    return new ConfigResource(ConfigResource.Type.TOPIC, address.topic());
  }

  private <T> T ask(String acl, KafkaFuture<T> question) throws IOException {
    try {
      return question.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      String why =
          cause instanceof AuthorizationException
              ? "its user may not do that; give it the ACL '" + acl + "' on the topic"
              : KafkaDiagnosis.of(address, cause);
      throw new IOException(address + ": " + why, cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking " + address.servers(), e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
