package dev.sluice.tools.doctor;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Nearest;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaBinding;
import dev.sluice.support.wire.KafkaDiagnosis;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.topic.TopicFacts;
import dev.sluice.tools.topic.TopicFacts.Fact;
import dev.sluice.tools.topic.TopicNeeds;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.TopicDescription;
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
  private static final String NOT_TOLD = "the broker does not tell what its user may do";
  private static final long SHORT_MILLIS = 3_600_000;
  private static final long SKEW_MILLIS = 1_000;

  private final KafkaAddress address;
  private final String topic;
  private final Use use;
  private final Clock clock;
  private KafkaChecks cluster;
  private Admin admin;
  private TopicDescription description;
  private Map<String, String> settings;

  /**
   * What it is to be used for.
   *
   * @param writes whether chunks are to be written; otherwise they are to be read
   * @param group the consumer group of who reads, or null
   * @param needs of the chunks
   * @param mostBytes the largest that our client takes
   */
  record Use(boolean writes, String group, TopicNeeds needs, long mostBytes) {}

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
    String cure = "correct the topic in the URI, or create it: " + alter("--create");
    return use.writes && createsTopics()
        ? Check.warning(
            what + "; the broker makes it, set as it sets all, at the first chunk", cure)
        : Check.failed(what, cure);
  }

  private boolean createsTopics() throws InterruptedException {
    try {
      String broker = admin.describeCluster().controller().get().idString();
      return "true".equals(settings(ConfigResource.Type.BROKER, broker).get(AUTO_CREATE));
    } catch (ExecutionException e) {
      return false; // it does not say so
    }
  }

  private Check right(AclOperation operation, String name) {
    Set<AclOperation> all = description.authorizedOperations();
    if (all == null) {
      return Check.notChecked(NOT_TOLD);
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
      if (all == null) {
        return Check.notChecked(NOT_TOLD);
      }
      return all.contains(AclOperation.READ)
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
  private Callable<Check> configured(Function<TopicFacts, Check> look) {
    return () -> {
      try {
        settings = settings == null ? settings(ConfigResource.Type.TOPIC, topic) : settings;
        return look.apply(
            TopicFacts.of(address, cluster.brokerCount(), description.partitions(), settings));
      } catch (ExecutionException e) {
        return Check.notChecked(
            e.getCause() instanceof AuthorizationException
                ? "its user may not see the topic's settings (ACL 'DescribeConfigs')"
                : KafkaDiagnosis.of(address, e.getCause()));
      }
    };
  }

  private Map<String, String> settings(ConfigResource.Type type, String name)
      throws InterruptedException, ExecutionException {
    ConfigResource resource = new ConfigResource(type, name);
    Map<String, String> all = new HashMap<>();
    admin
        .describeConfigs(List.of(resource))
        .all()
        .get()
        .get(resource)
        .entries()
        .forEach(entry -> all.put(entry.name(), entry.value()));
    return all;
  }

  private Fact fact(TopicFacts facts, String name) {
    return facts.beside(use.needs).stream()
        .filter(fact -> fact.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String what(Fact fact) {
    return fact.name() + " is " + fact.value() + (fact.isRight() ? "" : ": " + fact.fault());
  }

  private Check replicas(TopicFacts facts) {
    String acks = address.client().getOrDefault("acks", "all");
    boolean all = acks.matches("all|-1");
    Fact inSync = fact(facts, "in sync");
    if (facts.leaderless() > 0 || !inSync.isRight() && use.writes && all) {
      return Check.failed(what(inSync), inSync.cure());
    }
    if (use.writes && !all) {
      return Check.warning(
          "kafka.acks=" + acks + ": what counts as arrived can be lost with a broker",
          "leave kafka.acks at 'all'");
    }
    Fact replicas = fact(facts, "replicas");
    return replicas.isRight()
        ? Check.ok(facts.replicas() + ", in sync " + facts.inSync())
        : Check.warning(what(replicas), replicas.cure());
  }

  private Check limits(TopicFacts facts) {
    Fact bytes = fact(facts, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
    if (!bytes.isRight()) {
      long room = Long.parseLong(bytes.value()) - KafkaBinding.MESSAGE_OVERHEAD;
      return room < ChunkLayout.MIN_CHUNK_BYTES
          ? Check.failed(what(bytes), bytes.cure())
          : Check.warning(what(bytes), bytes.cure());
    }
    long wanted = use.needs.chunkBytes();
    return use.mostBytes < wanted
        ? Check.warning(
            "the client takes chunks of %,d bytes, not the %,d of chunk.bytes"
                .formatted(use.mostBytes, wanted),
            "raise kafka.max.request.size and kafka.buffer.memory, or lower chunk.bytes")
        : Check.ok("chunks of %,d bytes fit, ".formatted(wanted) + what(bytes));
  }

  private Check retention(TopicFacts facts) {
    Fact policy = fact(facts, TopicConfig.CLEANUP_POLICY_CONFIG);
    if (!policy.isRight()) {
      return Check.failed(what(policy), policy.cure());
    }
    long millis = Long.parseLong(settings.get(TopicConfig.RETENTION_MS_CONFIG));
    long bytes = Long.parseLong(settings.get(TopicConfig.RETENTION_BYTES_CONFIG));
    String age = millis < 0 ? "at no age" : "when they are " + text(millis) + " old";
    String size = bytes < 0 ? "" : ", and what is above " + Figures.bytes(bytes) + " a partition";
    String what = "chunks go " + age + size;
    return millis >= 0 && millis < SHORT_MILLIS
        ? Check.warning(what + ": who is away longer loses them", alter("--alter --retention 1d"))
        : Check.ok(what);
  }

  /** A command on the topic. */
  private String alter(String options) {
    return "./sluice topic kafka://" + address.servers() + "/" + topic + " " + options;
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
    OptionalLong told =
        quorum.voters().stream()
            .filter(voter -> voter.replicaId() == quorum.leaderId())
            .flatMapToLong(voter -> voter.lastCaughtUpTimestamp().stream())
            .findFirst();
    if (told.isEmpty()) {
      return Check.notChecked("the cluster does not tell its time");
    }
    long theirs = told.getAsLong();
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
