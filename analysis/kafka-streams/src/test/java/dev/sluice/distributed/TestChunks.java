package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.StageRun;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.spi.RawReader;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Messages of a topic: chunks of several producers with random records. */
final class TestChunks {
  private static final SerializerPair BINARY = SerializerPair.named("binary");

  private TestChunks() {}

  /** Chunks of producers in turns; all end. */
  static List<byte[]> random(Random random, int producers, int count, int mostRows)
      throws Exception {
    return random(random, 1, producers, count, mostRows);
  }

  /** Chunks of producers in turns, whose ids begin with the given one; all end. */
  static List<byte[]> random(
      Random random, int firstProducer, int producers, int count, int mostRows) throws Exception {
    List<RandomRecords> records = new ArrayList<>();
    for (int i = 0; i < producers; i++) {
      records.add(new RandomRecords(random));
    }
    long[] emitted = new long[producers];
    List<byte[]> chunks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int producer = i % producers;
      TestBatch batch = new TestBatch();
      int rows = random.nextInt(mostRows + 1);
      for (int row = 0; row < rows; row++) {
        records.get(producer).addTo(batch);
      }
      emitted[producer] += rows;
      Accounting accounting =
          new Accounting.Builder(firstProducer + producer)
              .name("producer " + producer)
              .sequence(i / producers)
              .emitted(emitted[producer])
              .end(i >= count - producers)
              .build();
      Chunk encoded = BINARY.chunk(BINARY.encoder(), batch.build());
      ChunkHeader header = ChunkHeader.of(BINARY.serializer().id(), 0, rows, accounting);
      chunks.add(BINARY.chunk(SerializerPair.body(encoded), header).toByteArray());
    }
    return chunks;
  }

  /** Sends each message to the partition of its producer, or to the first if it is no chunk. */
  static void send(String servers, String topic, int partitions, List<byte[]> messages)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (byte[] message : messages) {
        long id =
            message.length < ChunkLayout.MIN_CHUNK_BYTES
                ? 0
                : ChunkLayout.parse(message, 0, message.length).accounting().producerId();
        producer.send(new ProducerRecord<>(topic, (int) (id % partitions), null, message));
      }
    }
  }

  /** Checks that a result is what one thread makes of these messages. */
  static void check(DistributedAnalysis.Result<Map<String, Long>> result, List<byte[]> messages)
      throws Exception {
    var expected = expected(messages);
    assertThat(result.audit()).isEqualTo(expected.audit());
    assertThat(result.value()).isEqualTo(expected.value());
  }

  /** What one thread makes of them. */
  static DistributedAnalysis.Result<Map<String, Long>> expected(List<byte[]> chunks)
      throws Exception {
    HashStage stage = new HashStage(FieldSelection.ALL);
    try (StageRun<Map<String, Long>> run =
        StageRun.open(stage, RecordStream.builder(reader(chunks)), 1)) {
      return new DistributedAnalysis.Result<>(run.drain(), run.audit(), 0);
    }
  }

  /** Reads messages that are in memory. */
  static RawReader reader(List<byte[]> messages) {
    return new RawReader() {
      private int next;

      @Override
      public int poll(ChunkHandler handler, Duration timeout) {
        byte[] bytes = messages.get(next);
        SourcePosition position = new SourcePosition("memory-0", next++);
        try {
          handler.chunk(ChunkLayout.parse(bytes, 0, bytes.length), position);
        } catch (MalformedChunkException e) {
          handler.damaged(new Damage(position, bytes.length, e.getMessage(), bytes));
        }
        return 1;
      }

      @Override
      public boolean exhausted() {
        return next == messages.size();
      }

      @Override
      public void wakeup() {
        // It never waits.
      }

      @Override
      public void close() {
        // Nothing is held.
      }
    };
  }
}
