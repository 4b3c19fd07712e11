package dev.sluice.rawreaders.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Start;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What is committed when a commit failed before its partition moved to another member. */
class CommitsTest {
  private static final TopicPartition STAYS = new TopicPartition("t", 0);
  private static final TopicPartition MOVES = new TopicPartition("t", 1);
  private static final KafkaAddress ADDRESS = new KafkaAddress("b:1", "t", Map.of());

  private final List<Map<TopicPartition, OffsetAndMetadata>> committed = new ArrayList<>();
  private boolean failing = true;

  /** Takes commits, or refuses them. */
  private final class Group extends MockConsumer<byte[], byte[]> {
    Group() {
      super("none");
    }

    @Override
    public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
      if (failing) {
        throw new KafkaException("no coordinator");
      }
      committed.add(offsets);
    }

    /** As with the protocol of KIP-848, after a partition was revoked. */
    @Override
    public synchronized Set<TopicPartition> assignment() {
      return Set.of(STAYS, MOVES);
    }

    @Override
    public synchronized long position(TopicPartition partition, Duration timeout) {
      if (partition.equals(MOVES)) {
        throw new IllegalStateException("not assigned");
      }
      return 5;
    }
  }

  @Test
  @Warns("commit failed")
  void offsets_of_a_revoked_partition_are_not_committed_later() {
    assertOnlyStays(Commits::onPartitionsRevoked);
  }

  @Test
  @Warns("commit failed")
  void offsets_of_a_lost_partition_are_not_committed_later() {
    assertOnlyStays(Commits::onPartitionsLost);
  }

  /** Its next owner has committed more by then, and would get all that again. */
  private void assertOnlyStays(BiConsumer<Commits, List<TopicPartition>> moved) {
    ConsumerSettings settings =
        new ConsumerSettings(
            Map.of(), true, Start.UNSAID, false, Duration.ofSeconds(1), Duration.ZERO);
    TopicInfo topic = new TopicInfo(ADDRESS, settings.timeout(), SystemPlatform.get());
    OffsetAccount account = new OffsetAccount(topic, Map.of(), KafkaRawReader.log());
    try (Group group = new Group()) {
      Partitions partitions =
          new Partitions(ADDRESS, settings, group, SystemPlatform.get(), topic, account);
      Commits commits = new Commits(group, true, partitions, account, KafkaRawReader.log());
      account.start(STAYS, 5);
      account.start(MOVES, 7);
      commits.handled(account.toKeep());
      moved.accept(commits, List.of(MOVES));
      failing = false;
      commits.retry();
      assertThat(committed).containsExactly(Map.of(STAYS, new OffsetAndMetadata(5)));
      partitions.startNew();
      assertThat(partitions.reachPositions(new Damages())).isZero();
      assertThat(account.next()).containsOnlyKeys(STAYS);
    }
  }
}
