package dev.sluice.sql;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.HttpRequestReader;
import dev.sluice.monitoring.records.KafkaMessagesReader;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.monitoring.records.RemoteCallReader;
import dev.sluice.monitoring.records.RemoteParentReader;
import dev.sluice.monitoring.records.SqlStatementReader;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
   * The shop answers a request, for which it calls stock and sends two messages; stock answers,
   * with a statement and one that fails; mail takes both messages at once.
   */
  static Path request(Path file) throws IOException {
    TestBatch shop = new TestBatch();
    shop.add(HttpRequestReader.create().type(), 990L, 7L, 0, "POST", "/orders", 201);
    shop.add(RemoteCallReader.create().type(), 110L, 7L, 0, 1, -2L, 9L, -5L, "http");
    shop.add(RemoteCallReader.create().type(), 910L, 7L, 0, 1, -2L, 9L, 6L, "kafka");
    shop.add(RemoteCallReader.create().type(), 920L, 7L, 0, 1, -2L, 9L, 8L, "kafka");
    shop.add(RemoteCallReader.create().type(), 930L, 7L, 0, 1, -2L, 9L, 10L, "http");
    shop.add(KafkaMessagesReader.create().type(), 940L, 7L, 0, "mails", -1, 2, "send");
    execution(shop, "order()", 7, 100, 1_000, 0, 0);
    TestBatch stock = new TestBatch();
    stock.add(RemoteParentReader.create().type(), 200L, 7L, -1, 0, false, -2L, 9L, -5L);
    stock.add(HttpRequestReader.create().type(), 800L, 7L, 0, "GET", "/stock/{id}", 503);
    stock.add(SqlStatementReader.create().type(), 300L, 7L, 1, "select ?", -1L, "h2");
    stock.add(SqlStatementReader.create().type(), 400L, 7L, 2, "update x", 3L, "h2");
    execution(stock, "query()", 7, 290, 300, 1, 1);
    execution(stock, "query()", 7, 390, 400, 2, 1);
    execution(stock, "find()", 7, 200, 900, 0, 0);
    execution(stock, "other()", 8, 200, 900, 0, 0);
    TestBatch mail = new TestBatch();
    mail.add(RemoteParentReader.create().type(), 2_000L, 7L, 0, 0, true, -2L, 9L, 6L);
    mail.add(RemoteParentReader.create().type(), 2_000L, 7L, 0, 0, true, -2L, 9L, 8L);
    mail.add(KafkaMessagesReader.create().type(), 2_100L, 7L, 0, "mails", 3, 2, "process");
    execution(mail, "send()", 7, 2_000, 2_050, 0, 0);
    to(file, "shop", shop);
    append(file, "stock", stock);
    return append(file, "mail", mail);
  }

  private static Path append(Path file, String producer, TestBatch rows) throws IOException {
    Path more = to(file.resolveSibling(producer + ".part"), producer, rows);
    return Files.write(file, Files.readAllBytes(more), StandardOpenOption.APPEND);
  }

  private static void execution(
      TestBatch batch, String operation, long trace, long tin, long tout, int eoi, int ess) {
    batch.add(
        OperationExecutionReader.create().type(),
        operation,
        null,
        trace,
        tin,
        tout,
        "host",
        eoi,
        ess,
        false);
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
