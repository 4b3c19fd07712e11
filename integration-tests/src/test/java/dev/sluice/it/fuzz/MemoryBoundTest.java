package dev.sluice.it.fuzz;

import static dev.sluice.it.fuzz.Seeds.concat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.testkit.Allocations;
import dev.sluice.testkit.SerializerPair;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The smallest bodies that make a decoder allocate the most: tables of strings and types from next
 * to no bytes, and a page as large as it may be. {@link HostileDecoding} asks for the same bounds.
 */
class MemoryBoundTest {
  /** 2048 rows of 255 fields, and the record times. */
  private static final long PAGE = 8L * 2048 * 257;

  private static final SerializerPair BINARY = SerializerPair.named("binary");
  private static final SerializerPair PROTOBUF = SerializerPair.named("protobuf");
  private static final LZ4Compressor LZ4 = LZ4Factory.fastestJavaInstance().highCompressor();

  /** What decoding a binary chunk may take, accepted or refused. */
  static long binary(Chunk chunk) {
    return 3 * PAGE + 2400L * chunk.header().bodyLength();
  }

  /** The same for a Protocol Buffers chunk. */
  static long protobuf(Chunk chunk) {
    return 16_384 + 160L * chunk.header().bodyLength();
  }

  @ParameterizedTest(
      name = "{0} strings, {1} types of {2} fields, {3} rows, LZ4 of table {4}, body {5}")
  @CsvSource({
    "65536,    0,   0,    0, false, false",
    "65536,    0,   0,    0, true,  false",
    "65536,    0,   0,    0, false, true",
    "    1, 1024,   0,    0, false, false",
    "    1, 1024,   0,    0, false, true",
    "  256, 1024,  16,    0, false, false",
    "  256, 1024,  16,    0, false, true",
    "  256,   64, 255,    0, false, true",
    "  256,    1, 255, 2048, false, false",
    "  256,    1, 255, 2048, false, true",
    "65536,    1,  50, 2048, false, true",
    "65536,    1, 255, 2048, false, true",
    "65536,   64, 255, 2048, false, true",
    "65536,   64, 255, 2048, true, false",
    "65536, 1024,  15, 2048, true, false",
    "65536, 1024,  15, 2048, false, true",
  })
  void a_binary_body_takes_no_more_memory_than_stated(
      int strings, int types, int fields, int rows, boolean table, boolean whole) throws Exception {
    byte[] body = concat(strings(strings, table), schema(types, fields), page(types, fields, rows));
    assertBound(body, rows, whole);
  }

  private static void assertBound(byte[] body, int rows, boolean whole) throws Exception {
    byte[] stored = whole ? LZ4.compress(body) : body;
    int compression = whole ? ChunkLayout.COMPRESSION_LZ4 : 0;
    int raw = whole ? body.length : 0;
    int id = BINARY.serializer().id();
    ChunkHeader header =
        ChunkHeader.of(id, 0, rows, SerializerPair.accounting(0)).compressed(compression, raw);
    Chunk chunk = BINARY.chunk(stored, header);
    long taken = taken(BINARY, chunk);
    assertThat(taken).isLessThanOrEqualTo(binary(chunk));
  }

  /** Bytes allocated, at the second time, because at first the JVM too allocates what it links. */
  private static long taken(SerializerPair pair, Chunk chunk) throws Exception {
    read(pair.decoder(), chunk);
    ChunkDecoder decoder = pair.decoder();
    long before = Allocations.ofThisThread();
    read(decoder, chunk);
    return Allocations.ofThisThread() - before;
  }

  private static void read(ChunkDecoder decoder, Chunk chunk) throws Exception {
    int records = 0;
    for (RecordCursor cursor = decoder.decode(chunk); cursor.next(); ) {
      records++;
    }
    assertThat(records).isEqualTo(chunk.header().recordCount());
  }

  private static byte[] varint(long value) {
    byte[] result = new byte[Varint.size(value)];
    Varint.put(result, 0, value);
    return result;
  }

  /** Strings of two letters, which are names too, and of one when there are no more. */
  private static byte[] strings(int count, boolean compressed) {
    ByteArrayOutputStream lengths = new ByteArrayOutputStream();
    ByteArrayOutputStream texts = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      byte[] text =
          i < 256 ? new byte[] {(byte) ('a' + i / 16), (byte) ('a' + i % 16)} : new byte[] {'x'};
      lengths.write(text.length);
      texts.writeBytes(text);
    }
    return table(count, concat(lengths.toByteArray(), texts.toByteArray()), compressed);
  }

  private static byte[] table(int count, byte[] table, boolean compressed) {
    byte[] head = concat(varint(0), varint(count));
    long length = (long) table.length << 2;
    if (!compressed) {
      return concat(head, varint(length), table);
    }
    byte[] stored = LZ4.compress(table);
    return concat(head, varint(length | 1), varint(stored.length), stored);
  }

  @ParameterizedTest(name = "{0} strings of {1} letters, LZ4 of table {2}, body {3}")
  @CsvSource({
    "100, 60000, false, true",
    "100, 60000, true, false",
    "6000, 1000, true, false",
    "100, 6000, true, false",
  })
  void long_texts_take_no_more_memory_than_stated(
      int strings, int letters, boolean table, boolean whole) throws Exception {
    // The last character is what makes all others take two bytes.
    byte[] text = ("x".repeat(letters) + '\u20ac').getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    IntStream.range(0, strings).forEach(i -> all.writeBytes(varint(text.length)));
    IntStream.range(0, strings).forEach(i -> all.writeBytes(text));
    assertBound(concat(table(strings, all.toByteArray(), table), new byte[1]), 0, whole);
  }

  /** Types of one name with long fields. */
  private static byte[] schema(int types, int fields) {
    ByteArrayOutputStream type = new ByteArrayOutputStream();
    type.writeBytes(concat(varint(Varint.zigZag(1)), varint(1), varint(fields)));
    for (int field = 1; field <= fields; field++) {
      type.writeBytes(varint(Varint.zigZag(field)));
      type.write(FieldType.LONG.number());
    }
    ByteArrayOutputStream schema = new ByteArrayOutputStream();
    schema.writeBytes(varint(types));
    IntStream.range(0, types).forEach(i -> schema.writeBytes(type.toByteArray()));
    return schema.toByteArray();
  }

  /** A page whose columns are constant, all rows of the first type. */
  private static byte[] page(int types, int fields, int rows) {
    if (rows == 0) {
      return new byte[0];
    }
    byte[] typeColumn = new byte[types > 1 ? 2 : 0];
    byte[] lengths = new byte[rows > 64 ? fields - 1 : 0];
    Arrays.fill(lengths, (byte) 2);
    byte[] columns = concat(lengths, new byte[2 * fields]);
    return concat(varint(rows), typeColumn, varint(columns.length), columns);
  }
}
