package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.support.ByteSink;
import dev.sluice.serializers.support.RowIndex;
import dev.sluice.serializers.support.StringTable;
import java.util.Arrays;

/**
 * Encoder of batches to the form of {@link BinaryFormat}. In the steady state it allocates nothing.
 * For one thread.
 */
final class BinaryChunkEncoder implements ChunkEncoder {
  /** Initial size in bytes of the buffer for bodies to be compressed. */
  private static final int MIN_RAW = 64 << 10;

  /** Compressor of whole bodies; null if only string tables are compressed. */
  private final BodyCompressor compressor;

  private final StringTable strings;
  private final StringSections sections;
  private final RowIndex<TypeEncoder> index;
  private final PageEncoder pages;
  private final ByteSink sink = new ByteSink();
  private byte[] raw = new byte[0];

  /** Length of the last body before it was compressed; 0 if it was not. */
  private int rawLength;

  /**
   * Creates an encoder.
   *
   * @param compressor of whole bodies; null for none
   * @param known the strings that chunks need not carry
   */
  BinaryChunkEncoder(BodyCompressor compressor, StaticStrings known) {
    this.compressor = compressor;
    this.strings = new StringTable(known.utf8());
    this.sections = new StringSections(known, compressor == null);
    this.index = new RowIndex<>(type -> new TypeEncoder(type, strings));
    this.pages = new PageEncoder(index, strings);
  }

  @Override
  public int encode(RowBatch batch, byte[] out, int from, int to) throws RecordEncodeException {
    rawLength = 0;
    if (batch.rows() > ChunkLayout.MAX_RECORDS) {
      return -1;
    }
    return compressor == null
        ? encodePlain(batch, out, from, to)
        : encodeCompressed(batch, out, from, to);
  }

  private int encodePlain(RowBatch batch, byte[] out, int from, int to)
      throws RecordEncodeException {
    sink.reset(out, from, to);
    strings.begin(to - from);
    index.read(batch);
    if (index.types().size() > BinaryFormat.MAX_TYPES || fields() > BinaryFormat.MAX_FIELDS) {
      return -1;
    }
    TypeEncoder.writeSchemas(index.types(), sink);
    pages.encode(batch, sink);
    if (sink.overflowed() || strings.isFull()) {
      return -1;
    }
    sections.insert(strings, sink, from);
    return sink.overflowed() ? -1 : sink.position() - from;
  }

  /** Returns the number of fields of all types of the batch. */
  private int fields() {
    int fields = 0;
    for (int i = 0; i < index.types().size(); i++) {
      fields += index.types().get(i).fields.length;
    }
    return fields;
  }

  private int encodeCompressed(RowBatch batch, byte[] out, int from, int to)
      throws RecordEncodeException {
    int length = encodeRaw(batch, to - from);
    if (length < 0) {
      return -1;
    }
    int stored = compressor.compress(raw, length, out, from, Math.min(to, from + length));
    if (stored >= 0 && length <= BinaryFormat.MAX_EXPANSION * stored) {
      rawLength = length;
      return stored;
    }
    if (length > to - from) {
      return -1;
    }
    System.arraycopy(raw, 0, out, from, length);
    return length;
  }

  /** Encodes into {@link #raw}, which grows to a few times the room for the result. */
  private int encodeRaw(RowBatch batch, int room) throws RecordEncodeException {
    int most = (int) Math.min(ChunkLayout.MAX_RAW_BYTES, Math.max(MIN_RAW, 4L * room));
    if (raw.length == 0) {
      raw = new byte[Math.min(MIN_RAW, most)];
    }
    int length = encodePlain(batch, raw, 0, raw.length);
    while (length < 0 && raw.length < most) {
      raw = Arrays.copyOf(raw, (int) Math.min(most, 2L * raw.length));
      length = encodePlain(batch, raw, 0, raw.length);
    }
    return length;
  }

  @Override
  public int compression() {
    return rawLength > 0 ? compressor.feature() : 0;
  }

  @Override
  public int rawLength() {
    return rawLength;
  }
}
