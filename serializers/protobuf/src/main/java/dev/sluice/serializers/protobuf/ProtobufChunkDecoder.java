package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.serializers.support.Description;

/**
 * Decoder of messages {@code sluice.chunk.v1.Body}. Numbers are kept in their stored form, 8 bytes
 * each, and unpacked page by page, so that a run takes no memory for its rows.
 *
 * <p>Memory for a body of n bytes: at most {@value #MEMORY_MULTIPLE} n + {@value #MEMORY_CONSTANT}.
 */
final class ProtobufChunkDecoder implements ChunkDecoder {
  /**
   * Maximum number of bytes of memory for a byte of a body; fields and their names take the most.
   */
  static final int MEMORY_MULTIPLE = 160;

  /** Number of bytes of memory that every chunk takes, with a page. */
  static final int MEMORY_CONSTANT = 10 * BodyDecoder.PAGE_CELLS + 16_384;

  private final DecodeLimits limits;

  /** Receives a description of what is decoded; null if none is wanted. */
  private final Description description;

  private Chunk last;

  ProtobufChunkDecoder(DecodeLimits limits) {
    this(limits, null);
  }

  private ProtobufChunkDecoder(DecodeLimits limits, Description description) {
    this.limits = limits;
    this.description = description;
  }

  @Override
  public RecordCursor decode(Chunk chunk) throws MalformedChunkException {
    last = null;
    ChunkHeader header = chunk.header();
    limits.check(chunk);
    if (header.compression() != 0) {
      throw header.unknownCompression();
    }
    int from = chunk.bodyOffset();
    int to = from + header.bodyLength();
    BodyDecoder body = new BodyDecoder(limits, chunk.bodyArray(), from - header.length(), from, to);
    RecordCursor cursor = body.open(header.recordCount(), chunk.accounting().clockOffset());
    if (description != null) {
      body.describe(description);
    }
    last = chunk;
    return cursor;
  }

  @Override
  public String describe() {
    return Description.of(last, out -> new ProtobufChunkDecoder(limits, out));
  }
}
