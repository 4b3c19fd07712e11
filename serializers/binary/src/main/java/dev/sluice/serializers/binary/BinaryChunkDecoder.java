package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.serializers.support.Description;
import dev.sluice.serializers.support.PageType;

/**
 * Decoder of chunks in the form of {@link BinaryFormat}.
 *
 * <p>Memory for a body of n bytes as stored: at most {@value #MEMORY_MULTIPLE} n, 8 MiB for pages
 * that are kept, and three pages of 8 bytes for each of 2048 rows in 257 columns. One page is the
 * values; the others are what the format's limits allow of strings and fields in next to no bytes,
 * when they are compressed. The multiple is that of long texts: LZ4 holds 255 bytes in one, and a
 * text is copied up to nine times on its way. Arrays are kept for the next chunk.
 */
final class BinaryChunkDecoder implements ChunkDecoder {
  static final int MEMORY_MULTIPLE = 2_400;

  static final long MEMORY_CONSTANT = (8L << 20) + 3L * 8 * BinaryFormat.PAGE_ROWS * 257;

  private static final PageType[] NO_TYPES = {};

  private final DecodeLimits limits;
  private final Lz4Decoder lz4 = new Lz4Decoder();
  private final StringTableDecoder strings;
  private final SchemaDecoder schema;
  private final PageDecoder pages;

  /** Receives a description of what is decoded; null if none is wanted. */
  private final Description description;

  private final Varint.Reader in = new Varint.Reader(new byte[0], 0, 0, 0);
  private byte[] decompressed = new byte[0];
  private byte[] bytes = decompressed;

  /** Index from which positions of errors are counted. */
  private int origin;

  private Chunk last;

  BinaryChunkDecoder(DecodeLimits limits) {
    this(limits, null);
  }

  private BinaryChunkDecoder(DecodeLimits limits, Description description) {
    this.limits = limits;
    this.description = description;
    this.strings = new StringTableDecoder(limits);
    this.schema = new SchemaDecoder(strings, limits.maxTypes());
    this.pages = new PageDecoder(in, strings, description);
  }

  @Override
  public RecordCursor decode(Chunk chunk) throws MalformedChunkException {
    return decode(chunk, FieldSelection.ALL);
  }

  @Override
  public RecordCursor decode(Chunk chunk, FieldSelection wanted) throws MalformedChunkException {
    begin(chunk);
    RecordCursor cursor =
        pages.cursor(chunk.header().recordCount(), chunk.accounting().clockOffset(), wanted);
    last = chunk;
    return cursor;
  }

  @Override
  public ColumnCursor columns(Chunk chunk, FieldSelection wanted) throws MalformedChunkException {
    begin(chunk);
    ColumnCursor cursor =
        pages.columns(chunk.header().recordCount(), chunk.accounting().clockOffset(), wanted);
    last = chunk;
    return cursor;
  }

  /** Reads the part before the pages. */
  private void begin(Chunk chunk) throws MalformedChunkException {
    last = null;
    open(chunk);
    PageType[] types = NO_TYPES;
    if (in.remaining() > 0) {
      strings.read(bytes, in, chunk.header().compression() != 0);
      types = schema.read(bytes, origin, in);
      describe(types);
    }
    pages.begin(types, bytes, origin);
  }

  /** Checks the limits and finds the bytes of the body. */
  private void open(Chunk chunk) throws MalformedChunkException {
    ChunkHeader header = chunk.header();
    limits.check(chunk);
    int from = chunk.bodyOffset();
    bytes = chunk.bodyArray();
    origin = from - header.length();
    in.reset(bytes, origin, from, from + header.bodyLength());
    if (header.compression() == 0) {
      return;
    }
    decompressed = decompress(header, from);
    bytes = decompressed;
    // Positions go on from the header as if the body were not compressed.
    origin = -header.length();
    in.reset(bytes, origin, 0, header.rawLength());
  }

  private byte[] decompress(ChunkHeader header, int from) throws MalformedChunkException {
    int stored = header.bodyLength();
    int length = header.rawLength();
    return switch (header.compression()) {
      case ChunkLayout.COMPRESSION_LZ4 ->
          lz4.decode(bytes, from, stored, decompressed, 0, length, in);
      case ChunkLayout.COMPRESSION_ZSTD -> {
        try {
          yield Zstd.decode(bytes, from, stored, decompressed, length, in);
        } catch (NoClassDefFoundError e) {
          throw in.malformed(Zstd.MISSING);
        }
      }
      default -> throw header.unknownCompression();
    };
  }

  private void describe(PageType[] types) {
    if (description != null) {
      for (int id = 1; id <= strings.maxId(); id++) {
        description.string(id, strings.text(id));
      }
      for (PageType type : types) {
        description.type(type.type());
      }
    }
  }

  /** Decodes the chunk again with another decoder, so that an open cursor is not disturbed. */
  @Override
  public String describe() {
    return Description.of(last, out -> new BinaryChunkDecoder(limits, out));
  }
}
