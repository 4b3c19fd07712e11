package dev.sluice.tools.topic;

import dev.sluice.api.config.Endpoint;
import dev.sluice.rawwriters.kafka.KafkaBrokers;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.Obstacle.Stage;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreatePartitionsOptions;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * A topic of Kafka that is looked at, made or changed. A broker that cannot be reached is an {@link
 * IOException} after 5 s, one that is only busy after the patience. For one thread.
 */
public final class Topic implements AutoCloseable {
  private final KafkaAddress address;
  private final KafkaBrokers brokers;
  private final boolean dry;

  private Topic(KafkaAddress address, KafkaBrokers brokers, boolean dry) {
    this.address = address;
    this.brokers = brokers;
    this.dry = dry;
  }

  /**
   * Returns a topic; whether it or its broker is there shows with the first question.
   *
   * @param patience how long an answer may take
   * @param dry whether brokers only validate changes
   * @throws ToolException if it is no topic's address, or Kafka refuses its settings
   */
  public static Topic at(Endpoint endpoint, Duration patience, boolean dry) {
    if (!endpoint.scheme().equals("kafka")) {
      throw new ToolException("a topic must be kafka://host:9092/topic, was '" + endpoint + "'");
    }
    KafkaAddress address = KafkaAddress.of(endpoint, ProducerConfig.configNames());
    endpoint.options().withPrefix(""); // those of a sink do no harm
    endpoint.options().finish();
    try {
      return new Topic(address, KafkaBrokers.of(address, patience), dry);
    } catch (KafkaBrokers.Refusal e) {
      throw new ToolException("Kafka rejects its settings: " + e.obstacle(), e);
    }
  }

  /** Returns what it has; null if there is no such topic. */
  public TopicFacts facts() throws IOException {
    try {
      TopicDescription topic = brokers.topic();
      return topic == null
          ? null
          : TopicFacts.of(
              address,
              brokers.await(brokers.admin().describeCluster().nodes()).size(),
              topic.partitions(),
              brokers.settings(ConfigResource.Type.TOPIC, address.topic()));
    } catch (KafkaBrokers.Refusal e) {
      throw refused("Describe", "describe the topic", e);
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
    ask("Create", "create the topic", brokers.admin().createTopics(List.of(topic), options).all());
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
      ask(
          "AlterConfigs",
          "change its settings",
          brokers.admin().incrementalAlterConfigs(Map.of(resource(), set), options).all());
    }
    if (needs.partitions() != null && needs.partitions() > now.partitions()) {
      var more = Map.of(address.topic(), NewPartitions.increaseTo(needs.partitions()));
      CreatePartitionsOptions options = new CreatePartitionsOptions().validateOnly(dry);
      ask("Alter", "add partitions", brokers.admin().createPartitions(more, options).all());
      changes.put(TopicFacts.PARTITIONS, needs.partitions().toString());
    }
    return changes;
  }

  private ConfigResource resource() {
    return new ConfigResource(ConfigResource.Type.TOPIC, address.topic());
  }

  private void ask(String acl, String what, KafkaFuture<Void> question) throws IOException {
    try {
      brokers.await(question);
    } catch (KafkaBrokers.Refusal e) {
      throw refused(acl, what, e);
    }
  }

  /** Returns what keeps the brokers from that is looked for now: later they may have been ended. */
  private IOException refused(String acl, String what, KafkaBrokers.Refusal refusal) {
    Throwable cause = refusal.getCause();
    if (cause instanceof AuthorizationException) {
      return new IOException(
          "%s: no permission; give the user the ACL '%s' on the topic".formatted(address, acl),
          cause);
    }
    boolean isBusy =
        cause instanceof TimeoutException && refusal.obstacle().stage() == Stage.UNKNOWN;
    return isBusy
        ? new IOException(
            "%s: the brokers gave no answer in time when asked to %s (%s); try again, or wait longer with --patience"
                .formatted(address, what, refusal.obstacle()),
            cause)
        : new IOException(refusal.getMessage(), cause);
  }

  @Override
  public void close() {
    brokers.close();
  }
}
