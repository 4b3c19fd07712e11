package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** From batches to sealed chunks and from chunks to Java values. */
final class TestChunks {
  private TestChunks() {}

  static ChunkEncoder encoder() {
    return new BinarySerializer().newEncoder(new Options(Map.of()));
  }

  static ChunkEncoder compressingEncoder() {
    return new BinarySerializer().newEncoder(new Options(Map.of("compression", "lz4")));
  }

  static ChunkDecoder decoder() {
    return new BinaryDeserializer().newDecoder(DecodeLimits.FORMAT);
  }

  static Accounting accounting(long clockOffset) {
    return new Accounting(0x1234, null, 7, false, 1000, DropCounts.NONE, clockOffset, 0, 0, false);
  }

  static Chunk chunk(ChunkEncoder encoder, RowBatch batch) throws RecordEncodeException {
    return chunk(encoder, batch, 0);
  }

  static Chunk chunk(ChunkEncoder encoder, RowBatch batch, long clockOffset)
      throws RecordEncodeException {
    byte[] bytes = new byte[Math.min(ChunkLayout.MAX_CHUNK_BYTES, 300_000 + 16 * batch.length())];
    int at = ChunkLayout.MAX_HEADER_BYTES;
    int length = encoder.encode(batch, bytes, at, bytes.length - ChunkLayout.CRC_BYTES);
    if (length < 0) {
      throw new IllegalArgumentException("batch does not fit");
    }
    bytes = Arrays.copyOf(bytes, at + length + ChunkLayout.CRC_BYTES);
    return ChunkLayout.seal(bytes, at, header(encoder, length, batch.rows(), clockOffset));
  }

  private static ChunkHeader header(ChunkEncoder encoder, int length, int rows, long clockOffset) {
    return new ChunkHeader(
        1,
        encoder.mustUnderstand(),
        0,
        length,
        rows,
        encoder.rawLength(),
        accounting(clockOffset),
        0);
  }

  static String describe(Chunk chunk) throws MalformedChunkException {
    ChunkDecoder decoder = decoder();
    decoder.decode(chunk);
    return decoder.describe();
  }

  /** A chunk with a body of our making and a right CRC. */
  static Chunk chunk(byte[] body, int rows) {
    return chunk(body, new ChunkHeader(1, 0, 0, body.length, rows, 0, accounting(0), 0));
  }

  /** The same with another header, whose body length is ignored. */
  static Chunk chunk(byte[] body, ChunkHeader like) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + body.length + ChunkLayout.CRC_BYTES];
    System.arraycopy(body, 0, bytes, ChunkLayout.MAX_HEADER_BYTES, body.length);
    ChunkHeader header =
        new ChunkHeader(
            like.serializerId(),
            like.mustUnderstand(),
            like.mayIgnore(),
            body.length,
            like.recordCount(),
            like.rawLength(),
            like.accounting(),
            0);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }

  static byte[] body(Chunk chunk) {
    int from = chunk.bodyOffset();
    return Arrays.copyOfRange(chunk.array(), from, from + chunk.header().bodyLength());
  }

  /** All records as lists of the type's name and the boxed values. */
  static List<List<Object>> records(RecordCursor cursor) {
    List<List<Object>> records = new ArrayList<>();
    while (cursor.next()) {
      List<Object> values = new ArrayList<>();
      values.add(cursor.type().qualifiedName());
      for (int i = 0; i < cursor.type().fields().size(); i++) {
        values.add(value(cursor, i));
      }
      records.add(values);
    }
    return records;
  }

  static List<List<Object>> records(Chunk chunk) throws MalformedChunkException {
    return records(decoder().decode(chunk));
  }

  /**
   * Floats (by the raw bits that our cursor gives, as double would quieten NaNs) and doubles as raw
   * bits, byte arrays as text, so that equals compares them exactly.
   */
  private static Object value(RecordCursor cursor, int i) {
    Field field = cursor.type().fields().get(i);
    return switch (field.type()) {
      case BOOLEAN -> cursor.longValue(i) != 0;
      case BYTE -> (byte) cursor.longValue(i);
      case SHORT -> (short) cursor.longValue(i);
      case CHAR -> (char) cursor.longValue(i);
      case INT -> (int) cursor.longValue(i);
      case LONG -> cursor.longValue(i);
      case FLOAT -> (int) cursor.longValue(i);
      case DOUBLE -> Double.doubleToRawLongBits(cursor.doubleValue(i));
      case STRING, ENUM -> cursor.text(i);
      case BYTES -> cursor.bytes(i) == null ? null : Arrays.toString(cursor.bytes(i));
    };
  }

  /** What {@link #records} gives for a record with these values. */
  static List<Object> expected(String qualifiedName, Object... values) {
    List<Object> expected = new ArrayList<>();
    expected.add(qualifiedName);
    for (Object value : values) {
      if (value instanceof Float number) {
        expected.add(Float.floatToRawIntBits(number));
      } else if (value instanceof Double number) {
        expected.add(Double.doubleToRawLongBits(number));
      } else if (value instanceof byte[] bytes) {
        expected.add(Arrays.toString(bytes));
      } else {
        expected.add(value);
      }
    }
    return expected;
  }
}
