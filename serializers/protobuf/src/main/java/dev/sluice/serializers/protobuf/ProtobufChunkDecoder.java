package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;

/**
 * Decodes messages {@code sluice.chunk.v1.Body}. Numbers are kept as they were read, 8 bytes each,
 * and columns are walked over row by row, so that a run takes no memory for its rows.
 *
 * <p>Memory for a body of n bytes: at most {@value #MEMORY_MULTIPLE} n + {@value #MEMORY_CONSTANT}.
 */
final class ProtobufChunkDecoder implements ChunkDecoder {
  /** The most memory per byte goes to fields and their names. */
  static final int MEMORY_MULTIPLE = 160;

  static final int MEMORY_CONSTANT = 16_384;

  private final DecodeLimits limits;
  private BodyDecoder body;

  ProtobufChunkDecoder(DecodeLimits limits) {
    this.limits = limits;
  }

  @Override
  public RecordCursor decode(Chunk chunk) throws MalformedChunkException {
    body = null;
    ChunkHeader header = chunk.header();
    limits.check(chunk);
    if (header.compression() != 0) {
      throw header.unknownCompression();
    }
    int from = chunk.bodyOffset();
    BodyDecoder read =
        new BodyDecoder(
            limits, chunk.bodyArray(), from - header.length(), from, from + header.bodyLength());
    read.check(header.recordCount(), chunk.accounting().clockOffset());
    body = read;
    return new ProtobufRecordCursor(read, header.recordCount());
  }

  @Override
  public String describe() {
    return body == null ? "" : body.describe();
  }
}
