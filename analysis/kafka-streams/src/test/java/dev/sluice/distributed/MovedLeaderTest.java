package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.analysis.StageRun;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.broker.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three brokers, of which one goes while its partitions are worked on. Half a minute, so only with
 * {@code -Dsluice.brokers=3}.
 */
@Tag("one-jdk")
@Timeout(180)
class MovedLeaderTest {
  private static final int CHUNKS = 120;

  @TempDir Path directory;

  private static void send(String servers, List<byte[]> chunks) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (byte[] chunk : chunks) {
        long id = ChunkLayout.parse(chunk, 0, chunk.length).accounting().producerId();
        producer.send(new ProducerRecord<>("chunks", (int) (id % 3), null, chunk));
      }
    }
  }

  @Test
  void nothing_is_lost_or_doubled_when_leaders_move() throws Exception {
    String reason = "needs -Dsluice.brokers=3, half a minute";
    if (Integer.getInteger("sluice.brokers", 1) < 3) {
      System.out.println("MovedLeaderTest is skipped: " + reason);
    }
    assumeTrue(Integer.getInteger("sluice.brokers", 1) >= 3, reason);
    HashStage stage = new HashStage(FieldSelection.ALL);
    List<byte[]> chunks = TestChunks.random(new Random(7), 3, 2 * CHUNKS, 60);
    List<KafkaBroker> brokers = KafkaBroker.startCluster(directory, 3);
    try {
      String servers =
          brokers.stream().map(KafkaBroker::bootstrapServers).collect(Collectors.joining(","));
      brokers.get(0).createTopic("chunks", 3, Map.of());
      send(servers, chunks.subList(0, CHUNKS));
      try (DistributedAnalysis<Map<String, Long>> analysis =
          DistributedAnalysis.builder(stage, "kafka://" + servers + "/chunks")
              .commitInterval(Duration.ofMillis(100))
              .partitions(3)
              .threads(2)
              .start()) {
        while (analysis.figures().records() == 0) {
          analysis.awaitEnd(Duration.ofMillis(10));
        }
        // It led one of the three partitions of each topic, and perhaps the group.
        brokers.get(1).close();
        send(servers, chunks.subList(CHUNKS, 2 * CHUNKS));
        try (DistributedAnalysis<Map<String, Long>> last =
            DistributedAnalysis.builder(stage, "kafka://" + servers + "/chunks")
                .commitInterval(Duration.ofMillis(100))
                .partitions(3)
                .threads(1)
                .start()) {
          last.awaitEnd();
          assertThat(last.result()).isEqualTo(expected(stage, chunks));
          assertThat(last.result().audit().complete()).isTrue();
        }
      }
    } finally {
      brokers.forEach(KafkaBroker::close);
    }
  }

  private static DistributedAnalysis.Result<Map<String, Long>> expected(
      HashStage stage, List<byte[]> chunks) throws Exception {
    try (StageRun<Map<String, Long>> run =
        StageRun.open(stage, RecordStream.builder(TestChunks.reader(chunks)), 1)) {
      return new DistributedAnalysis.Result<>(run.drain(), run.audit());
    }
  }
}
