package dev.sluice.benchmarks.calls;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.benchmarks.calls.plugins.ThrowAwaySerializer;
import dev.sluice.benchmarks.calls.receivers.ExecutionCount;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the executions that arrived in files, by decoding. */
final class Arrival {
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

  /** Executions of an operation that came, by the end of its signature. */
  static long executions(String uri, String signature) throws IOException {
    long[] count = {0};
    try (RecordStream stream = RecordStream.builder(uri).open()) {
      stream.drain(
          RecordStream.typed(
              OperationExecutionReader.create(),
              execution -> {
                if (execution.operationSignature().endsWith(signature)) {
                  count[0]++;
                }
              }));
    }
    return count[0];
  }

  /** Executions that the records of a source account for. */
  static long decoded(String uri) throws IOException {
    ExecutionCount count = new ExecutionCount();
    try (RecordStream stream = RecordStream.builder(Endpoint.parse(uri)).open()) {
      stream.drainColumns((batch, chunk) -> count.add(batch));
      Audit audit = stream.audit();
      if (audit.damaged() > 0) {
        throw new IOException("damaged chunks arrived: " + audit);
      }
    }
    return count.executions();
  }
}
