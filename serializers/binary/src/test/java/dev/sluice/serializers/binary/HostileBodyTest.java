package dev.sluice.serializers.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.testkit.Allocations;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.SerializerPair;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** One body made by hand for each thing that may be wrong; the CRC is right. */
class HostileBodyTest {
  private static final int LONG = FieldType.LONG.number();

  private static byte[] bytes(int... values) {
    byte[] result = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = (byte) values[i];
    }
    return result;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] varint(long value) {
    byte[] result = new byte[Varint.size(value)];
    Varint.put(result, 0, value);
    return result;
  }

  /** An uncompressed table. */
  private static byte[] strings(String... texts) {
    byte[] lengths = new byte[0];
    byte[] all = new byte[0];
    for (String text : texts) {
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      lengths = join(lengths, varint(encoded.length));
      all = join(all, encoded);
    }
    return join(bytes(0, texts.length), varint(lengths.length + all.length << 2), lengths, all);
  }

  /** A type "t" with one field "v". */
  private static byte[] schema(int field) {
    return join(strings("t", "v"), bytes(1, 2, 1, 1, 4, field));
  }

  /** A page of a single field whose column is given. */
  private static byte[] page(int field, int rows, int... column) {
    return join(schema(field), varint(rows), varint(column.length), bytes(column));
  }

  /** A page of the longs v and w, of which w is stored first. */
  static byte[] twoColumns(int rows, byte[] w, byte[] v) {
    byte[] schema = join(strings("t", "v", "w"), bytes(1, 2, 1, 2, 4, LONG, 6, LONG));
    byte[] group = join(rows > 64 ? bytes(w.length) : new byte[0], w, v);
    return join(schema, varint(rows), varint(group.length), group);
  }

  private static void assertRefused(byte[] body, int records, String reason) {
    assertThatThrownBy(() -> TestChunks.decoder().decode(TestChunks.chunk(body, records)))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void the_bodies_here_would_be_right_without_the_mistake() throws Exception {
    assertThat(TestChunks.records(TestChunks.chunk(page(LONG, 3, 0, 14), 3))).hasSize(3);
    assertThat(TestChunks.records(TestChunks.chunk(page(LONG, 3, 1, 2, 0, 0b11_1111), 3)))
        .isNotEmpty();
  }

  @Test
  void wrong_string_tables_are_refused() {
    assertRefused(bytes(2, 0, 0), 0, "generation 2");
    assertRefused(join(bytes(0), varint(70_000)), 0, "string count 70000");
    assertRefused(bytes(0, 9, 4, 0), 0, "string table of 1 bytes for 9 strings");
    assertRefused(join(bytes(0, 1), varint(1L << 40)), 0, "string table of");
    assertRefused(bytes(0, 1, 8, 9, 'a', 0), 0, "texts of 9 bytes in 1");
    assertRefused(bytes(0, 1, 8, 1, 0xff, 0), 0, "no WTF-8");
    assertRefused(bytes(0, 1, 8, 0x80, 0, 0), 0, "longer than its value needs");
    assertRefused(join(bytes(0, 1), varint(2_000_000 << 2 | 1), bytes(2, 0, 0)), 0, "cannot hold");
    assertRefused(join(bytes(0, 1), varint(20 << 2 | 1), bytes(2, 0x10, 'a')), 0, "LZ4 block");
    assertRefused(bytes(0, 1, 100, 3), 0, "needs 25 bytes");
    assertRefused(bytes(0, 1, 10, 3, 3), 0, "method 2 of the string table");
  }

  private static void assertUnread(byte[] body, String reason) throws Exception {
    RecordCursor cursor = TestChunks.decoder().decode(TestChunks.chunk(body, 3));
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.unread()).containsExactly(new UnreadRecords("t.1", reason, 3));
  }

  @Test
  void what_is_not_known_costs_its_type_alone() throws Exception {
    assertUnread(page(0, 3, 14), "field type 0");
    assertUnread(page(12, 3, 14), "field type 12");
    assertUnread(page(LONG | 4 << 4, 3, 14), "field role 4");
    assertUnread(page(LONG, 3, 6, 14), "packing 6");
    assertUnread(page(LONG, 3, 0x40, 14), "predictor 4");
  }

  @Test
  void wrong_schemas_are_refused() {
    assertRefused(join(strings("t"), varint(2000)), 0, "type count 2000");
    assertRefused(join(strings("t"), bytes(1, 4, 1, 0)), 0, "string id 2 of a name");
    assertRefused(join(strings("t"), bytes(1, 0, 1, 0)), 0, "string id 0 of a name");
    assertRefused(join(strings("t"), bytes(1, 1, 1, 0)), 0, "string id -1 of a name");
    assertRefused(join(strings("T"), bytes(1, 2, 1, 0)), 0, "lower case");
    assertRefused(join(strings("t"), bytes(1, 2, 0, 0)), 0, "type version 0");
    assertRefused(join(strings("t"), bytes(1, 2, 1), varint(256)), 0, "field count 256");
    assertRefused(join(strings("t", "type"), bytes(1, 2, 1, 1, 4, LONG)), 0, "must not be called");
    assertRefused(schema(FieldType.INT.number() | 1 << 4), 0, "must be LONG");
    assertRefused(join(strings("t", "v"), bytes(1, 2, 1, 2, 4, LONG, 4, LONG)), 0, "two fields");
  }

  @Test
  void a_schema_of_too_many_fields_is_refused_before_it_is_held() {
    String[] names = new String[256];
    names[0] = "t";
    byte[] fields = new byte[0];
    for (int i = 1; i < names.length; i++) {
      names[i] = "f" + i;
      fields = join(fields, varint(i + 1 << 1), bytes(LONG));
    }
    byte[] types = new byte[0];
    for (int i = 0; i < 65; i++) {
      types = join(types, bytes(2, 1 + i), varint(255), fields);
    }
    byte[] head = join(bytes(0), varint(256), tableOf(names));
    assertRefused(join(head, bytes(65), types), 0, "more than 16384 fields");
  }

  @Test
  void a_compressed_table_in_a_compressed_body_is_refused() throws Exception {
    byte[] body =
        TestChunks.body(
            TestChunks.chunk(TestChunks.encoder(), SampleRecords.operations(9).build()));
    byte[] stored = new byte[body.length + 64];
    int length = new BodyCompressor.Lz4().compress(body, body.length, stored, 0, stored.length);
    ChunkHeader header =
        ChunkHeader.of(1, 0, 9, SerializerPair.accounting(0))
            .compressed(ChunkLayout.COMPRESSION_LZ4, body.length);
    assertThatThrownBy(
            () ->
                TestChunks.decoder()
                    .decode(TestChunks.chunk(Arrays.copyOf(stored, length), header)))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining("compressed string table");
  }

  @Test
  void text_in_messages_cannot_forge_log_lines() {
    assertThatThrownBy(
            () ->
                TestChunks.decoder()
                    .decode(TestChunks.chunk(join(strings("T\n\u001b[2J"), bytes(1, 2, 1, 0)), 0)))
        .isInstanceOf(MalformedChunkException.class)
        .satisfies(
            e -> assertThat(e.getMessage()).doesNotContain("\n", "\u001b").hasSizeLessThan(200));
  }

  @Test
  void wrong_pages_are_refused() {
    assertRefused(join(bytes(0, 0, 0), varint(3)), 3, "records without a type");
    assertRefused(page(LONG, 0, 0, 14), 3, "rows of a page 0");
    assertRefused(page(LONG, 4, 0, 14), 3, "rows of a page 4");
    assertRefused(page(LONG, 2049, 0, 14), 3000, "rows of a page 2049");
    assertRefused(page(LONG, 3, 0, 14), 4, "cut off");
    assertRefused(join(page(LONG, 3, 0, 14), bytes(0)), 3, "1 bytes too many");
    assertRefused(page(LONG, 3, 0, 14, 0), 3, "group ends 1 bytes early");
    assertRefused(join(schema(LONG), bytes(3, 90, 0, 14)), 3, "length of a group 90");
    assertRefused(new byte[0], 3, "cut off");
    byte[] twoTypes = join(strings("t", "u"), bytes(2, 2, 1, 0, 4, 1, 0));
    assertRefused(join(twoTypes, bytes(1, 0, 4, 0)), 1, "row of type 2 of 2");
    assertRefused(join(twoTypes, bytes(1, 0, 1, 0)), 1, "row of type -1 of 2");
  }

  @Test
  void wrong_columns_are_refused() {
    assertRefused(page(LONG, 1, 0x10, 14, 0), 1, "values of one row");
    assertRefused(page(LONG, 3, 0x20, 0, 14), 3, "cannot be predicted from field 0");
    assertRefused(page(LONG, 3, 0x20, 200, 14), 3, "cannot be predicted from field 200");
    assertRefused(page(LONG, 3, 0x30, 0, 0, 14), 3, "cannot be keyed by field 0");
    assertRefused(page(LONG, 3, 0x30, 200, 0, 14), 3, "cannot be keyed by field 200");
    assertRefused(page(LONG, 3, 4, 14), 3, "needs 24 bytes");
  }

  @Test
  void wrong_frames_are_refused() {
    assertRefused(page(LONG, 3, 1, 65, 0, 0), 3, "width of 65 bits");
    assertRefused(page(LONG, 3, 1, 0x7f), 3, "first block repeats");
    assertRefused(page(LONG, 3, 1, 2, 0, 0b1100_0000), 3, "unused bits");
    assertRefused(page(LONG, 3, 1, 64, 0, 1), 3, "needs 24 bytes");
    assertRefused(page(LONG, 3, 1, 0x82, 0, 0, 1, 0, 0), 3, "0 exceptions of 1 bits");
    assertRefused(page(LONG, 3, 1, 0x82, 0, 4, 1, 0, 0), 3, "4 exceptions of 1 bits");
    assertRefused(page(LONG, 3, 1, 0x82, 0, 1, 0, 0, 0), 3, "1 exceptions of 0 bits");
    assertRefused(page(LONG, 3, 1, 0x82, 0, 1, 59, 0, 0), 3, "1 exceptions of 59 bits");
    assertRefused(page(LONG, 3, 1, 0x82, 0, 1, 2, 0x40 | 3, 0), 3, "exception at place 3");
    assertRefused(page(LONG, 3, 1, 0x82, 0, 1, 2, 1, 0), 3, "exception at place 1");
    assertRefused(page(LONG, 3, 1, 0x82, 0, 2, 2, 0x41, 0x41, 0), 3, "exception at place 1");
  }

  @Test
  void wrong_runs_and_dictionaries_are_refused() {
    assertRefused(page(LONG, 3, 2, 4, 0, 0, 0, 0), 3, "number of runs 4");
    assertRefused(page(LONG, 3, 2, 1, 2, 1, 0, 0, 0, 0), 3, "runs within runs");
    assertRefused(page(LONG, 3, 2, 1, 0, 0, 0, 6), 3, "run of 4 in 3");
    assertRefused(page(LONG, 3, 2, 1, 0, 0, 0, 1), 3, "run of 0 in 3");
    assertRefused(page(LONG, 3, 2, 1, 0, 0, 0, 2), 3, "1 values short");
    assertRefused(page(LONG, 3, 3, 1, 0, 0), 3, "dictionary size 1");
    assertRefused(page(LONG, 3, 3, 0x81, 2, 0, 0), 3, "dictionary size 257");
    assertRefused(page(LONG, 3, 3, 3, 0, 0, 0, 0b11), 3, "index into a dictionary of 3");
    byte[] wrapping = join(bytes(3, 2), varint(0), varint(-1L), bytes(0));
    assertRefused(
        join(schema(LONG), bytes(3), varint(wrapping.length), wrapping), 3, "does not rise");
  }

  @Test
  void values_beyond_their_type_are_refused() {
    assertRefused(page(FieldType.BOOLEAN.number(), 3, 0, 4), 3, "no BOOLEAN");
    assertRefused(join(schema(FieldType.BYTE.number()), bytes(3, 3, 0), varint(256)), 3, "no BYTE");
    assertRefused(join(schema(FieldType.CHAR.number()), bytes(3, 2, 0), varint(1)), 3, "no CHAR");
    assertRefused(
        join(schema(FieldType.INT.number()), bytes(3, 6, 0), varint(1L << 32)), 3, "no INT");
    assertRefused(page(FieldType.STRING.number(), 3, 0, 6), 3, " to 2");
    assertRefused(page(FieldType.ENUM.number(), 3, 0, 1), 3, " to 2");
    assertRefused(
        join(schema(FieldType.BYTES.number()), bytes(3, 4, 0), varint(65_538 << 1)),
        3,
        "is not 0 to 65537");
    assertRefused(page(FieldType.BYTES.number(), 3, 0, 4, 0), 3, "needs 3 bytes");
  }

  @Test
  void a_chunk_beyond_a_lowered_limit_is_refused() throws Exception {
    var chunk = TestChunks.chunk(TestChunks.compressingEncoder(), SampleRecords.mixed(300).build());
    assertLimit(new DecodeLimits(chunk.length() - 1, 1 << 20, 300, 2, 1000), chunk, "chunk bytes");
    assertLimit(new DecodeLimits(1 << 20, 100, 300, 2, 1000), chunk, "raw bytes");
    assertLimit(new DecodeLimits(1 << 20, 1 << 20, 299, 2, 1000), chunk, "records");
    assertLimit(new DecodeLimits(1 << 20, 1 << 20, 300, 1, 1000), chunk, "type count");
    assertLimit(new DecodeLimits(1 << 20, 1 << 20, 300, 2, 3), chunk, "string count");
  }

  private static void assertLimit(DecodeLimits limits, Chunk chunk, String reason) {
    ChunkDecoder decoder = new BinaryDeserializer().newDecoder(limits);
    assertThatThrownBy(() -> decoder.decode(chunk))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void a_decoder_goes_on_after_a_bad_chunk() throws Exception {
    var good = TestChunks.chunk(TestChunks.encoder(), SampleRecords.mixed(5000).build());
    ChunkDecoder decoder = TestChunks.decoder();
    var wanted = TestChunks.records(decoder.decode(good));
    byte[] body = TestChunks.body(good);
    body[body.length - 1] ^= 1;
    body[body.length - 200] ^= 1;
    assertThatThrownBy(
            () -> decoder.decode(TestChunks.chunk(Arrays.copyOf(body, body.length - 3), 5000)))
        .isInstanceOf(MalformedChunkException.class);

    assertThat(TestChunks.records(decoder.decode(good))).isEqualTo(wanted);
  }

  @Test
  void a_cheap_page_of_many_cells_stays_within_one_page_of_memory() throws Exception {
    String[] names = new String[256];
    names[0] = "t";
    for (int i = 0; i < 255; i++) {
      names[i + 1] = "f" + i;
    }
    byte[] ids = new byte[0];
    for (int i = 0; i < 255; i++) {
      ids = join(ids, varint(i + 2 << 1), bytes(LONG));
    }
    byte[] head = join(bytes(0), varint(256), tableOf(names), bytes(1, 2, 1), varint(255), ids);
    byte[] lengths = new byte[254];
    Arrays.fill(lengths, (byte) 2);
    byte[] page = join(varint(2048), varint(254 + 510), lengths, new byte[510]);
    byte[] body = head;
    for (int i = 0; i < 32; i++) {
      body = join(body, page);
    }
    var chunk = TestChunks.chunk(body, 65_536);
    ChunkDecoder decoder = TestChunks.decoder();
    long before = Allocations.ofThisThread();
    var cursor = decoder.decode(chunk);
    int records = 0;
    while (cursor.next()) {
      records += (int) cursor.longValue(254) + 1;
    }
    assertThat(records).isEqualTo(65_536);
    assertThat(Allocations.ofThisThread() - before)
        .isLessThan(8L * 2048 * 257 + 100L * body.length);
  }

  private static byte[] tableOf(String... texts) {
    byte[] lengths = new byte[0];
    byte[] all = new byte[0];
    for (String text : texts) {
      lengths = join(lengths, bytes(text.length()));
      all = join(all, text.getBytes(StandardCharsets.UTF_8));
    }
    return join(varint(lengths.length + all.length << 2), lengths, all);
  }
}
