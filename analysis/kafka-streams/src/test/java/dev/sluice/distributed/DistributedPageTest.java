package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.TestBatch;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code of the page is this code, and it works. */
@Tag("one-jdk")
@Timeout(120)
@ExtendWith(SharedBroker.class)
class DistributedPageTest {
  private static final Path PAGE = Path.of("../../docs/distributed.md");
  private static final Path SOURCE =
      Path.of("src/test/java/dev/sluice/distributed/DistributedSnippets.java");
  private static final RecordType EXECUTION =
      new RecordType(
          "sluice.operation_execution",
          1,
          List.of(
              new Field("operationSignature", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("traceId", FieldType.LONG),
              new Field("tin", FieldType.LONG, Field.Role.TIMESTAMP),
              new Field("tout", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("eoi", FieldType.INT),
              Field.of("ess", FieldType.INT),
              Field.of("exception", FieldType.BOOLEAN)));

  private static byte[] chunk() throws Exception {
    TestBatch batch = new TestBatch();
    for (long trace = 1; trace <= 20; trace++) {
      long time = trace * 1000;
      batch.add(EXECUTION, "a.B.b()", trace, time + 1, time + 5, 1, 1, true);
      batch.add(EXECUTION, "a.A.a()", trace, time, time + 9, 0, 0, false);
    }
    SerializerPair binary = SerializerPair.named("binary");
    ChunkHeader header =
        ChunkHeader.of(
            binary.serializer().id(),
            0,
            batch.size(),
            new Accounting.Builder(1).emitted(batch.size()).end(true).build());
    Chunk encoded = binary.chunk(binary.encoder(), batch.build());
    return binary.chunk(SerializerPair.body(encoded), header).toByteArray();
  }

  @Test
  void the_page_shows_what_is_tested() throws Exception {
    Map<String, String> shown = Snippets.shownIn(PAGE);
    assertThat(shown).containsOnlyKeys("embed");
    for (Map.Entry<String, String> snippet : shown.entrySet()) {
      assertThat(snippet.getValue())
          .isEqualTo(Snippets.inSource(snippet.getKey(), List.of(SOURCE)));
    }
  }

  @Test
  void programs_share_a_topic_with_stages_and_listeners(KafkaBroker broker) throws Exception {
    broker.createTopic("page", 2, Map.of());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>("page", chunk())).get();
    }
    String source = "kafka://" + broker.bootstrapServers() + "/page";
    List<Object> printed = new ArrayList<>();
    DistributedSnippets.embed(source, printed::add);
    assertThat(printed).containsExactly("a.A.a() 20", "a.B.b() 20", true);
  }

  @Test
  void a_listener_goes_on_from_its_state() throws Exception {
    TraceStage<DistributedSnippets.Failures> stage =
        new TraceStage<>(TraceLimits.DEFAULT, DistributedSnippets.Failures::new, (a, b) -> a);
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    byte[] chunk = chunk();
    StageWorker<TraceStage.Result<DistributedSnippets.Failures>> one = stage.newWorker();
    try (StageRun<TraceStage.Result<DistributedSnippets.Failures>> run =
        StageRun.open(stage, RecordStream.builder(TestChunks.reader(List.of(chunk))), one)) {
      run.poll(Duration.ZERO);
      one.write(new DataOutputStream(state));
    }
    StageWorker<TraceStage.Result<DistributedSnippets.Failures>> other = stage.newWorker();
    other.read(new DataInputStream(new ByteArrayInputStream(state.toByteArray())));
    // The last trace is closed with the next chunk or the end.
    assertThat(DistributedSnippets.failed(other.finish().listener())).isEqualTo(20);
  }
}
