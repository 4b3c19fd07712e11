package dev.sluice.tools.rows;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.Rows;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.binary.BinarySerializer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes records of one producer into chunks without a collector: its caller says what the headers
 * say. Records keep their instants. For one thread.
 */
public final class ChunkMaker {
  /** Maximum number of words of a chunk, which always fit together with the texts of symbols. */
  private static final int MAX_WORDS = 1 << 20;

  private static final int MAX_SYMBOL_BYTES = 4 << 20;
  private static final int MAX_SYMBOLS = 1 << 15;
  private static final int MAX_TYPES = 512;

  /** One more record never has more than the 16,384 fields that all types of a chunk may have. */
  private static final int MAX_FIELDS = 16_384 - RecordType.MAX_FIELDS;

  private final Options options;
  private final int maxRecords;
  private long[] words = new long[1024];
  private int length;
  private int rows;
  private long first;
  private long last;
  private boolean timed;
  private ChunkEncoder encoder;
  private RowCapture capture;
  private RecordCopier copier;
  private List<byte[]> symbolTexts;
  private long symbolBytes;
  private int countedTypes;
  private int fields;

  /**
   * A maker.
   *
   * @param maxRecords records of a chunk at most
   * @param options of the binary serializer
   */
  public ChunkMaker(int maxRecords, Options options) {
    this.maxRecords = maxRecords;
    this.options = options;
    begin();
  }

  /** Clears types and symbols, which are numbered again. */
  private void begin() {
    encoder = new BinarySerializer().newEncoder(options);
    capture = new RowCapture(new RowCapture.Scratch());
    capture.into(this::append);
    copier = new RecordCopier(capture);
    symbolTexts = new ArrayList<>();
    symbolBytes = 0;
    countedTypes = 0;
    fields = 0;
  }

  private void append(long[] row, int count) {
    if (length + count > words.length) {
      words = Arrays.copyOf(words, Math.max(length + count, words.length * 2));
    }
    System.arraycopy(row, 0, words, length, count);
    length += count;
    rows++;
  }

  /** Returns whether {@link #seal} must be called before the next record. */
  public boolean isFull() {
    return rows >= maxRecords || length >= MAX_WORDS || isWorn();
  }

  /** Returns whether types, fields or symbols have become too many. */
  private boolean isWorn() {
    List<String> symbols = capture.symbols();
    while (symbolTexts.size() < symbols.size()) {
      byte[] text = Rows.wtf8(symbols.get(symbolTexts.size()));
      symbolTexts.add(text);
      symbolBytes += text.length;
    }
    for (int types = capture.types().size(); countedTypes < types; countedTypes++) {
      fields += capture.types().get(countedTypes).fields().size();
    }
    return symbolBytes > MAX_SYMBOL_BYTES
        || fields > MAX_FIELDS
        || symbolTexts.size() > MAX_SYMBOLS
        || capture.types().size() > MAX_TYPES;
  }

  /** Leaves the records since the last chunk out. */
  public void clear() {
    rows = 0;
    length = 0;
    timed = false;
  }

  /** Records since the last chunk. */
  public int rows() {
    return rows;
  }

  /**
   * Takes the cursor's record.
   *
   * @param clockOffset what the header of the chunk will say
   * @return false if it is too long for a row; it is then left out
   */
  public boolean add(RecordCursor cursor, long clockOffset) {
    if (!copier.emit(cursor, -clockOffset)) {
      return false;
    }
    int field = cursor.type().recordTimeField();
    if (field >= 0) {
      long time = cursor.longValue(field) - clockOffset;
      first = timed ? Math.min(first, time) : time;
      last = timed ? Math.max(last, time) : time;
      timed = true;
    }
    return true;
  }

  /**
   * Makes a chunk of the records so far.
   *
   * @param accounting what the header says but for times
   * @return the chunk with bytes of its own
   * @throws RecordEncodeException if the records cannot be encoded; they are left out then
   */
  public Chunk seal(Accounting.Builder accounting, Attributes attributes)
      throws RecordEncodeException {
    RowBatch batch = new RowBatch(length, new Table());
    batch.append(words, 0, length, rows);
    int count = rows;
    rows = 0;
    length = 0;
    if (timed) {
      accounting.times(first, last);
    }
    timed = false;
    int bodyAt = ChunkLayout.MAX_HEADER_BYTES;
    byte[] bytes = new byte[bodyAt];
    int body = 0;
    if (count > 0) {
      bytes =
          new byte
              [Math.min(ChunkLayout.MAX_CHUNK_BYTES, bodyAt + (64 << 10) + 10 * batch.length())];
      body = encoder.encode(batch, bytes, bodyAt, bytes.length - ChunkLayout.CRC_BYTES);
      if (body < 0 && bytes.length < ChunkLayout.MAX_CHUNK_BYTES) {
        bytes = new byte[ChunkLayout.MAX_CHUNK_BYTES];
        body = encoder.encode(batch, bytes, bodyAt, bytes.length - ChunkLayout.CRC_BYTES);
      }
      if (body < 0) {
        throw new RecordEncodeException(0, count + " records do not fit into a chunk");
      }
    }
    ChunkHeader header =
        ChunkHeader.of(new BinarySerializer().id(), body, count, accounting.build())
            .with(attributes);
    if (count > 0) {
      header = header.compressed(encoder.compression(), encoder.rawLength());
    }
    Chunk chunk =
        ChunkLayout.seal(
            Arrays.copyOf(bytes, bodyAt + body + ChunkLayout.CRC_BYTES), bodyAt, header);
    if (isWorn()) {
      begin();
    }
    return chunk;
  }

  /**
   * Makes a chunk in place of those of a producer from one to another, which may be the same.
   *
   * @throws RecordEncodeException if the records cannot be encoded; they are left out then
   */
  public Chunk sealInPlaceOf(Accounting from, Accounting to, Attributes attributes)
      throws RecordEncodeException {
    Accounting.Builder accounting =
        new Accounting.Builder(to.producerId())
            .name(to.producerName())
            .sequence(to.sequence())
            .replacing(to.sequence() - from.firstSequence())
            .end(to.end())
            .closeReason(to.closeReason())
            .emitted(to.emitted())
            .dropped(to.dropped())
            .clockOffset(to.clockOffset());
    return seal(accounting, attributes);
  }

  private final class Table implements RowBatch.TypeTable {
    Table() {
      isWorn(); // looks up the texts of new symbols
    }

    @Override
    public RecordType type(int typeId) {
      return capture.types().get(typeId);
    }

    @Override
    public byte[] symbolText(int symbolId) {
      return symbolTexts.get(symbolId - 1);
    }
  }
}
