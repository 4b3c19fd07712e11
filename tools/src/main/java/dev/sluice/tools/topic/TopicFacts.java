package dev.sluice.tools.topic;

import dev.sluice.support.wire.KafkaAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Settings and replicas of a topic. Immutable.
 *
 * @param address where it is
 * @param brokers how many the cluster has
 * @param partitions how many it has
 * @param leaderless how many of them have no leader
 * @param replicas of the partition with the fewest
 * @param inSync how many replicas of a partition are up to date, of the one with the fewest
 * @param away numbers of brokers that hold replicas which are not up to date
 * @param settings by Kafka's names; empty if the broker does not report them to this user
 */
public record TopicFacts(
    KafkaAddress address,
    int brokers,
    int partitions,
    int leaderless,
    int replicas,
    int inSync,
    Collection<Integer> away,
    Map<String, String> settings) {

  /** The fact of how many replicas there are. */
  public static final String REPLICAS = "replicas";

  /** The fact of how many replicas are up to date. */
  public static final String IN_SYNC = "in sync";

  /** Among changes: how many there are. */
  static final String PARTITIONS = "partitions";

  private static final List<String> SHOWN =
      List.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          TopicConfig.COMPRESSION_TYPE_CONFIG,
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          TopicConfig.RETENTION_MS_CONFIG,
          TopicConfig.RETENTION_BYTES_CONFIG);

  /**
   * One of the facts.
   *
   * @param name a setting of Kafka, or what is counted
   * @param value as Kafka has it
   * @param fault why it will not do, a part of a sentence; null if it is right
   * @param cure a command, or what else to do; null if it is right
   */
  public record Fact(String name, String value, String fault, String cure) {
    /** Returns whether nothing is to be done. */
    public boolean isRight() {
      return fault == null;
    }
  }

  /** Creates facts from the answers of Kafka. */
  public static TopicFacts of(
      KafkaAddress address,
      int brokers,
      List<TopicPartitionInfo> partitions,
      Map<String, String> settings) {
    return new TopicFacts(
        address,
        brokers,
        partitions.size(),
        (int) partitions.stream().filter(partition -> partition.leader() == null).count(),
        partitions.stream().mapToInt(partition -> partition.replicas().size()).min().orElse(0),
        partitions.stream().mapToInt(partition -> partition.isr().size()).min().orElse(0),
        partitions.stream()
            .flatMap(TopicFacts::away)
            .collect(Collectors.toCollection(TreeSet::new)),
        settings);
  }

  private static Stream<Integer> away(TopicPartitionInfo partition) {
    List<Integer> there =
        partition.isr().stream().filter(node -> !node.isEmpty()).map(Node::id).toList();
    return partition.replicas().stream().map(Node::id).filter(id -> !there.contains(id));
  }

  /** The facts beside what is needed, the same ones in the same order for every topic. */
  public List<Fact> beside(TopicNeeds needs) {
    List<Fact> facts = new ArrayList<>();
    Integer wanted = needs.partitions();
    String more =
        "kafka-topics.sh --bootstrap-server %s --alter --topic %s --partitions %d"
            .formatted(address.servers(), address.topic(), wanted);
    boolean fewer = wanted != null && partitions < wanted;
    facts.add(fact(PARTITIONS, partitions, fewer ? "wanted are " + wanted : null, more));
    // One replica is a fault where there could be two, unless one is wanted.
    Integer copies = needs.replicas();
    fewer = replicas < (copies == null ? Math.min(2, brokers) : copies);
    String lone = copies == null ? "if a broker is lost, chunks are lost" : "wanted are " + copies;
    String reassign = "kafka-reassign-partitions.sh adds replicas to partitions";
    facts.add(fact(REPLICAS, replicas, fewer ? lone : null, reassign));
    facts.add(inSyncFact());
    if (settings.isEmpty()) {
      String cure = "give the user the ACL 'DescribeConfigs' on the topic";
      facts.add(fact("settings", "unknown", "the user cannot read them", cure));
    }
    SHOWN.stream()
        .filter(settings::containsKey)
        .map(name -> settingFact(name, settings.get(name), needs))
        .forEach(facts::add);
    return List.copyOf(facts);
  }

  private static Fact fact(String name, Object value, String fault, String cure) {
    return new Fact(name, value.toString(), fault, fault == null ? null : cure);
  }

  private Fact settingFact(String name, String value, TopicNeeds needs) {
    String cure = configure(name, needs.settings().get(name));
    return fact(name, value, needs.fault(name, value), cure);
  }

  private Fact inSyncFact() {
    int least = leastInSync();
    String few = inSync < least ? "writes are rejected below min.insync.replicas, " + least : null;
    String none = leaderless + " of " + partitions + " partitions have no leader";
    String cure =
        leaderless == 0 && least > replicas
            ? configure(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, replicas)
            : startAway();
    return fact(IN_SYNC, inSync, leaderless > 0 ? none : few, cure);
  }

  /** Returns the minimum number of in-sync replicas below which writes are rejected. */
  public int leastInSync() {
    return Integer.parseInt(settings.getOrDefault(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "1"));
  }

  /** Returns what to do where replicas are not up to date. */
  public String startAway() {
    return "start the brokers that hold the missing replicas" + (away.isEmpty() ? "" : ": " + away);
  }

  /** Returns the command that gives the topic a setting. */
  public String configure(String name, Object value) {
    return "kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s"
            .formatted(address.servers(), address.topic())
        + " --add-config %s=%s".formatted(name, value);
  }

  /** Returns these facts with changed settings. */
  public TopicFacts with(Map<String, String> changes) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(changes);
    String more = all.remove(PARTITIONS);
    int count = more == null ? partitions : Integer.parseInt(more);
    return new TopicFacts(address, brokers, count, leaderless, replicas, inSync, away, all);
  }
}
