package dev.sluice.tools.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.support.wire.KafkaAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;

class TopicFactsTest {
  private static final KafkaAddress ADDRESS = new KafkaAddress("b:9092", "t", Map.of());
  private static final TopicNeeds NEEDS = TopicNeeds.of(Endpoint.parse("kafka://b:9092/t"));

  private final Map<String, String> settings = new HashMap<>(NEEDS.settings());

  private TopicFacts topic(int brokers, int leaderless, int replicas, int inSync) {
    return new TopicFacts(ADDRESS, brokers, 3, leaderless, replicas, inSync, List.of(), settings);
  }

  /** Name, fault and cure of what is wrong. */
  private static List<String> faults(TopicFacts topic, TopicNeeds needs) {
    return topic.beside(needs).stream()
        .filter(fact -> !fact.isRight())
        .map(fact -> fact.name() + ": " + fact.fault() + ": " + fact.cure())
        .toList();
  }

  private List<String> faultsOf(String setting, String value) {
    settings.put(setting, value);
    List<String> faults = faults(topic(1, 0, 1, 1), NEEDS);
    settings.put(setting, NEEDS.settings().get(setting));
    return faults;
  }

  @Test
  void topic_with_the_settings_that_it_is_made_with_is_right() {
    assertThat(faults(topic(1, 0, 1, 1), NEEDS)).isEmpty();
    assertThat(faultsOf("compression.type", "uncompressed")).isEmpty();
    assertThat(faultsOf("max.message.bytes", Integer.toString((900 << 10) + 512))).isEmpty();
  }

  @Test
  void each_wrong_setting_has_its_reason_and_a_command() {
    String configure =
        "kafka-configs.sh --bootstrap-server b:9092 --alter --entity-type topics --entity-name t"
            + " --add-config ";
    assertThat(faultsOf("cleanup.policy", "compact,delete"))
        .singleElement()
        .asString()
        .startsWith("cleanup.policy: compaction deletes all chunks of a producer but the last")
        .endsWith(configure + "cleanup.policy=delete");
    assertThat(faultsOf("max.message.bytes", "922111"))
        .containsExactly(
            "max.message.bytes: a chunk of the largest size, with its headers, does not fit: "
                + configure
                + "max.message.bytes=1048588");
    assertThat(faultsOf("compression.type", "gzip"))
        .singleElement()
        .asString()
        .endsWith("compression.type=producer");
    assertThat(faultsOf("message.timestamp.type", "LogAppendTime"))
        .singleElement()
        .asString()
        .endsWith("message.timestamp.type=CreateTime");
  }

  @Test
  void largest_chunk_is_that_of_the_sink() {
    TopicNeeds needs = TopicNeeds.of(Endpoint.parse("kafka://b:9092/t?chunk.bytes=4MiB"));
    assertThat(faults(topic(1, 0, 1, 1), needs))
        .singleElement()
        .asString()
        .endsWith("max.message.bytes=4194816");
  }

  @Test
  void what_is_wanted_besides_is_a_fault_where_it_is_missing() {
    settings.put("retention.ms", "1000");
    TopicFacts topic = topic(1, 0, 1, 1);

    assertThat(faults(topic, NEEDS.with(3, 1, Duration.ofSeconds(1)))).isEmpty();
    assertThat(faults(topic, NEEDS.with(2, null, null))).as("more do").isEmpty();
    assertThat(faults(topic, NEEDS.with(4, 2, Duration.ofDays(1))))
        .extracting(fault -> fault.replaceFirst(":.*", ""))
        .containsExactly("partitions", "replicas", "retention.ms");
  }

  @Test
  void one_replica_is_a_fault_where_there_could_be_two_unless_it_is_wanted() {
    assertThat(faults(topic(3, 0, 1, 1), NEEDS))
        .singleElement()
        .asString()
        .startsWith("replicas: if a broker is lost, chunks are lost: kafka-reassign-partitions.sh");
    assertThat(faults(topic(3, 0, 1, 1), NEEDS.with(null, 1, null))).isEmpty();
    assertThat(faults(topic(3, 0, 2, 2), NEEDS)).isEmpty();
  }

  @Test
  void topic_that_nobody_can_write_to_is_told() {
    settings.put("min.insync.replicas", "2");

    assertThat(faults(topic(3, 0, 3, 2), NEEDS)).isEmpty();
    assertThat(faults(topic(3, 0, 3, 1), NEEDS))
        .containsExactly(
            "in sync: writes are rejected below min.insync.replicas, 2: start the brokers that"
                + " hold the missing replicas");
    assertThat(faults(topic(1, 0, 1, 1), NEEDS))
        .singleElement()
        .asString()
        .endsWith("--add-config min.insync.replicas=1");
    assertThat(faults(topic(3, 1, 3, 2), NEEDS))
        .singleElement()
        .asString()
        .startsWith("in sync: 1 of 3 partitions have no leader");
  }

  @Test
  void brokers_that_are_away_are_named() {
    Node one = new Node(1, "b", 9092);
    Node two = new Node(2, "", -1);
    Node three = new Node(3, "c", 9092);
    List<TopicPartitionInfo> partitions =
        List.of(
            new TopicPartitionInfo(0, one, List.of(one, three), List.of(one, three)),
            new TopicPartitionInfo(1, one, List.of(three, one), List.of(one)),
            new TopicPartitionInfo(2, null, List.of(two), List.of(two)));

    TopicFacts topic = TopicFacts.of(ADDRESS, 3, partitions, settings);

    assertThat(topic.away()).containsExactly(2, 3);
    assertThat(faults(topic, NEEDS.with(null, 1, null)))
        .containsExactly(
            "in sync: 1 of 3 partitions have no leader: start the brokers that hold the missing replicas:"
                + " [2, 3]");
  }

  @Test
  void settings_that_are_not_told_are_no_proof() {
    settings.clear();
    assertThat(faults(topic(1, 0, 1, 1), NEEDS))
        .containsExactly(
            "settings: the user cannot read them: give the user the ACL 'DescribeConfigs' on the topic");
  }
}
