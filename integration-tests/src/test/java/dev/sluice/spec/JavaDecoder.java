package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.RawReader;
import dev.sluice.cli.ExitCode;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.support.ChunkScanner;
import dev.sluice.testkit.RecordValues;
import dev.sluice.tools.format.JsonLines;
import dev.sluice.tools.format.TextOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Decodes bytes as {@code cat --format jsonl} does with a file that holds them. */
final class JavaDecoder {
  private JavaDecoder() {}

  static Decoded decode(byte[] bytes) {
    return decode(bytes, false, null);
  }

  /** The same for a reader with keys, or without if they are null. */
  static Decoded verify(byte[] bytes, Path keys) {
    return decode(bytes, false, keys);
  }

  static Decoded decode(byte[] bytes, boolean longAsString) {
    return decode(bytes, longAsString, null);
  }

  private static Decoded decode(byte[] bytes, boolean longAsString, Path keys) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    TextOutput sink = new TextOutput(lines);
    JsonLines format = new JsonLines(sink, longAsString);
    List<String> damages = new ArrayList<>();
    try (RecordStream stream =
        builder(bytes, keys).damageListener(damage -> damages.add(damage.toString())).open()) {
      List<List<Object>> records = new ArrayList<>();
      stream.drain(
          (cursor, chunk) -> {
            format.write(cursor);
            records.add(RecordValues.current(cursor));
          });
      sink.flush();
      assertColumns(bytes, keys, records, damages);
      int code = damages.isEmpty() ? ExitCode.OK : ExitCode.INCOMPLETE;
      return new Decoded(
          stream.audit().chunks() == 0 ? ExitCode.USAGE : code, lines.toByteArray(), damages);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RecordStreamBuilder builder(byte[] bytes, Path keys) {
    RecordStreamBuilder builder = RecordStream.builder(new BytesReader(bytes));
    return keys == null ? builder : builder.verifyKey(keys);
  }

  /** Columns tell the same as rows: records, their order and what is damaged. */
  private static void assertColumns(
      byte[] bytes, Path keys, List<List<Object>> records, List<String> damages)
      throws IOException {
    List<List<Object>> columns = new ArrayList<>();
    SortedMap<Integer, List<Object>> chunkRecords = new TreeMap<>();
    List<String> columnDamages = new ArrayList<>();
    Runnable endChunk =
        () -> {
          columns.addAll(chunkRecords.values());
          chunkRecords.clear();
        };
    try (RecordStream stream =
        builder(bytes, keys)
            .damageListener(
                damage -> {
                  endChunk.run();
                  columnDamages.add(damage.toString());
                })
            .chunkListener(chunk -> endChunk.run())
            .open()) {
      long rows = stream.drainColumns((batch, chunk) -> RecordValues.addTo(chunkRecords, batch));
      if (damages.toString().contains("a part is read as columns")) {
        return; // a serializer's number that was changed to that of parts, which hold no records
      }
      assertThat(columns).isEqualTo(records).hasSize((int) rows);
      assertThat(columnDamages).isEqualTo(damages);
    }
  }

  /** Bytes in memory, read as a file is. */
  private static final class BytesReader implements RawReader {
    private final ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    private final ByteArrayInputStream bytes;
    private boolean exhausted;

    BytesReader(byte[] bytes) {
      this.bytes = new ByteArrayInputStream(bytes);
      scanner.reset("bytes", 0);
    }

    @Override
    public int poll(ChunkHandler handler, Duration timeout) throws IOException {
      int count = 0;
      while (scanner.fill(bytes::read) >= 0) {
        count += handOver(handler);
      }
      scanner.end();
      count += handOver(handler);
      exhausted = true;
      return count;
    }

    private int handOver(ChunkHandler handler) {
      int count = 0;
      while (scanner.next(handler)) {
        count++;
      }
      return count;
    }

    @Override
    public boolean exhausted() {
      return exhausted;
    }

    @Override
    public void wakeup() {
      // polling never waits
    }

    @Override
    public void close() {
      // nothing is held
    }
  }
}
