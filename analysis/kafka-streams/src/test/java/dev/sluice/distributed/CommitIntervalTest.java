package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("one-jdk")
@Tag("full")
@Timeout(120)
@ExtendWith(SharedBroker.class)
class CommitIntervalTest {
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static DistributedAnalysis.Builder<Map<String, Long>> analysis(
      KafkaBroker broker, Duration interval, String options) {
    String uri = "kafka://" + broker.bootstrapServers() + "/intervals" + options;
    return DistributedAnalysis.builder(new HashStage(FieldSelection.ALL), uri)
        .applicationId("intervals-analysis")
        .threads(1)
        .commitInterval(interval);
  }

  @Test
  void instances_work_with_the_longest_and_the_shortest_interval(KafkaBroker broker)
      throws Exception {
    broker.createTopic("intervals", 2, Map.of());
    List<byte[]> messages = TestChunks.random(new Random(15), 3, 60, 60);
    TestChunks.send(broker.bootstrapServers(), "intervals", 2, messages);
    try (var run = analysis(broker, LONGEST, "").start()) {
      while (run.figures().chunksSplit() < messages.size()) {
        Thread.onSpinWait();
      }
    }
    try (var run = analysis(broker, SHORTEST, "").start()) {
      run.awaitEnd();
      TestChunks.check(run.result(), messages);
    }
    assertThat(timeout(broker, SHORTEST, "")).isEqualTo("10010");
    assertThat(timeout(broker, LONGEST, "")).isEqualTo("40000");
    String given = "?kafka.transaction.timeout.ms=2000";
    assertThat(timeout(broker, SHORTEST, given)).isEqualTo("2000");
    assertThatThrownBy(() -> analysis(broker, LONGEST, given).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "kafka.transaction.timeout.ms=2000 is below the commit interval, 30000 ms");
  }

  /** The setting that Kafka Streams compares its commit interval with. */
  private static String timeout(KafkaBroker broker, Duration interval, String options)
      throws Exception {
    return StreamsSettings.of(analysis(broker, interval, options).plan())
        .get("producer.transaction.timeout.ms")
        .toString();
  }

  @Test
  void interval_beyond_the_bounds_is_refused(KafkaBroker broker) {
    for (Duration interval : List.of(SHORTEST.minusMillis(1), LONGEST.plusMillis(1))) {
      assertThatThrownBy(() -> analysis(broker, interval, ""))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("commit interval must be 10 ms to 30 s, was " + interval);
    }
  }
}
