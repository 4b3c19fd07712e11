package dev.sluice.rawreaders.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is known of offsets without a message when starts fail and brokers do not answer. */
class OffsetAccountTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  private final TopicInfo topic =
      new TopicInfo(
          new KafkaAddress(
              "localhost:1", "t", Map.of("bootstrap.servers", "localhost:" + TcpPeers.freePort())),
          Duration.ofMillis(100),
          SystemPlatform.get());

  @AfterEach
  void close() {
    topic.close();
  }

  @Test
  @Warns("offsets 5 to 8 were deleted before they were read; later ones")
  void start_that_is_tried_again_reports_what_was_deleted_once() {
    OffsetAccount account =
        new OffsetAccount(topic, new HashMap<>(Map.of("t-0", 4L)), KafkaRawReader.log());
    account.startAtBeginning(PARTITION, 9);
    account.startAtBeginning(PARTITION, 9);
    Damages damages = new Damages();
    assertThat(account.report(damages)).isEqualTo(1);
    assertThat(damages.reasons)
        .containsExactly("offsets 5 to 8 were deleted before they were read");
  }

  @Test
  void text_of_another_program_beside_an_offset_is_no_id_of_another_topic() {
    OffsetAccount account = new OffsetAccount(topic, new HashMap<>(), KafkaRawReader.log());
    account.reads(Uuid.randomUuid().toString());
    assertThat(account.isAnother("NO_METADATA")).isFalse();
    assertThat(account.isAnother("")).isFalse();
    assertThat(account.isAnother(account.topicId())).isFalse();
    assertThat(account.isAnother(Uuid.randomUuid().toString())).isTrue();
  }

  @Test
  void gap_is_not_reported_as_long_as_nobody_says_what_it_is() {
    OffsetAccount account = new OffsetAccount(topic, new HashMap<>(), KafkaRawReader.log());
    account.start(PARTITION, 1);
    Damages damages = new Damages();
    assertThatThrownBy(() -> account.reach(PARTITION, 3, damages))
        .isInstanceOf(TimeoutException.class);
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> topic.gap()).isInstanceOf(InterruptException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(damages.reasons).isEmpty();
  }

  @Test
  void policy_that_a_broker_does_not_name_is_unknown() {
    assertThat(TopicInfo.gap(null)).contains("the ACL 'DescribeConfigs'");
    assertThat(TopicInfo.gap("compact,delete")).contains("compacted");
    assertThat(TopicInfo.gap("delete")).isNull();
  }
}
