package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.config.Endpoint;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.testkit.broker.BrokerCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three brokers in processes of their own, each of which is killed once while instances work on its
 * partitions. About a minute, so only with {@code -Dsluice.brokers=3}.
 */
@Tag("one-jdk")
@Tag("full")
@Timeout(300)
class MovedLeaderTest {
  private static final int CHUNKS = 240;
  private static final int BROKERS = 3;

  @TempDir Path directory;

  @Test
  void nothing_is_lost_or_doubled_when_brokers_are_killed() throws Exception {
    String reason = "needs -Dsluice.brokers=3, a minute";
    if (Integer.getInteger("sluice.brokers", 1) < BROKERS) {
      System.out.println("MovedLeaderTest is skipped: " + reason);
    }
    assumeTrue(Integer.getInteger("sluice.brokers", 1) >= BROKERS, reason);
    List<byte[]> chunks = TestChunks.random(new Random(7), 3, (BROKERS + 1) * CHUNKS, 60);
    Path log = directory.resolve("instances.log");
    List<Process> instances = new ArrayList<>();
    try (BrokerCluster brokers = BrokerCluster.start(directory.resolve("brokers"), BROKERS);
        Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
      admin
          .createTopics(List.of(new NewTopic("chunks", Optional.of(3), Optional.empty())))
          .all()
          .get();
      String uri = "kafka://" + brokers.bootstrapServers() + "/chunks";
      for (int i = 0; i < 2; i++) {
        instances.add(AnalysisProcess.start(uri, true, log));
      }
      for (int node = 1; node <= BROKERS; node++) {
        TestChunks.send(
            brokers.bootstrapServers(),
            "chunks",
            3,
            chunks.subList((node - 1) * CHUNKS, node * CHUNKS));
        awaitWork(uri);
        assertThat(ledBy(admin, node)).as("partitions that broker %s leads", node).isPositive();
        brokers.kill(node);
        while (ledBy(admin, node) > 0) {
          Thread.onSpinWait();
        }
        brokers.restart(node);
        while (!allAreInSync(admin)) {
          Thread.onSpinWait();
        }
      }
      TestChunks.send(
          brokers.bootstrapServers(),
          "chunks",
          3,
          chunks.subList(BROKERS * CHUNKS, (BROKERS + 1) * CHUNKS));
      try (DistributedAnalysis<Map<String, Long>> last =
          AnalysisProcess.builder(uri, true).start()) {
        last.awaitEnd();
        var result = last.result();
        assertThat(result.audit().complete()).isTrue();
        TestChunks.check(result, chunks);
      }
      assertThat(instances).as("instances outlive brokers").allMatch(Process::isAlive);
    } catch (Exception | AssertionError e) {
      System.out.println(Files.exists(log) ? Files.readString(log) : "no instance began");
      throw e;
    } finally {
      instances.forEach(Process::destroyForcibly);
    }
  }

  /** Some of what is in the topic now is done, and some is left. */
  private static void awaitWork(String uri) throws Exception {
    try (RunEnd end =
        RunEnd.of(
            KafkaAddress.of(Endpoint.parse(uri), Set.of()),
            "killed",
            AnalysisPlan.partsTopic("killed"))) {
      double begin = end.progress();
      while (end.progress() <= begin) {
        Thread.onSpinWait();
      }
      assertThat(end.reached()).as("work is left").isFalse();
    }
  }

  private static Stream<TopicPartitionInfo> partitions(Admin admin) throws Exception {
    return admin
        .describeTopics(List.of("chunks", AnalysisPlan.partsTopic("killed")))
        .allTopicNames()
        .get()
        .values()
        .stream()
        .flatMap(topic -> topic.partitions().stream());
  }

  private static long ledBy(Admin admin, int node) throws Exception {
    return partitions(admin)
        .filter(partition -> partition.leader() != null && partition.leader().id() == node)
        .count();
  }

  private static boolean allAreInSync(Admin admin) throws Exception {
    return partitions(admin).allMatch(partition -> partition.isr().size() == BROKERS);
  }
}
