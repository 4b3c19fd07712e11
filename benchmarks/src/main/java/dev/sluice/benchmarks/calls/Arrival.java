package dev.sluice.benchmarks.calls;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.benchmarks.calls.plugins.ThrowAwaySerializer;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Counts the executions that arrived, by decoding. For one thread. */
final class Arrival {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(200);

  private long executions;

  private Arrival() {}

  /**
   * Executions that the chunks of a file account for: those of bodies that were thrown away by
   * their headers, all others by their decoded records.
   *
   * @throws IOException if the file cannot be read or is not sound
   */
  static long executions(Path file) throws IOException {
    long thrownAway = thrownAway(Files.readAllBytes(file));
    return thrownAway >= 0 ? thrownAway : decoded("file:" + file);
  }

  /** Records of the headers; -1 if the chunks have bodies. */
  private static long thrownAway(byte[] bytes) throws IOException {
    long records = 0;
    for (int at = 0; at < bytes.length; ) {
      try {
        int length = ChunkLayout.claimedLength(bytes, at, ChunkLayout.MAX_CHUNK_BYTES);
        Chunk chunk = ChunkLayout.parse(bytes, at, length);
        if (chunk.header().serializerId() != ThrowAwaySerializer.ID) {
          return -1;
        }
        records += chunk.header().recordCount();
        at += length;
      } catch (MalformedChunkException e) {
        throw new IOException("at byte " + at + ": " + e.getMessage(), e);
      }
    }
    return records;
  }

  /** Executions that the records of a source account for. */
  static long decoded(String uri) throws IOException {
    Arrival arrival = new Arrival();
    try (RecordStream stream = RecordStream.builder(Endpoint.parse(uri)).open()) {
      stream.drain((cursor, chunk) -> arrival.count(cursor));
      Audit audit = stream.audit();
      if (audit.damaged() > 0) {
        throw new IOException("damaged chunks arrived: " + audit);
      }
    }
    return arrival.executions;
  }

  /** Waits, at most half a minute, until an endless source has accounted for {@code executions}. */
  static void await(String uri, long executions) throws IOException {
    Arrival arrival = new Arrival();
    long end = System.nanoTime() + PATIENCE.toNanos();
    try (RecordStream stream = RecordStream.builder(Endpoint.parse(uri)).open()) {
      while (arrival.executions < executions && System.nanoTime() - end < 0) {
        stream.poll((cursor, chunk) -> arrival.count(cursor), POLL);
      }
    }
  }

  private void count(RecordCursor cursor) {
    executions +=
        switch (cursor.type().name()) {
          case "sluice.operation_execution", "sluice.operation_duration" -> 1;
          case "sluice.operation_duration_aggregate", "sluice.operation_duration_histogram" ->
              cursor.longValue(cursor.type().indexOf("count"));
          default -> 0;
        };
  }
}
