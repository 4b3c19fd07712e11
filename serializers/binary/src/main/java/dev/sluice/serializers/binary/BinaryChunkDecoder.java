package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import java.util.List;

/**
 * Decodes chunks as {@link BinaryFormat} says. A chunk of one page is decoded once; of several, all
 * are decoded to check them and then each again when the cursor reaches it, so that memory stays
 * that of one page.
 *
 * <p>Memory for a body of n bytes as stored: at most {@value #MEMORY_MULTIPLE} n and three pages of
 * 8 bytes for each of 2048 rows in 257 columns. One page is the values; the others are what the
 * format's limits allow of strings and fields in next to no bytes, when they are compressed. The
 * multiple is that of long texts: LZ4 holds 255 bytes in one, and a text is copied up to nine times
 * on its way. Arrays are kept for the next chunk.
 */
final class BinaryChunkDecoder implements ChunkDecoder {
  static final int MEMORY_MULTIPLE = 2_400;

  static final long MEMORY_CONSTANT = 3L * 8 * BinaryFormat.PAGE_ROWS * 257;

  private final DecodeLimits limits;
  private final Lz4Decoder lz4 = new Lz4Decoder();
  private final StringTableDecoder strings;
  private final SchemaDecoder schema;
  private final PageDecoder pages;
  private final Varint.Reader in = new Varint.Reader(new byte[0], 0, 0, 0);
  private byte[] decompressed = new byte[0];
  private byte[] bytes = decompressed;

  /** Where the pages start; position errors are counted from {@link #origin}. */
  private int firstPage;

  private int schemaAt;

  private int end;
  private int origin;
  private int records;
  private long clockOffset;
  private List<UnreadRecords> unread = List.of();

  /** Whether the only page is still decoded from checking. */
  private boolean fresh;

  BinaryChunkDecoder(DecodeLimits limits) {
    this.limits = limits;
    this.strings = new StringTableDecoder(limits);
    this.schema = new SchemaDecoder(limits.maxTypes());
    this.pages = new PageDecoder(strings);
  }

  @Override
  public RecordCursor decode(Chunk chunk) throws MalformedChunkException {
    return decode(chunk, FieldSelection.ALL);
  }

  @Override
  public RecordCursor decode(Chunk chunk, FieldSelection wanted) throws MalformedChunkException {
    records = 0;
    fresh = false;
    open(chunk);
    schemaAt = end;
    if (in.remaining() > 0) {
      boolean sameStrings = strings.read(bytes, in, chunk.header().compression() != 0);
      schemaAt = in.position();
      schema.read(bytes, in, strings, sameStrings);
    } else {
      schema.clear();
    }
    firstPage = in.position();
    clockOffset = chunk.accounting().clockOffset();
    pages.begin(schema.types(), bytes, origin, in, clockOffset, wanted);
    check(chunk.header().recordCount());
    records = chunk.header().recordCount();
    return new BinaryRecordCursor(this, pages, strings, schema, bytes, records, unread);
  }

  /** Checks the limits and finds the bytes of the body. */
  private void open(Chunk chunk) throws MalformedChunkException {
    ChunkHeader header = chunk.header();
    limits.check(chunk);
    int from = chunk.bodyOffset();
    bytes = chunk.bodyArray();
    origin = from - header.length();
    end = from + header.bodyLength();
    in.reset(bytes, origin, from, end);
    if (header.compression() == 0) {
      return;
    }
    decompressed = decompress(header, from);
    bytes = decompressed;
    // Positions go on from the header as if the body were not compressed.
    origin = -header.length();
    end = header.rawLength();
    in.reset(bytes, origin, 0, end);
  }

  private byte[] decompress(ChunkHeader header, int from) throws MalformedChunkException {
    int stored = header.bodyLength();
    int length = header.rawLength();
    return switch (header.compression()) {
      case ChunkLayout.COMPRESSION_LZ4 ->
          lz4.decode(bytes, from, stored, decompressed, 0, length, in);
      case ChunkLayout.COMPRESSION_ZSTD ->
          Zstd.decode(bytes, from, stored, decompressed, length, in);
      default -> throw header.unknownCompression();
    };
  }

  /** Decodes all pages, so that none fails later. */
  private void check(int expected) throws MalformedChunkException {
    int left = expected;
    while (left > 0) {
      pages.decode(left);
      left -= pages.rows();
    }
    if (in.remaining() > 0) {
      throw in.malformed(in.remaining() + " bytes too many behind " + expected + " records");
    }
    unread = pages.hasUnread() ? unreadTypes() : List.of();
    fresh = expected > 0 && pages.rows() == expected;
    if (!fresh) {
      in.reset(bytes, origin, firstPage, end);
    }
  }

  private List<UnreadRecords> unreadTypes() {
    return schema.types().stream()
        .filter(type -> type.unreadRows > 0)
        .map(
            type -> new UnreadRecords(type.type.qualifiedName(), type.firstUnread, type.unreadRows))
        .toList();
  }

  /** For the cursor: decodes the next page, if it is not decoded still. */
  void nextPage(int left) throws MalformedChunkException {
    if (fresh) {
      fresh = false;
      return;
    }
    pages.decode(left);
  }

  @Override
  public String describe() {
    BodyDescription description = new BodyDescription(bytes);
    // Types of its own, so that a cursor on its way is not disturbed.
    SchemaDecoder again = new SchemaDecoder(limits.maxTypes());
    PageDecoder walker = new PageDecoder(strings);
    Varint.Reader reader = new Varint.Reader(bytes, origin, schemaAt, end);
    try {
      if (schemaAt < end) {
        again.read(bytes, reader, strings, false);
        description.strings(strings);
      }
      description.types(again.types());
      walker.begin(again.types(), bytes, origin, reader, clockOffset, FieldSelection.ALL);
      walker.describe(description);
      for (int left = records; left > 0; left -= walker.rows()) {
        walker.decode(left);
      }
    } catch (MalformedChunkException e) {
      throw new IllegalStateException("the bytes of a chunk changed while it was read", e);
    }
    return description.toString();
  }
}
