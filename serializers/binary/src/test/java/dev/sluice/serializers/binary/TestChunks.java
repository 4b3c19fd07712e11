package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.testkit.RecordValues;
import dev.sluice.testkit.SerializerPair;
import java.util.List;
import java.util.Map;

/** The binary pair, in short. */
final class TestChunks {
  private static final SerializerPair BINARY = SerializerPair.named(BinaryFormat.NAME);

  private TestChunks() {}

  static ChunkEncoder encoder() {
    return BINARY.encoder();
  }

  static ChunkEncoder compressingEncoder() {
    return BINARY.encoder(Map.of("compression", "lz4"));
  }

  static ChunkDecoder decoder() {
    return BINARY.decoder();
  }

  static Chunk chunk(ChunkEncoder encoder, RowBatch batch) throws RecordEncodeException {
    return BINARY.chunk(encoder, batch);
  }

  static String describe(Chunk chunk) throws MalformedChunkException {
    return BINARY.describe(chunk);
  }

  /** A chunk with a body of our making and a right CRC. */
  static Chunk chunk(byte[] body, int rows) {
    return BINARY.chunk(body, rows);
  }

  /** The same with another header, whose body length is ignored. */
  static Chunk chunk(byte[] body, ChunkHeader like) {
    return BINARY.chunk(body, like);
  }

  static byte[] body(Chunk chunk) {
    return SerializerPair.body(chunk);
  }

  static List<List<Object>> records(RecordCursor cursor) {
    return RecordValues.of(cursor);
  }

  static List<List<Object>> records(Chunk chunk) throws MalformedChunkException {
    return BINARY.records(chunk);
  }
}
