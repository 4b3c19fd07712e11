package dev.sluice.serializers.binary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.testkit.RecordValues;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.TestBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the contract does not know: widths, packings and pages. */
class RoundTripTest {
  private static final RecordType NUMBER =
      new RecordType("test.number", 1, List.of(Field.of("value", FieldType.LONG)));

  private final List<List<Object>> expected = new ArrayList<>();
  private final TestBatch batch = new TestBatch();

  private void add(RecordType type, Object... values) {
    batch.add(type, values);
    expected.add(RecordValues.expected(type.qualifiedName(), values));
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
  void a_flag_in_the_header_comes_back_and_hides_no_constant() throws Exception {
    RecordType type =
        new RecordType(
            "test.flags",
            1,
            List.of(
                new Field("text", FieldType.STRING, Field.Role.SYMBOL),
                Field.of("seldom", FieldType.BOOLEAN),
                Field.of("number", FieldType.INT)));
    for (int i = 0; i < 300; i++) {
      add(type, "symbol " + i % 7, false, i);
    }
    assertRoundTrip();
    assertThat(TestChunks.describe(TestChunks.chunk(TestChunks.encoder(), batch.build())))
        .contains("column seldom: none, constant, 2 bytes");
    add(type, "symbol", true, 5);
    add(NUMBER, 5L);
    add(type, "symbol", true, 5);
    assertRoundTrip();
  }

  @Test
  void a_chunk_describes_itself_without_disturbing_its_cursor() throws Exception {
    Chunk chunk = TestChunks.chunk(TestChunks.encoder(), SampleRecords.mixed(3000).build());
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
