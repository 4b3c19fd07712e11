package dev.sluice.tools.doctor;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Nearest;
import dev.sluice.rawwriters.kafka.KafkaBrokers;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaBinding;
import dev.sluice.tools.doctor.Check.Outcome;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.topic.TopicFacts;
import dev.sluice.tools.topic.TopicFacts.Fact;
import dev.sluice.tools.topic.TopicNeeds;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** A topic for chunks: whether it is there, what we may do with it, and how it is set. */
final class TopicChecks {
  private static final String AUTO_CREATE = "auto.create.topics.enable";
  private static final long SHORT_MILLIS = 3_600_000;
  private static final long SKEW_MILLIS = 1_000;

  private final KafkaAddress address;
  private final String topic;
  private final String acks;
  private final Use use;
  private final Clock clock;
  private KafkaChecks.Cluster cluster;
  private KafkaBrokers brokers;
  private TopicDescription description;
  private TopicFacts facts;

  /**
   * Intended use of a topic.
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
    this.acks = address.client().getOrDefault("acks", "all");
    this.use = use;
    this.clock = clock;
  }

  void run(Steps steps, KafkaChecks way) {
    steps.needed("topic", () -> topic(way.cluster()));
    if (description == null) {
      steps.block("the topic does not exist yet");
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

  private Check topic(KafkaChecks.Cluster reached) throws KafkaBrokers.Refusal {
    cluster = reached;
    brokers = reached.brokers();
    try {
      description = brokers.topic();
    } catch (KafkaBrokers.Refusal e) {
      return e.getCause() instanceof TopicAuthorizationException
          ? Check.failed(
              "the user cannot see the topic '" + topic + "', or it does not exist",
              "give the user the ACLs 'Describe' and 'Write', or 'Read' to read; or correct the topic")
          : Check.failed(e.obstacle(), null);
    }
    return description == null
        ? missing()
        : Check.ok(topic + " with " + Figures.count(description.partitions().size(), "partition"));
  }

  private Check missing() throws KafkaBrokers.Refusal {
    Set<String> others = brokers.await(brokers.admin().listTopics().names());
    String what = "there is no topic '" + topic + "'" + Nearest.hint(topic, others);
    String cure = "correct the topic in the URI, or create it: " + alter("--create");
    return use.writes && createsTopics()
        ? Check.warning(
            what + "; the broker creates it with its default settings at the first chunk", cure)
        : Check.failed(what, cure);
  }

  private boolean createsTopics() throws KafkaBrokers.Refusal {
    Node broker = brokers.await(brokers.admin().describeCluster().controller());
    return "true"
        .equals(brokers.settings(ConfigResource.Type.BROKER, broker.idString()).get(AUTO_CREATE));
  }

  private Check right(AclOperation operation, String name) {
    String what = "no permission: the user has no ACL '" + name + "' on the topic '" + topic + "'";
    String cure = "give the user the ACL '" + name + "' on the topic";
    boolean needed = use.writes == (operation == AclOperation.WRITE);
    return may(
        description.authorizedOperations(),
        operation,
        needed
            ? Check.failed(what, cure)
            : Check.warning(what, cure + ", if this program also reads"));
  }

  /**
   * Checks whether a user may do an operation; {@code all} is null if the broker does not report
   * permissions.
   */
  static Check may(Set<AclOperation> all, AclOperation operation, Check otherwise) {
    if (all == null) {
      return Check.notChecked("the broker does not report the permissions of the user");
    }
    return all.contains(operation) ? Check.ok("permitted") : otherwise;
  }

