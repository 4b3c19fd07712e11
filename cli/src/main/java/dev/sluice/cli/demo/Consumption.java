package dev.sluice.cli.demo;

import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceReconstruction;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import dev.sluice.tools.convert.ChunkOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * The consuming side: reads the topic while the program runs and counts the records. For one
 * thread.
 */
final class Consumption implements AutoCloseable {
  private final RecordStream stream;
  private final CallProfile profile = new CallProfile();
  private final TraceReconstruction traces = new TraceReconstruction(TraceLimits.DEFAULT, profile);
  private Chunk current;
  private long records;
  private long chunks;
  private long bytes;

  private Consumption(String source, ChunkOutput kept) throws IOException {
    stream =
        RecordStream.builder(source)
            .chunkListener(
                chunk -> {
                  chunks++;
                  bytes += chunk.length();
                  keep(chunk, kept);
                })
            .open();
  }

  private static void keep(Chunk chunk, ChunkOutput kept) {
    try {
      kept.write(chunk);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Consumption of(DemoBroker broker, ChunkOutput kept) throws IOException {
    return new Consumption(broker.uri() + "?from=beginning", kept);
  }

  /** Takes what is there, waiting up to {@code timeout} for it. */
  void poll(Duration timeout) throws IOException {
    stream.pollColumns(this::accept, timeout);
  }

  private void accept(ColumnBatch batch, Chunk chunk) {
    if (chunk != current) {
      current = chunk;
      traces.chunk(chunk.accounting());
    }
    records += batch.rows();
    traces.accept(batch, null, 0);
  }

  /** Returns whether a producer was seen and all have ended. */
  boolean isEnded() {
    Audit audit = stream.audit();
    return !audit.producers().isEmpty()
        && audit.producers().stream().allMatch(ProducerAudit::ended);
  }

  Audit audit() {
    return stream.audit();
  }

  /** Returns what the methods did; nothing more is polled. */
  CallProfile profile() {
    traces.close();
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
