package dev.sluice.cli.demo;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.time.Duration;

/**
 * The consuming side: reads the topic while the program runs and counts the records. For one
 * thread.
 */
final class Consumption implements AutoCloseable {
  private final RecordStream stream;
  private final OperationExecutionReader reader = OperationExecutionReader.create();
  private final CallProfile profile = new CallProfile();
  private long records;
  private long chunks;
  private long bytes;

  private Consumption(String source, ChunkFile kept) throws IOException {
    stream =
        RecordStream.builder(source)
            .chunkListener(
                chunk -> {
                  chunks++;
                  bytes += chunk.length();
                  kept.add(chunk);
                })
            .open();
  }

  static Consumption of(DemoBroker broker, ChunkFile kept) throws IOException {
    return new Consumption(broker.uri() + "?from=beginning", kept);
  }

  /** Takes what is there, waiting up to {@code timeout} for it. */
  void poll(Duration timeout) throws IOException {
    stream.poll(this::accept, timeout);
  }

  private void accept(RecordCursor cursor, Chunk chunk) {
    records++;
    if (cursor.type().qualifiedName().equals(reader.type().qualifiedName())) {
      profile.accept(reader.read(cursor));
    }
  }

  /** Whether a producer was seen and all have ended. */
  boolean isEnded() {
    Audit audit = stream.audit();
    return !audit.producers().isEmpty()
        && audit.producers().stream().allMatch(ProducerAudit::ended);
  }

  Audit audit() {
    return stream.audit();
  }

  CallProfile profile() {
    return profile;
  }

  long records() {
    return records;
  }

  long chunks() {
    return chunks;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    stream.close();
  }
}