  private Check group() {
    String cure = "give the user the ACL 'Read' on the group '" + use.group + "'";
    try {
      var rights = new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true);
      var groups = brokers.admin().describeConsumerGroups(List.of(use.group), rights);
      return may(
          brokers.await(groups.describedGroups().get(use.group)).authorizedOperations(),
          AclOperation.READ,
          Check.failed("the user cannot read with the group '" + use.group + "'", cure));
    } catch (KafkaBrokers.Refusal e) {
      return e.getCause() instanceof GroupIdNotFoundException
          ? Check.ok("the group '" + use.group + "' is new, and the user may see it")
          : Check.failed(e.obstacle().what(), cure);
    }
  }

  /** Returns what needs the topic's settings, which are asked for once. */
  private Callable<Check> configured(Supplier<Check> look) {
    return () -> {
      if (facts == null) {
        Map<String, String> settings = brokers.settings(ConfigResource.Type.TOPIC, topic);
        facts = TopicFacts.of(address, cluster.count(), description.partitions(), settings);
      }
      return facts.settings().isEmpty()
          ? Check.notChecked("the user cannot see the topic's settings (ACL 'DescribeConfigs')")
          : look.get();
    };
  }

  private Fact fact(String name) {
    return facts.beside(use.needs).stream()
        .filter(fact -> fact.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String what(Fact fact) {
    return fact.name() + " is " + fact.value() + (fact.isRight() ? "" : ": " + fact.fault());
  }

  private static Check checked(Fact fact, Outcome outcome) {
    return new Check("", fact.isRight() ? Outcome.OK : outcome, what(fact), fact.cure());
  }

  private Check replicas() {
    return leaders().then(this::acks).then(this::away).then(this::inSyncAtLeast);
  }

  private Check allInSync() {
    return Check.ok(facts.replicas() + ", in sync " + facts.inSync());
  }

  /** Returns whether a chunk counts as arrived when all replicas in sync have it. */
  private boolean waitsForAll() {
    return use.writes && acks.matches("all|-1");
  }

  private Check leaders() {
    Fact inSync = fact(TopicFacts.IN_SYNC);
    if (facts.leaderless() > 0 || !inSync.isRight() && waitsForAll()) {
      return checked(inSync, Outcome.FAILED);
    }
    List<String> lost =
        description.partitions().stream()
            .map(partition -> KafkaBrokers.server(partition.leader()))
            .filter(leader -> cluster.servers().obstacle(leader) != null)
            .toList();
    return lost.isEmpty()
        ? allInSync()
        : Check.failed(
            "the leader of %d of %d partitions is %s, which clients cannot reach"
                .formatted(lost.size(), facts.partitions(), lost.get(0)),
            KafkaChecks.ADVERTISED);
  }

  private Check acks() {
    int least = facts.leastInSync();
    return use.writes && !waitsForAll()
        ? Check.warning(
            "kafka.acks=%s: delivered chunks can be lost with a broker%s"
                .formatted(acks, least > 1 ? ", min.insync.replicas=" + least + " or not" : ""),
            "leave kafka.acks at 'all'")
        : checked(fact(TopicFacts.REPLICAS), Outcome.WARNING);
  }

  private Check away() {
    return facts.away().isEmpty()
        ? allInSync()
        : Check.warning(
            "in sync is %d, of %d replicas".formatted(facts.inSync(), facts.replicas()),
            facts.startAway());
  }

  private Check inSyncAtLeast() {
    int least = facts.leastInSync();
    int replicas = facts.replicas();
    boolean all = replicas > 1 && least == replicas;
    String why =
        all
            ? "writes are rejected while one broker is unavailable"
            : "delivered chunks may be on a single broker only";
    return !waitsForAll() || !all && (least > 1 || replicas <= 2)
        ? allInSync()
        : Check.warning(
            "min.insync.replicas is %d, of %d replicas: %s".formatted(least, replicas, why),
            facts.configure(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Math.min(2, replicas - 1)));
  }

  private Check limits() {
    Fact bytes = fact(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
    long room = Long.parseLong(bytes.value()) - KafkaBinding.MESSAGE_OVERHEAD;
    long wanted = use.needs.chunkBytes();
    return checked(bytes, room < ChunkLayout.MIN_CHUNK_BYTES ? Outcome.FAILED : Outcome.WARNING)
        .then(
            () ->
                use.mostBytes < wanted
                    ? Check.warning(
                        "the client accepts chunks of up to %,d bytes, less than the %,d of chunk.bytes"
                            .formatted(use.mostBytes, wanted),
                        "raise kafka.max.request.size and kafka.buffer.memory, or lower chunk.bytes")
                    : Check.ok("chunks of %,d bytes fit, ".formatted(wanted) + what(bytes)));
  }

  private Check retention() {
    long millis = Long.parseLong(facts.settings().get(TopicConfig.RETENTION_MS_CONFIG));
    long bytes = Long.parseLong(facts.settings().get(TopicConfig.RETENTION_BYTES_CONFIG));
    String age = millis < 0 ? "at no age" : "when they are " + text(millis) + " old";
    String size = bytes < 0 ? "" : ", and above " + Figures.bytes(bytes) + " per partition";
    String what = "chunks are deleted " + age + size;
    Check check =
        millis >= 0 && millis < SHORT_MILLIS
            ? Check.warning(
                what + ": readers that are offline longer lose them",
                alter("--alter --retention 1d"))
            : Check.ok(what);
    return checked(fact(TopicConfig.CLEANUP_POLICY_CONFIG), Outcome.FAILED).then(() -> check);
  }

  /** Returns a command on the topic. */
  private String alter(String options) {
    return LineStream.SLUICE + " topic kafka://" + address.servers() + "/" + topic + " " + options;
  }

  private static String text(long millis) {
    double hours = millis / 3.6e6;
    if (hours >= 48) {
      return Math.round(hours / 24) + " days";
    }
    return hours >= 2 ? Math.round(hours) + " hours" : Math.round(hours * 3600) + " s";
  }

  /**
   * Returns the leader of the cluster's controllers says until when it has heard of itself, which
   * is the moment in which it is asked.
   */
  private Check clock() throws KafkaBrokers.Refusal {
    if (!cluster.isOpen()) {
      // A broker that is asked all the same logs an error.
      return Check.notChecked("the user cannot ask for the time (ACL 'Describe' on the cluster)");
    }
    long before = clock.millis();
    QuorumInfo quorum = brokers.await(brokers.admin().describeMetadataQuorum().quorumInfo());
    long after = clock.millis();
    return clock(
        before,
        quorum.voters().stream()
            .filter(voter -> voter.replicaId() == quorum.leaderId())
            .flatMapToLong(voter -> voter.lastCaughtUpTimestamp().stream())
            .findFirst(),
        after);
  }

  /** Compares the clock of the cluster with that of this machine before and after the question. */
  static Check clock(long before, OptionalLong told, long after) {
    if (told.isEmpty()) {
      return Check.notChecked("the cluster does not report its time");
    }
    long theirs = told.getAsLong();
    long ahead = before > theirs ? before - theirs : Math.min(0, after - theirs);
    if (Math.abs(ahead) < SKEW_MILLIS) {
      long bound = Math.abs(ahead) + after - before;
      return Check.ok("within %,d ms of the cluster's".formatted(bound));
    }
    return Check.warning(
        "this machine's clock is %s %s the cluster's: times of several machines do not match%s"
            .formatted(
                text(Math.abs(ahead)),
                ahead > 0 ? "ahead of" : "behind",
                ahead > SHORT_MILLIS ? ", and the topic may reject messages" : ""),
        "set the clock (NTP)");
  }
}
