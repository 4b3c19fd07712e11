package dev.sluice.tools.doctor;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Nearest;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaBinding;
import dev.sluice.support.wire.KafkaDiagnosis;
import dev.sluice.tools.recordings.Figures;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** A topic for chunks: whether it is there, what we may do with it, and how it is set. */
final class TopicChecks {
  private static final String AUTO_CREATE = "auto.create.topics.enable";
  private static final long SHORT_MILLIS = 3_600_000;
  private static final long SKEW_MILLIS = 1_000;

  private final KafkaAddress address;
  private final String topic;
  private final Use use;
  private final Clock clock;
  private KafkaChecks cluster;
  private Admin admin;
  private TopicDescription description;
  private Config config;

  /**
   * What it is to be used for.
   *
   * @param writes whether chunks are to be written; otherwise they are to be read
   * @param group the consumer group of who reads, or null
   * @param chunkBytes how large chunks shall become
   * @param mostBytes the largest that our client takes
   */
  record Use(boolean writes, String group, long chunkBytes, long mostBytes) {}

  TopicChecks(KafkaAddress address, Use use, Clock clock) {
    this.address = address;
    this.topic = address.topic();
    this.use = use;
    this.clock = clock;
  }

  void run(Steps steps, KafkaChecks to) {
    cluster = to;
    steps.needed("topic", this::topic);
    if (description == null) {
      steps.block("there is no topic yet");
    }
    if (use.writes) {
      steps.also("ACL to write", () -> right(AclOperation.WRITE, "Write"));
    }
    steps.also("ACL to read", () -> right(AclOperation.READ, "Read"));
    if (use.group != null) {
      steps.also("ACL of the group", this::group);
    }
    steps.also("replicas", configured(this::replicas));
    if (use.writes) {
      steps.also("limits", configured(this::limits));
    }
    steps.also("retention", configured(this::retention)).also("clock", this::clock);
  }

