package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.testkit.Seeds;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs whose truth is known, through a broker and analysed by several threads of a distributed
 * run: one for each hundred of {@link Seeds}.
 */
@Tag("one-jdk")
@ExtendWith(SharedBroker.class)
class KafkaOracleTest {
  private static final int PARTITIONS = 3;

  @TempDir private Path directory;

  @Test
  void every_answer_is_what_happened_through_a_broker(KafkaBroker broker) throws Exception {
    long first = Seeds.first("Oracle through a broker");
    // The third has messages that are handled, and found that a report of them failed.
    int seeds = Math.max(1, Seeds.count(Seeds.amount(100, 300)) / 100);
    List<String> failures = new ArrayList<>();
    for (long seed = first; seed < first + seeds; seed++) {
      Program program = Oracle.program(seed);
      if (program == null) {
        continue;
      }
      try {
        check(seed, program, broker);
      } catch (AssertionError | RuntimeException e) {
        failures.add("seed " + seed + ": " + e.getMessage());
      }
    }
    assertThat(failures).as("differences; -Dsluice.seed=N repeats one").isEmpty();
  }

  private void check(long seed, Program program, KafkaBroker broker) throws Exception {
    String topic = "oracle-" + Long.toHexString(seed);
    broker.createTopic(topic, PARTITIONS, Map.of());
    Random random = Program.random(seed, "broker");
    boolean byProducer = random.nextBoolean();
    program.inOrder = byProducer;
    List<Chunk> chunks = Recording.chunks(program, random.nextBoolean() ? 1 : 7, random);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (Chunk chunk : chunks) {
        long key =
            chunk.accounting().producerId() + (byProducer ? 0 : chunk.accounting().sequence());
        int partition = (int) Math.floorMod(key, (long) PARTITIONS);
        producer.send(new ProducerRecord<>(topic, partition, null, chunk.toByteArray()));
      }
    }
    String source = "kafka://" + broker.bootstrapServers() + "/" + topic;
    for (Question question : List.of(Question.TRACE, Question.TOP, Question.VERIFY)) {
      question.ask(program, source, directory, random);
    }
    Path report = Question.fresh(directory, "report");
    Object[] words = {"analyze", source, "--distributed", "--threads", 2, "-o", report};
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--with-warm-up", "--timeout", program.timeout()));
    Shell.run(0, all.toArray());
    Report.check(program, report);
  }
}
