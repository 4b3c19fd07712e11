package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.ChunkEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Contract for a serializer and its deserializer, tested as a pair. A serializer has one small
 * subclass that names it and states its bounds.
 */
public abstract class SerializerContract extends EncodeContract {
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

  /** Creates the tests of the pair with this name. */
  protected SerializerContract(String name) {
    super(name);
  }

  /**
   * Returns the maximum number of bytes that encoding a chunk may allocate once an encoder has
   * encoded some similar ones.
   */
  protected abstract long allocationPerChunk();

  private void add(RecordType type, Object... values) {
    batch.add(type, values);
    expected.add(RecordValues.expected(type.qualifiedName(), values));
  }

  private void assertRoundTrip() throws Exception {
    for (Map<String, String> option : options()) {
      ChunkEncoder encoder = pair.encoder(option);
      // The second time the encoder may have learnt something.
      for (int i = 0; i < 2; i++) {
        assertThat(pair.records(pair.chunk(encoder, batch.build()))).isEqualTo(expected);
      }
    }
  }

  @Test
  public void serializer_and_deserializer_have_one_name_and_one_id() {
    assertThat(pair.deserializer().name()).isEqualTo(pair.serializer().name());
    assertThat(pair.deserializer().id()).isEqualTo(pair.serializer().id()).isBetween(1, 255);
    assertThat(pair.encoder().maxRecords()).isBetween(1, ChunkLayout.MAX_RECORDS);
  }

  @Test
  public void extremes_of_every_field_type_come_back() throws Exception {
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
        '\ud83d',
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
  public void any_text_comes_back_and_null_is_not_empty() throws Exception {
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
      add(type, null, text + "2".repeat(text.length() < 21_000 ? 1 : 0));
      add(type, text, null);
    }
    assertRoundTrip();
  }

  @Test
  public void equal_texts_of_a_chunk_are_one_object() throws Exception {
    Chunk chunk = pair.chunk(pair.encoder(), batch.add(TEXT, "twin").add(TEXT, "twin").build());

    List<List<Object>> records = pair.records(chunk);

    assertThat(records.get(0).get(1)).isSameAs(records.get(1).get(1));
  }

  @Test
  public void any_field_name_comes_back() throws Exception {
    List<Field> fields = new ArrayList<>();
    for (String name : List.of("a b", "größe", "\"\\\n", "\ud83d", "n".repeat(255), "Type")) {
      fields.add(Field.of(name, FieldType.INT));
    }
    RecordType type = new RecordType("test.names_2.x", 65_535, fields);
    for (Map<String, String> option : options()) {
      Chunk chunk =
          pair.chunk(pair.encoder(option), new TestBatch().add(type, 1, 2, 3, 4, 5, 6).build());
      assertThat(pair.decoder().decode(chunk).types()).containsExactly(type);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 9, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 65_536})
  public void any_number_of_rows_comes_back(int rows) throws Exception {
    Random random = new Random(rows);
    long time = 0;
    for (int i = 0; i < rows; i++) {
      time += random.nextInt(1000);
      add(EVENT, time, i % 7 == 0 ? random.nextInt() : i / 3);
    }
    assertRoundTrip();
  }

  @Test
  public void arithmetic_wraps_around() throws Exception {
    for (int i = 0; i < 100; i++) {
      add(NUMBER, i % 2 == 0 ? Long.MIN_VALUE + i : Long.MAX_VALUE - i);
    }
    assertRoundTrip();
  }

  @Test
  public void many_interleaved_types_keep_their_order() throws Exception {
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
  public void a_type_of_255_fields_comes_back() throws Exception {
    List<Field> fields =
        IntStream.range(0, 255)
            .mapToObj(i -> Field.of("f" + i, FieldType.byNumber(1 + i % 11)))
            .toList();
    RecordType type = new RecordType("test.wide", 1, fields);
    for (int row = 0; row < 100; row++) {
      int number = row;
      add(type, fields.stream().map(field -> RandomRecords.value(field.type(), number)).toArray());
    }
    assertRoundTrip();
  }

  @Test
  public void a_type_without_fields_is_only_counted() throws Exception {
    RecordType empty = new RecordType("test.empty", 1, List.of());
    for (int i = 0; i < 2500; i++) {
      add(empty);
    }
    assertRoundTrip();
  }

  @Test
  public void no_records_make_a_chunk() throws Exception {
    assertRoundTrip();
    assertThat(pair.records(pair.chunk(new byte[0], 0))).isEmpty();
  }

  @Test
  public void instants_become_epoch_nanoseconds_and_plain_longs_do_not() throws Exception {
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
    Chunk chunk = pair.chunk(pair.encoder(), batch.build(), 1_000_000);

    List<List<Object>> records = pair.records(chunk);

    assertThat(records.get(0)).containsExactly("test.times.1", 1_000_100L, 100L, 1_000_130L);
    assertThat(records.get(2999)).containsExactly("test.times.1", 1_003_099L, 3_099L, 1_003_129L);
  }

  @Test
  public void random_schemas_and_records_come_back() throws Exception {
    long seed = Seeds.first("random schemas");
    Random random = new Random(seed);
    ChunkEncoder encoder = pair.encoder();
    for (int round = 0; round < 60; round++) {
      RandomRecords records = new RandomRecords(random);
      TestBatch rows = new TestBatch();
      List<List<Object>> wanted = new ArrayList<>();
      for (int i = random.nextInt(4000); i >= 0; i--) {
        wanted.add(records.addTo(rows));
      }
      assertThat(pair.records(pair.chunk(encoder, rows.build())))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(wanted);
    }
  }

  @Test
  public void chunks_of_other_encoders_decode_independently() throws Exception {
    Chunk first =
        pair.chunk(pair.encoder(), new TestBatch().add(TEXT, "one").add(TEXT, "two").build());
    Chunk second =
        pair.chunk(pair.encoder(), new TestBatch().add(TEXT, "six").add(TEXT, "ten").build());
    ChunkDecoder decoder = pair.decoder();

    for (int i = 0; i < 2; i++) {
      assertThat(RecordValues.of(decoder.decode(first)))
          .extracting(r -> r.get(1))
          .containsExactly("one", "two");
      assertThat(RecordValues.of(decoder.decode(second)))
          .extracting(r -> r.get(1))
          .containsExactly("six", "ten");
    }
  }

  @Test
  public void encoding_allocates_no_more_than_stated() throws Exception {
    RowBatch rows = SampleRecords.operations(1024).build();
    RowBatch mixed = SampleRecords.mixed(2100).build();
    ChunkEncoder encoder = pair.encoder();
    byte[] out = new byte[1 << 20];
    for (int i = 0; i < 1000; i++) {
      encoder.encode(rows, out, 0, out.length);
      if (i % 4 == 0) {
        encoder.encode(mixed, out, 0, out.length);
      }
    }
    long before = Allocations.ofThisThread();
    for (int i = 0; i < 1000; i++) {
      encoder.encode(rows, out, 0, out.length);
    }
    // What the JVM allocates once to compile a rare path anew is not the encoder's.
    assertThat((Allocations.ofThisThread() - before) / 1000)
        .isLessThanOrEqualTo(20 + allocationPerChunk());
  }
}
