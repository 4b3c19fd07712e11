package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.RandomBits;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.rows.ChunkMaker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Chunks in a file or for another process. Each origin becomes a new producer whose last chunk ends
 * it, so that an audit of the file is complete unless a record was too long, which counts as
 * dropped.
 */
final class ChunkTarget implements RecordTarget {
  /** Producers that are being written at a time; of others, short chunks are made. */
  private static final int MAX_OPEN_PRODUCERS = 64;

  private final ChunkOutput file;
  private final int chunkRecords;
  private final Options options;
  private final ConvertReport report;
  private final Map<Object, Producer> producers = new LinkedHashMap<>();
  private final Map<Object, Producer> open =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;
      };

  /** Producer of the result. */
  private final class Producer {
    final long id = RandomBits.nextLong();
    final Origin origin;
    final String name;
    ChunkMaker maker;
    long sequence;
    long emitted;
    long oversize;

    Producer(Origin origin) {
      this.origin = origin;
      this.name = origin.name() == null ? null : cut(origin.name());
    }

    void write(boolean end) throws IOException {
      DropCounts drops =
          oversize == 0
              ? DropCounts.NONE
              : DropCounts.ofLabels(Map.of(DropCause.OVERSIZE.label(), oversize));
      Accounting.Builder accounting =
          new Accounting.Builder(id)
              .name(name)
              .sequence(sequence)
              .emitted(emitted)
              .dropped(drops)
              .end(end)
              .closeReason((end ? CloseReason.CLOSE : CloseReason.RECORDS).number());
      try {
        Chunk chunk = maker().seal(accounting, origin.attributes());
        file.write(chunk);
        sequence++;
      } catch (RecordEncodeException e) {
        throw new IOException("records cannot be encoded: " + e.getMessage(), e);
      }
    }

    ChunkMaker maker() {
      if (maker == null) {
        maker = new ChunkMaker(chunkRecords, options);
      }
      return maker;
    }
  }

  ChunkTarget(
      String where,
      Collection<SourceSpec> sources,
      int chunkRecords,
      Options options,
      ConvertReport report)
      throws IOException {
    this.file = ChunkOutput.at(where, sources);
    this.chunkRecords = chunkRecords;
    this.options = options;
    this.report = report;
  }

  /** Returns a name of at most as many bytes as a header has room for. */
  private static String cut(String name) {
    String cut = name;
    while (cut.getBytes(StandardCharsets.UTF_8).length > Accounting.MAX_NAME_BYTES) {
      cut = cut.substring(cut.offsetByCodePoints(0, 1));
    }
    return cut;
  }

  @Override
  public void take(RecordCursor cursor, Origin origin) throws IOException {
    Producer producer = open.get(origin.key());
    if (producer == null) {
      producer = producers.computeIfAbsent(origin.key(), key -> new Producer(origin));
      open.put(origin.key(), producer);
      if (open.size() > MAX_OPEN_PRODUCERS) {
        Producer oldest = open.values().iterator().next();
        open.remove(oldest.origin.key());
        oldest.write(false);
        oldest.maker = null;
      }
    }
    if (producer.maker().isFull()) {
      producer.write(false);
    }
    producer.emitted++;
    if (!producer.maker().add(cursor, 0)) {
      producer.oversize++;
      report.lost("records longer than the maximum of a row", 1);
    }
  }

  @Override
  public void commit() throws IOException {
    for (Producer producer : producers.values()) {
      producer.write(true);
      producer.maker = null;
    }
    file.commit();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