  private Check topic() throws InterruptedException, ExecutionException {
    admin = cluster.admin();
    try {
      var rights = new DescribeTopicsOptions().includeAuthorizedOperations(true);
      var described = admin.describeTopics(List.of(topic), rights).topicNameValues();
      description = described.get(topic).get();
      return Check.ok(
          topic + " with " + Figures.count(description.partitions().size(), "partition"));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicAuthorizationException) {
        return Check.failed(
            "its user may not see the topic '" + topic + "', or there is none",
            "give it the ACLs 'Describe' and 'Write', or 'Read' to read; or correct the topic");
      }
      return e.getCause() instanceof UnknownTopicOrPartitionException
          ? missing()
          : Check.failed(KafkaDiagnosis.obstacle(address, e.getCause()));
    }
  }

  private Check missing() throws InterruptedException, ExecutionException {
    Set<String> others = admin.listTopics().names().get();
    String what = "there is no topic '" + topic + "'" + Nearest.hint(topic, others);
    String cure = "correct the topic in the URI, or create it (kafka-topics.sh --create)";
    return use.writes && createsTopics()
        ? Check.warning(
            what + "; the broker makes it, set as it sets all, at the first chunk", cure)
        : Check.failed(what, cure);
  }

  private boolean createsTopics() throws InterruptedException {
    try {
      String broker = admin.describeCluster().controller().get().idString();
      return "true".equals(settings(ConfigResource.Type.BROKER, broker).get(AUTO_CREATE).value());
    } catch (ExecutionException e) {
      return false; // it does not say so
    }
  }

  private Check right(AclOperation operation, String name) {
    Set<AclOperation> all = description.authorizedOperations();
    if (all == null) {
      return Check.notChecked("the broker does not tell what its user may do");
    }
    if (all.contains(operation)) {
      return Check.ok("its user may");
    }
    String what = "its user may not: it has no ACL '" + name + "' on the topic '" + topic + "'";
    String cure = "give it the ACL '" + name + "' on the topic";
    boolean needed = use.writes == (operation == AclOperation.WRITE);
    return needed
        ? Check.failed(what, cure)
        : Check.warning(what, cure + ", if it is to read, too");
  }

  private Check group() throws InterruptedException {
    String cure = "give its user the ACL 'Read' on the group '" + use.group + "'";
    try {
      var rights = new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true);
      var described = admin.describeConsumerGroups(List.of(use.group), rights).describedGroups();
      Set<AclOperation> all = described.get(use.group).get().authorizedOperations();
      return all == null || all.contains(AclOperation.READ)
          ? Check.ok("its user may read with it")
          : Check.failed("its user may not read with the group '" + use.group + "'", cure);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return Check.ok("the group '" + use.group + "' is new, and its user may see it");
      }
      return Check.failed(KafkaDiagnosis.obstacle(address, e.getCause()).what(), cure);
    }
  }

  /** What needs the topic's settings, which are asked for once. */
  private Callable<Check> configured(Function<Config, Check> look) {
    return () -> {
      try {
        config = config == null ? settings(ConfigResource.Type.TOPIC, topic) : config;
        return look.apply(config);
      } catch (ExecutionException e) {
        return Check.notChecked(
            e.getCause() instanceof AuthorizationException
                ? "its user may not see the topic's settings (ACL 'DescribeConfigs')"
                : KafkaDiagnosis.of(address, e.getCause()));
      }
    };
  }

  private Config settings(ConfigResource.Type type, String name)
      throws InterruptedException, ExecutionException {
    ConfigResource resource = new ConfigResource(type, name);
    return admin.describeConfigs(List.of(resource)).all().get().get(resource);
  }

  private static long number(Config config, String name) {
    return Long.parseLong(config.get(name).value());
  }

  private static String alter(String setting) {
    return "set the topic's " + setting + " (kafka-configs.sh --alter)";
  }

  private Check replicas(Config settings) {
    String acks = address.client().getOrDefault("acks", "all");
    boolean all = acks.matches("all|-1");
    long least = number(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    int fewest = Integer.MAX_VALUE;
    for (TopicPartitionInfo partition : description.partitions()) {
      int inSync = partition.isr().size();
      if (inSync < (use.writes && all ? least : 1)) {
        return Check.failed(
            "partition %d has %d of %d replicas in sync, min.insync.replicas is %d: no chunk is acknowledged"
                .formatted(partition.partition(), inSync, partition.replicas().size(), least),
            "start the other brokers, or " + alter("min.insync.replicas=1"));
      }
      fewest = Math.min(fewest, partition.replicas().size());
    }
    if (use.writes && !all) {
      return Check.warning(
          "kafka.acks=" + acks + ": what counts as arrived can be lost with a broker",
          "leave kafka.acks at 'all'");
    }
    String what = Figures.count(fewest, "replica") + ", " + least + " must have a chunk";
    return fewest == 1 && cluster.brokerCount() > 1
        ? Check.warning(what + ": it is lost with its broker", "give the topic 3 replicas")
        : Check.ok(what);
  }

  private Check limits(Config settings) {
    long most = number(settings, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
    long room = most - KafkaBinding.MESSAGE_OVERHEAD;
    String wanted = alter("max.message.bytes=" + (use.chunkBytes + KafkaBinding.MESSAGE_OVERHEAD));
    if (room < ChunkLayout.MIN_CHUNK_BYTES) {
      return Check.failed("no chunk fits into max.message.bytes of " + most, wanted);
    }
    String what = "hold chunks of %,d bytes, not the %,d of chunk.bytes";
    if (room < use.chunkBytes) {
      return Check.warning("messages of the topic " + what.formatted(room, use.chunkBytes), wanted);
    }
    return use.mostBytes < use.chunkBytes
        ? Check.warning(
            "the client's messages " + what.formatted(use.mostBytes, use.chunkBytes),
            "raise kafka.max.request.size and kafka.buffer.memory, or lower chunk.bytes")
        : Check.ok("chunks of %,d bytes fit, of %,d would".formatted(use.chunkBytes, room));
  }

  private Check retention(Config settings) {
    String policy = settings.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
    if (policy.contains("compact")) {
      return Check.failed(
          "cleanup.policy is '" + policy + "': of a producer's chunks the last alone is kept",
          alter("cleanup.policy=delete"));
    }
    long millis = number(settings, TopicConfig.RETENTION_MS_CONFIG);
    long bytes = number(settings, TopicConfig.RETENTION_BYTES_CONFIG);
    String age = millis < 0 ? "at no age" : "when they are " + text(millis) + " old";
    String size = bytes < 0 ? "" : ", and what is above " + Figures.bytes(bytes) + " a partition";
    String what = "chunks go " + age + size;
    return millis >= 0 && millis < SHORT_MILLIS
        ? Check.warning(what + ": who is away longer loses them", alter("retention.ms=86400000"))
        : Check.ok(what);
  }

  private static String text(long millis) {
    double hours = millis / 3.6e6;
    if (hours >= 48) {
      return Math.round(hours / 24) + " days";
    }
    return hours >= 2 ? Math.round(hours) + " hours" : Math.round(hours * 3600) + " s";
  }

  /**
   * The leader of the cluster's controllers says until when it has heard of itself, which is the
   * moment in which it is asked.
   */
  private Check clock() throws InterruptedException, ExecutionException {
    if (!cluster.mayDescribe()) {
      // A broker that is asked all the same logs an error.
      return Check.notChecked("its user may not ask for the time (ACL 'Describe' on the cluster)");
    }
    long before = clock.millis();
    QuorumInfo quorum = admin.describeMetadataQuorum().quorumInfo().get();
    long after = clock.millis();
    long theirs =
        quorum.voters().stream()
            .filter(voter -> voter.replicaId() == quorum.leaderId())
            .flatMapToLong(voter -> voter.lastCaughtUpTimestamp().stream())
            .findFirst()
            .orElse(after);
    long ahead = before > theirs ? before - theirs : Math.min(0, after - theirs);
    if (Math.abs(ahead) < SKEW_MILLIS) {
      long bound = Math.abs(ahead) + after - before;
      return Check.ok("within %,d ms of the cluster's".formatted(bound));
    }
    return Check.warning(
        "this machine's clock is %s %s the cluster's: times of several machines do not fit%s"
            .formatted(
                text(Math.abs(ahead)),
                ahead > 0 ? "ahead of" : "behind",
                ahead > SHORT_MILLIS ? ", and the topic may refuse messages" : ""),
        "set the clock (NTP)");
  }
}
