package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.testkit.broker.KafkaBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills processes in the middle of their work. How often is {@code -Dsluice.kills}, by default
 * twice.
 */
@Tag("one-jdk")
@Timeout(900)
class KilledInstancesTest {
  private static final int KILLS = Integer.getInteger("sluice.kills", 2);
  private static final int CHUNKS_PER_KILL = 240;

  @TempDir Path directory;

  @Test
  void nothing_is_lost_or_doubled_when_instances_are_killed_and_started() throws Exception {
    Random random = new Random(1);
    List<byte[]> chunks = TestChunks.random(random, 4, CHUNKS_PER_KILL * (KILLS + 1), 60);
    Path log = directory.resolve("instances.log");
    List<Process> instances = new ArrayList<>();
    int killedAtWork = 0;
    try (KafkaBroker broker =
        KafkaBroker.start(
            Files.createDirectory(directory.resolve("broker")),
            0,
            Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500"))) {
      broker.createTopic("chunks", 2, Map.of());
      String uri =
          "kafka://"
              + broker.bootstrapServers()
              + "/chunks?kafka.session.timeout.ms=1500&kafka.heartbeat.interval.ms=300"
              + "&kafka.transaction.timeout.ms=2000";
      for (int i = 0; i < 2; i++) {
        instances.add(AnalysisProcess.start(uri, true, log));
      }
      for (int kill = 0; kill <= KILLS; kill++) {
        TestChunks.send(
            broker.bootstrapServers(),
            "chunks",
            2,
            chunks.subList(kill * CHUNKS_PER_KILL, (kill + 1) * CHUNKS_PER_KILL));
        if (kill < KILLS) {
          killedAtWork += killOne(uri, instances, random, log);
        }
      }
      try (DistributedAnalysis<Map<String, Long>> last =
          AnalysisProcess.builder(uri, true).start()) {
        last.awaitEnd();
        var result = last.result();
        assertThat(result.audit().complete()).as("%s", result.audit()).isTrue();
        TestChunks.check(result, chunks);
      }
      System.out.println(killedAtWork + " of " + KILLS + " kills while there was work left");
      assertThat(killedAtWork).isPositive();
    } catch (Exception | AssertionError e) {
      System.out.println(Files.readString(log));
      throw e;
    } finally {
      instances.forEach(Process::destroyForcibly);
    }
  }

  /** Kills an instance while there is work left, if there is, and starts another; 1 if so. */
  private static int killOne(String uri, List<Process> instances, Random random, Path log)
      throws Exception {
    try (RunEnd end =
        RunEnd.of(
            KafkaAddress.of(Endpoint.parse(uri), Set.of()),
            "killed",
            AnalysisPlan.partsTopic("killed"))) {
      // Some work is done, and some is left.
      double until = 0.1 + 0.6 * random.nextDouble();
      while (end.progress() < until) {
        Thread.onSpinWait();
      }
      int atWork = end.reached() ? 0 : 1;
      Process victim = instances.remove(random.nextInt(instances.size()));
      assertThat(victim.isAlive()).as("no instance ends by itself").isTrue();
      victim.destroyForcibly().waitFor();
      instances.add(AnalysisProcess.start(uri, true, log));
      return atWork;
    }
  }
}
