package dev.sluice.serializers.binary;

import static dev.sluice.serializers.binary.TestChunks.expected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundTripTest {
  private static final RecordType ALL =
      new RecordType(
          "test.all",
          3,
          List.of(
              Field.of("z", FieldType.BOOLEAN),
              Field.of("b", FieldType.BYTE),
              Field.of("s", FieldType.SHORT),
              Field.of("c", FieldType.CHAR),
              Field.of("i", FieldType.INT),
              Field.of("j", FieldType.LONG),
              Field.of("f", FieldType.FLOAT),
              Field.of("d", FieldType.DOUBLE),
              Field.of("text", FieldType.STRING),
              Field.of("constant", FieldType.ENUM),
              Field.of("bytes", FieldType.BYTES),
              new Field("symbol", FieldType.STRING, Field.Role.SYMBOL)));

  private static final RecordType NUMBER =
      new RecordType("test.number", 1, List.of(Field.of("value", FieldType.LONG)));

  private static final RecordType EVENT =
      new RecordType(
          "test.event",
          1,
          List.of(
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("number", FieldType.INT)));

  private final List<List<Object>> expected = new ArrayList<>();
  private final TestBatch batch = new TestBatch();

  private void add(RecordType type, Object... values) {
    batch.add(type, values);
    expected.add(expected(type.qualifiedName(), values));
  }

  private void assertRoundTrip() throws Exception {
    for (ChunkEncoder encoder : List.of(TestChunks.encoder(), TestChunks.compressingEncoder())) {
      // The second time the encoder has its choices made.
      for (int i = 0; i < 2; i++) {
        assertThat(TestChunks.records(TestChunks.chunk(encoder, batch.build())))
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void extremes_of_every_field_type_come_back() throws Exception {
    float floatNaN = Float.intBitsToFloat(0x7fc0_1234);
    double doubleNaN = Double.longBitsToDouble(0xfff8_0000_dead_beefL);
    add(
        ALL,
        false,
        Byte.MIN_VALUE,
        Short.MIN_VALUE,
        '\0',
        Integer.MIN_VALUE,
        Long.MIN_VALUE,
        -0.0f,
        -0.0,
        null,
        null,
        null,
        null);
    add(
        ALL,
        true,
        Byte.MAX_VALUE,
        Short.MAX_VALUE,
        '\uffff',
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        floatNaN,
        doubleNaN,
        "",
        "",
        new byte[0],
        "");
    add(
        ALL,
        true,
        (byte) -1,
        (short) -1,
        'x',
        -1,
        -1L,
        Float.MIN_VALUE,
        Double.MAX_VALUE,
        "x",
        "ONE",
        new byte[] {1, -1},
        "x");
    add(
        ALL,
        false,
        (byte) 0,
        (short) 0,
        'ä',
        0,
        0L,
        Float.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        "ONE",
        "x",
        new byte[9],
        null);
    assertRoundTrip();
  }

  @Test
  void any_text_comes_back_and_null_is_not_empty() throws Exception {
    RecordType type =
        new RecordType(
            "test.text",
            1,
            List.of(
                Field.of("inline", FieldType.STRING),
                new Field("symbol", FieldType.STRING, Field.Role.SYMBOL)));
    List<String> texts =
        new ArrayList<>(
            List.of(
                "", "a", "äöü", "日本", "😀", "\ud83d", "\ude00", "\ude00\ud83d", "a\ud83db", "\0"));
    texts.add("x".repeat(65_536));
    texts.add("€".repeat(21_845));
    for (String text : texts) {
      add(type, text, text);
      add(type, null, text + "2".repeat(text.length() < 65_000 ? 1 : 0));
      add(type, text, null);
    }
    assertRoundTrip();
  }

  @Test
  void equal_texts_of_a_chunk_are_one_object() throws Exception {
    RecordType type = new RecordType("test.text", 1, List.of(Field.of("text", FieldType.STRING)));
    Chunk chunk =
        TestChunks.chunk(TestChunks.encoder(), batch.add(type, "twin").add(type, "twin").build());

    List<List<Object>> records = TestChunks.records(chunk);

    assertThat(records.get(0).get(1)).isSameAs(records.get(1).get(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 9, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 65_536})
  void any_number_of_rows_comes_back(int rows) throws Exception {
    Random random = new Random(rows);
    long time = 0;
    for (int i = 0; i < rows; i++) {
      time += random.nextInt(1000);
      add(EVENT, time, i % 7 == 0 ? random.nextInt() : i / 3);
    }
    assertRoundTrip();
  }

  @Test
  void values_of_every_width_come_back() throws Exception {
    Random random = new Random(1);
    for (int width = 0; width <= 64; width++) {
      for (int i = 0; i < 200; i++) {
        add(NUMBER, width == 0 ? 5L : random.nextLong() >>> 64 - width);
      }
    }
    assertRoundTrip();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 31, 32, 33, 57, 58, 59, 63, 64})
  void a_page_of_one_width_comes_back(int width) throws Exception {
    Random random = new Random(width);
    for (int i = 0; i < 500; i++) {
      add(NUMBER, (random.nextLong() >>> 64 - width) + (i % 50 == 0 ? random.nextLong() : 0));
    }
    assertRoundTrip();
  }

  @Test
  void columns_that_suit_each_packing_come_back() throws Exception {
    RecordType type =
        new RecordType(
            "test.packings",
            1,
            List.of(
                Field.of("constant", FieldType.LONG),
                Field.of("runs", FieldType.LONG),
                Field.of("few", FieldType.LONG),
                Field.of("rising", FieldType.LONG),
                Field.of("frame", FieldType.LONG),
                Field.of("twin", FieldType.LONG),
                Field.of("random", FieldType.LONG)));
    Random random = new Random(5);
    for (int i = 0; i < 3000; i++) {
      long frame = 1_000_000 + random.nextInt(200);
      add(
          type,
          7L,
          i / 20L * 1_000_003,
          random.nextInt(4) * 123_456_789_012L,
          i * 5L,
          frame,
          frame + 3,
          random.nextLong());
    }
    assertRoundTrip();
    String description = TestChunks.describe(TestChunks.chunk(TestChunks.encoder(), batch.build()));
    assertThat(description)
        .contains("column constant: none, constant, 2 bytes")
        .containsPattern("column runs: \\w+, runs")
        .containsPattern("column few: none, dictionary")
        .containsPattern("column rising: delta, constant")
        .containsPattern("column frame: reference 5, constant")
        .containsPattern("column twin: none, frame")
        .containsPattern("column random: none, raw");
  }

  @Test
  void arithmetic_wraps_around() throws Exception {
    for (int i = 0; i < 100; i++) {
      add(NUMBER, i % 2 == 0 ? Long.MIN_VALUE + i : Long.MAX_VALUE - i);
    }
    assertRoundTrip();
  }

  @Test
  void many_interleaved_types_keep_their_order() throws Exception {
    List<RecordType> types = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Field time =
          new Field("time", FieldType.LONG, i % 3 == 0 ? Field.Role.PLAIN : Field.Role.RECORD_TIME);
      types.add(new RecordType("test.t" + i, 1, List.of(Field.of("n", FieldType.INT), time)));
    }
    Random random = new Random(9);
    for (int i = 0; i < 5000; i++) {
      add(types.get(random.nextInt(1 + i % 300)), i, 1_000_000_000L + i * 10L);
    }
    assertRoundTrip();
  }

  @Test
  void a_type_without_fields_is_only_counted() throws Exception {
    RecordType empty = new RecordType("test.empty", 1, List.of());
    for (int i = 0; i < 2500; i++) {
      add(empty);
    }
    assertRoundTrip();
  }

  @Test
  void no_records_make_a_chunk() throws Exception {
    assertRoundTrip();
    assertThat(TestChunks.records(TestChunks.chunk(new byte[0], 0))).isEmpty();
  }

  @Test
  void instants_become_epoch_nanoseconds_and_plain_longs_do_not() throws Exception {
    RecordType type =
        new RecordType(
            "test.times",
            1,
            List.of(
                new Field("start", FieldType.LONG, Field.Role.TIMESTAMP),
                Field.of("plain", FieldType.LONG),
                new Field("time", FieldType.LONG, Field.Role.RECORD_TIME)));
    for (int i = 0; i < 3000; i++) {
      batch.add(type, 100L + i, 100L + i, 130L + i);
    }
    Chunk chunk = TestChunks.chunk(TestChunks.encoder(), batch.build(), 1_000_000);

    List<List<Object>> records = TestChunks.records(chunk);

    assertThat(records.get(0)).containsExactly("test.times.1", 1_000_100L, 100L, 1_000_130L);
    assertThat(records.get(2999)).containsExactly("test.times.1", 1_003_099L, 3_099L, 1_003_129L);
  }

  @Test
  void random_schemas_and_records_come_back() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("random schemas: seed " + seed);
    Random random = new Random(seed);
    ChunkEncoder encoder = TestChunks.encoder();
    for (int round = 0; round < 60; round++) {
      RandomRecords records = new RandomRecords(random);
      TestBatch rows = new TestBatch();
      List<List<Object>> wanted = new ArrayList<>();
      for (int i = random.nextInt(4000); i >= 0; i--) {
        wanted.add(records.addTo(rows));
      }
      assertThat(TestChunks.records(TestChunks.chunk(encoder, rows.build())))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(wanted);
    }
  }

  @Test
  void chunks_with_the_same_local_ids_decode_independently() throws Exception {
    RecordType type = new RecordType("test.text", 1, List.of(Field.of("text", FieldType.STRING)));
    ChunkEncoder encoder = TestChunks.encoder();
    Chunk first =
        TestChunks.chunk(encoder, new TestBatch().add(type, "one").add(type, "two").build());
    Chunk second =
        TestChunks.chunk(encoder, new TestBatch().add(type, "six").add(type, "ten").build());
    var decoder = TestChunks.decoder();

    for (int i = 0; i < 2; i++) {
      assertThat(TestChunks.records(decoder.decode(first)))
          .extracting(r -> r.get(1))
          .containsExactly("one", "two");
      assertThat(TestChunks.records(decoder.decode(second)))
          .extracting(r -> r.get(1))
          .containsExactly("six", "ten");
    }
  }

  @Test
  void a_chunk_describes_itself_without_disturbing_its_cursor() throws Exception {
    Chunk chunk = TestChunks.chunk(TestChunks.encoder(), Samples.mixed(3000).build());
    var decoder = TestChunks.decoder();
    List<List<Object>> wanted = TestChunks.records(decoder.decode(chunk));
    var cursor = decoder.decode(chunk);
    for (int i = 0; i < 1000; i++) {
      cursor.next();
    }

    assertThat(decoder.describe())
        .contains(
            "string 1: \"", "type test.note.1", "field load: double plain", "page 1: 952 rows")
        .contains("column (record time): delta", "group sluice.operation_execution.1: 635 rows");
    assertThat(TestChunks.records(cursor)).isEqualTo(wanted.subList(1000, 3000));
    decoder.decode(TestChunks.chunk(new byte[0], 0));
    assertThat(decoder.describe()).isEmpty();
  }
}
