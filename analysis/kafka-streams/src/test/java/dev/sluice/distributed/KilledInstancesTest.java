package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.streams.Audit;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.testkit.broker.KafkaBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills processes while they have a transaction open in the topic of parts, which hides from
 * readers what others send until the broker aborts it. How often is {@code -Dsluice.kills}, by
 * default twice; the result is checked after each.
 */
@Tag("one-jdk")
@Tag("full")
@Timeout(3600)
class KilledInstancesTest {
  private static final int KILLS = Integer.getInteger("sluice.kills", 2);

  /** Then state and topics have grown, and others begin. */
  private static final int KILLS_PER_BROKER = 20;

  private static final int PRODUCERS = 2;
  private static final int CHUNKS = 160;
  private static final String PARTS = AnalysisPlan.partsTopic("killed");

  @TempDir Path directory;

  private final Random random = new Random(1);
  private final Map<String, Long> value = new TreeMap<>();
  private final List<Audit> audits = new ArrayList<>();
  private String servers;
  private String uri;
  private int sent;

  @Test
  void nothing_is_lost_or_doubled_when_instances_are_killed_and_started() throws Exception {
    int open = 0;
    for (int done = 0; done < KILLS; done += KILLS_PER_BROKER) {
      Path log = directory.resolve("instances-" + done);
      try {
        open += kill(Math.min(KILLS - done, KILLS_PER_BROKER), log);
      } catch (Exception | AssertionError e) {
        System.out.println(Files.readString(log));
        throw e;
      }
    }
    System.out.println(open + " of " + KILLS + " kills left a transaction open");
    assertThat(open).isPositive();
  }

  /** Kills that many instances at a new broker; how many left a transaction open. */
  private int kill(int kills, Path log) throws Exception {
    int open = 0;
    value.clear();
    audits.clear();
    Process instance = null;
    try (KafkaBroker broker =
        KafkaBroker.start(
            Files.createDirectory(directory.resolve(log + "-broker")),
            0,
            Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500"))) {
      broker.createTopic("chunks", 2, Map.of());
      servers = broker.bootstrapServers();
      // It is open for a while after the killed instance is missed and others have done the rest.
      uri =
          "kafka://"
              + servers
              + "/chunks?kafka.session.timeout.ms=1500&kafka.heartbeat.interval.ms=300"
              + "&kafka.transaction.timeout.ms=4000";
      instance = AnalysisProcess.start(uri, true, log);
      for (int kill = 1; kill <= kills; kill++) {
        open += killAtWork(instance) ? 1 : 0;
        instance = AnalysisProcess.start(uri, true, log);
        try (DistributedAnalysis<Map<String, Long>> other =
            AnalysisProcess.builder(uri, true).start()) {
          other.awaitEnd();
          var result = other.result();
          assertThat(result.audit()).as("after kill %s", kill).isEqualTo(Audit.merge(audits));
          assertThat(result.audit().complete()).as("after kill %s", kill).isTrue();
          assertThat(result.value()).as("after kill %s", kill).isEqualTo(value);
        }
      }
    } finally {
      if (instance != null) {
        instance.destroyForcibly().waitFor();
      }
    }
    return open;
  }

  /** Sends chunks until the one instance has a transaction open, and kills it; whether it has. */
  private boolean killAtWork(Process instance) throws Exception {
    KafkaAddress source = KafkaAddress.of(Endpoint.parse(uri), Set.of());
    try (KafkaTopics topics = KafkaTopics.connect(source)) {
      boolean open = false;
      while (!open) {
        send();
        try (RunEnd end = RunEnd.of(source, "killed", PARTS)) {
          while (!open && !end.reached()) {
            assertThat(instance.isAlive()).as("no instance ends by itself").isTrue();
            open = isOpen(topics);
          }
        }
      }
      instance.destroyForcibly().waitFor();
      return isOpen(topics);
    }
  }

  private static boolean isOpen(KafkaTopics topics) throws Exception {
    if (topics.partitionsOrNone(PARTS) == 0) {
      return false;
    }
    var ends = topics.ends(PARTS); // before the others, which only grow
    return topics.stableEnds(PARTS).entrySet().stream()
        .anyMatch(stable -> stable.getValue() < ends.get(stable.getKey()));
  }

  private void send() throws Exception {
    List<byte[]> chunks = TestChunks.random(random, 1 + sent * PRODUCERS, PRODUCERS, CHUNKS, 120);
    sent++;
    var expected = TestChunks.expected(chunks);
    value.putAll(expected.value());
    audits.add(expected.audit());
    TestChunks.send(servers, "chunks", 2, chunks);
  }
}
