package dev.sluice.sql;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Files with records. */
final class Written {
  private static final SerializerPair BINARY = SerializerPair.named("binary");

  private Written() {}

  /** One chunk of records of one type. */
  static Path to(Path file, String producer, RecordType type, Object[]... records)
      throws IOException {
    TestBatch rows = new TestBatch();
    for (Object[] record : records) {
      rows.add(type, record);
    }
    return to(file, producer, rows);
  }

  /** One chunk of records. */
  static Path to(Path file, String producer, TestBatch rows) throws IOException {
    try {
      Chunk like = BINARY.chunk(BINARY.encoder(), rows.build());
      Accounting accounting =
          new Accounting.Builder(producer.hashCode())
              .name(producer)
              .end(true)
              .emitted(rows.size())
              .build();
      ChunkHeader header = ChunkHeader.of(like.header().serializerId(), 0, rows.size(), accounting);
      return Files.write(file, BINARY.chunk(SerializerPair.body(like), header).toByteArray());
    } catch (RecordEncodeException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Pairs of executions of two operations in chunks of a hundred; the second has called the first.
   */
  static Path executions(Path file, int count) {
    ChunkingCollector collector =
        ChunkingCollector.open(
            Endpoint.parse("file:" + file + "?producer=test&chunk.records=100&policy=block"));
    OperationExecutionWriter writer = OperationExecutionWriter.create(collector.rows());
    long now = System.nanoTime();
    for (int i = 0; i < count; i++) {
      writer.emit(
          collector.rows().symbol("public void a.B.c" + i % 2 + "()"),
          null,
          i / 2,
          now + i,
          now + i + 100 + i % 7,
          collector.rows().symbol("host"),
          1 - i % 2,
          1 - i % 2,
          false);
    }
    collector.close(Duration.ofSeconds(10));
    return file;
  }
}
