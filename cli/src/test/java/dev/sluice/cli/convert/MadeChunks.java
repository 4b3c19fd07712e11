package dev.sluice.cli.convert;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.records.CpuUtilizationReader;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.tools.rows.ChunkMaker;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Chunks of one producer: executions of two operations, one a microsecond, and now and then a CPU
 * sample.
 */
final class MadeChunks {
  static final long START = 1_700_000_000_000_000_000L;

  private MadeChunks() {}

  /** Chunks of 16 records each; two records were dropped before the third. */
  static List<Chunk> of(long producer, int count) throws Exception {
    return of(producer, count, "void Shop.buy()");
  }

  /** The same where this is what is called first. */
  static List<Chunk> of(long producer, int count, String operation) throws Exception {
    List<Chunk> chunks = new ArrayList<>();
    ChunkMaker maker = new ChunkMaker(1000, new Options(Map.of()));
    ParsedRecord record = new ParsedRecord();
    for (int chunk = 0; chunk < count; chunk++) {
      for (int i = 0; i < 16; i++) {
        long n = 16L * chunk + i;
        long time = START + 1000 * n;
        if (i == 15) {
          record.begin(CpuUtilizationReader.TYPE);
          record.set(0, time);
          record.set(1, "host-" + producer);
          record.set(2, "0");
          record.set(3, n / 7.0);
        } else {
          record.begin(OperationExecutionReader.TYPE);
          record.set(0, n % 3 == 0 ? operation : "int Catalog.find(String)");
          record.set(1, "<no-session-id>");
          record.set(2, n / 10 * 7919);
          record.set(3, time - 500 - n * 37 % 90);
          record.set(4, time);
          record.set(5, "host-" + producer);
          record.set(6, n % 10);
          record.set(7, n % 4);
        }
        maker.add(record, 123_456_789);
      }
      long dropped = chunk < 2 ? 0 : 2;
      chunks.add(
          maker.seal(
              new Accounting.Builder(producer)
                  .name("made " + producer)
                  .clockOffset(123_456_789)
                  .sequence(chunk)
                  .emitted(16L * (chunk + 1) + dropped)
                  .dropped(
                      dropped == 0
                          ? DropCounts.NONE
                          : DropCounts.ofLabels(Map.of("ring_full", dropped)))
                  .end(chunk == count - 1),
              Attributes.of(Map.of("service", "shop"))));
    }
    return chunks;
  }

  /** A chunk without records. */
  static Chunk empty(long producer, long sequence, long emitted, DropCounts dropped)
      throws Exception {
    Accounting.Builder accounting =
        new Accounting.Builder(producer)
            .name("made " + producer)
            .clockOffset(123_456_789)
            .sequence(sequence)
            .emitted(emitted)
            .dropped(dropped);
    return new ChunkMaker(1, new Options(Map.of()))
        .seal(accounting, Attributes.of(Map.of("service", "shop")));
  }

  static Path write(Path file, List<Chunk> chunks) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (Chunk chunk : chunks) {
        out.write(chunk.array(), chunk.offset(), chunk.length());
      }
    }
    return file;
  }
}
