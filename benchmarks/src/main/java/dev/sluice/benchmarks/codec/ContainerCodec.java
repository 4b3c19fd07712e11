package dev.sluice.benchmarks.codec;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.testkit.RecordValues;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * One of our serializers: from rows as a ring yields them to sealed chunks, and from the bytes of a
 * chunk, CRC checked, to visited fields.
 */
final class ContainerCodec implements Codec {
  private static final Map<String, String> NO_STATIC_STRINGS = Map.of("static.strings", "false");
  private static final FieldSelection TWO =
      (type, field) -> field.name().equals("tin") || field.name().equals("tout");
  private static final int BODY_AT = ChunkLayout.MAX_HEADER_BYTES;

  /** Room for a body: what its rows take, and strings that many rows share. */
  private static final int SPARE_BYTES = 1 << 20;

  private final Subject subject;
  private final SerializerPair pair;
  private final ChunkDecoder decoder;
  private final CursorVisits visits = new CursorVisits();
  private ChunkEncoder encoder;
  private RowBatch[] batches;
  private Accounting[] accountings;
  private byte[][] chunks;
  private byte[] buffer;

  ContainerCodec(Subject subject) {
    this.subject = subject;
    this.pair = subject.pair();
    this.decoder = pair.decoder();
  }

  @Override
  public Density stage(TestBatch records, int chunkRecords) {
    // A new one, so that the bytes do not depend on what was encoded before.
    encoder = pair.encoder(subject.with(Map.of()));
    batches = Batches.of(records, chunkRecords);
    accountings = new Accounting[batches.length];
    chunks = new byte[batches.length][];
    int words = 0;
    for (int i = 0; i < batches.length; i++) {
      int from = i * chunkRecords;
      int to = from + batches[i].rows();
      accountings[i] = accounting(i, to, records.entries().subList(from, to));
      words = Math.max(words, batches[i].length());
    }
    buffer = new byte[Math.min(ChunkLayout.MAX_CHUNK_BYTES, words * Long.BYTES + SPARE_BYTES)];
    return density(records, chunkRecords);
  }

  /** As a collector fills it; the times of the sets are since the epoch already. */
  private static Accounting accounting(int sequence, long emitted, List<TestBatch.Entry> rows) {
    LongSummaryStatistics times =
        rows.stream().mapToLong(TestBatch.Entry::recordTime).summaryStatistics();
    return new Accounting.Builder(0x5a1d_3c07_99e4_b826L)
        .sequence(sequence)
        .emitted(emitted)
        .times(times.getMin(), times.getMax())
        .build();
  }

  private Density density(TestBatch records, int chunkRecords) {
    List<List<Object>> expected =
        records.entries().stream()
            .map(e -> RecordValues.expected(e.type().qualifiedName(), e.values().toArray()))
            .toList();
    long bytes = 0;
    long accounting = 0;
    for (int i = 0; i < chunks.length; i++) {
      Chunk chunk = seal(encoder, i);
      int block = accountingBytes(chunk.header());
      accounting += block;
      bytes += chunk.length() - block;
      chunks[i] = chunk.toByteArray();
      int from = i * chunkRecords;
      check(chunks[i], expected.subList(from, from + batches[i].rows()));
    }
    return new Density(bytes, accounting, bytesWithoutStaticTable());
  }

  private long bytesWithoutStaticTable() {
    if (!subject.accepts(NO_STATIC_STRINGS)) {
      return -1;
    }
    ChunkEncoder without = pair.encoder(subject.with(NO_STATIC_STRINGS));
    long bytes = 0;
    for (int i = 0; i < chunks.length; i++) {
      Chunk chunk = seal(without, i);
      bytes += chunk.length() - accountingBytes(chunk.header());
    }
    return bytes;
  }

  /** The header without magic, version, length, flags, serializer and counts. */
  private static int accountingBytes(ChunkHeader header) {
    return header.length()
        - ChunkLayout.PEEK_BYTES
        - 3
        - Varint.size(header.recordCount())
        - (header.rawLength() > 0 ? Varint.size(header.rawLength()) : 0);
  }

  private void check(byte[] chunk, List<List<Object>> expected) {
    try {
      if (!RecordValues.of(decoder.decode(parse(chunk))).equals(expected)) {
        throw new IllegalStateException("a chunk does not hold what was encoded");
      }
    } catch (MalformedChunkException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int encode(int chunk) {
    return seal(encoder, chunk).length();
  }

  private Chunk seal(ChunkEncoder by, int index) {
    RowBatch batch = batches[index];
    int length;
    try {
      length = by.encode(batch, buffer, BODY_AT, buffer.length - ChunkLayout.CRC_BYTES);
    } catch (RecordEncodeException e) {
      throw new IllegalStateException(e);
    }
    if (length < 0) {
      throw new IllegalStateException("chunk " + index + " does not fit " + buffer.length);
    }
    ChunkHeader header =
        ChunkHeader.of(pair.serializer().id(), length, batch.rows(), accountings[index])
            .compressed(by.compression(), by.rawLength());
    return ChunkLayout.seal(buffer, BODY_AT, header);
  }

  @Override
  public long decode(int chunk) {
    try {
      return visits.all(decoder.decode(parse(chunks[chunk])));
    } catch (MalformedChunkException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long columns(int chunk, boolean two) {
    try {
      ColumnCursor cursor = decoder.columns(parse(chunks[chunk]), two ? TWO : FieldSelection.ALL);
      long sum = 0;
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        int last = batch.rows() - 1;
        for (int field = batch.type().fields().size() - 1; field >= 0; field--) {
          sum += batch.values()[batch.start(field) + last];
        }
      }
      return sum;
    } catch (MalformedChunkException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Chunk parse(byte[] bytes) throws MalformedChunkException {
    return ChunkLayout.parse(bytes, 0, bytes.length);
  }
}
