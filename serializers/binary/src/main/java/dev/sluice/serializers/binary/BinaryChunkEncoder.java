package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;

/**
 * Encodes batches as {@link BinaryFormat} says. In the steady state it allocates nothing but what
 * the LZ4 library does.
 */
final class BinaryChunkEncoder implements ChunkEncoder {
  /** First size of the buffer for bodies to be compressed. */
  private static final int MIN_RAW = 64 << 10;

  private final boolean compressing;
  private final LZ4Compressor compressor = Lz4.factory().fastCompressor();
  private final StringTableEncoder strings;
  private final RowIndex index;
  private final PageEncoder pages;
  private final ByteSink sink = new ByteSink();
  private byte[] raw = new byte[0];
  private int rawLength;

  /** Compresses whole bodies, or only string tables; names strings from the static ones. */
  BinaryChunkEncoder(boolean compressing, StaticStrings known) {
    this.compressing = compressing;
    this.strings = new StringTableEncoder(compressor, known);
    this.index = new RowIndex(strings);
    this.pages = new PageEncoder(index, new RowStager(strings));
  }

  @Override
  public int encode(RowBatch batch, byte[] out, int from, int to) throws RecordEncodeException {
    rawLength = 0;
    if (batch.rows() > ChunkLayout.MAX_RECORDS) {
      return -1;
    }
    return compressing ? encodeCompressed(batch, out, from, to) : encodePlain(batch, out, from, to);
  }

  private int encodePlain(RowBatch batch, byte[] out, int from, int to)
      throws RecordEncodeException {
    sink.reset(out, from, to);
    strings.begin(to - from);
    index.read(batch);
    if (index.types().size() > BinaryFormat.MAX_TYPES) {
      return -1;
    }
    TypeEncoder.writeSchemas(index.types(), sink);
    pages.encode(batch, sink);
    if (sink.overflowed() || strings.isFull()) {
      return -1;
    }
    strings.insert(sink, from);
    return sink.overflowed() ? -1 : sink.position() - from;
  }

  private int encodeCompressed(RowBatch batch, byte[] out, int from, int to)
      throws RecordEncodeException {
    int length = encodeRaw(batch, to - from);
    if (length < 0) {
      return -1;
    }
    try {
      int stored = compressor.compress(raw, 0, length, out, from, to - from);
      rawLength = length;
      return stored;
    } catch (LZ4Exception e) {
      // How the library says that there is no room.
      return -1;
    }
  }

  /** Encodes into {@link #raw}, which grows to a few times the room there is for the result. */
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
  public int mustUnderstand() {
    return rawLength > 0 ? ChunkLayout.FEATURE_LZ4 : 0;
  }

  @Override
  public int rawLength() {
    return rawLength;
  }

  @Override
  public int maxRecords() {
    return ChunkLayout.MAX_RECORDS;
  }
}
