package dev.sluice.serializers.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.RecordValues;
import dev.sluice.testkit.Seeds;
import dev.sluice.testkit.TestBatch;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProjectionTest {
  private static final RecordType TYPE =
      new RecordType(
          "test.wide",
          1,
          List.of(
              Field.of("key", FieldType.STRING),
              Field.of("a", FieldType.LONG),
              Field.of("b", FieldType.LONG),
              Field.of("content", FieldType.BYTES),
              Field.of("c", FieldType.INT)));

  private static FieldSelection only(String... names) {
    return FieldSelection.of(Map.of("test.wide.1", Set.of(names)));
  }

  private static Chunk chunk(int rows) throws Exception {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < rows; i++) {
      batch.add(TYPE, "k" + i % 3, 1_000L * i, 1_000L * i + i % 7, new byte[i % 4], i);
    }
    return TestChunks.chunk(TestChunks.encoder(), batch.build());
  }

  @Test
  void wanted_fields_have_their_values_and_the_others_their_defaults() throws Exception {
    RecordCursor cursor = TestChunks.decoder().decode(chunk(3000), only("b", "content"));
    for (int i = 0; i < 3000; i++) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.text(0)).isNull();
      assertThat(cursor.longValue(1)).isZero();
      assertThat(cursor.longValue(2)).isEqualTo(1_000L * i + i % 7);
      assertThat(cursor.bytes(3)).hasSize(i % 4);
      assertThat(cursor.longValue(4)).isZero();
    }
    assertThat(cursor.next()).isFalse();
  }

  /** A column of which no byte is right is seen by whoever unpacks it. */
  @Test
  void unwanted_columns_are_not_unpacked() throws Exception {
    byte[] body = HostileBodyTest.twoColumns(65, new byte[] {4, 9, 9}, new byte[] {0, 14});
    Chunk chunk = TestChunks.chunk(body, 65);
    assertThatThrownBy(() -> TestChunks.decoder().decode(chunk))
        .isInstanceOf(MalformedChunkException.class);
    FieldSelection second = FieldSelection.of(Map.of("t.1", Set.of("v")));
    RecordCursor cursor = TestChunks.decoder().decode(chunk, second);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.longValue(0)).isEqualTo(7);
    assertThat(cursor.longValue(1)).isZero();
  }

  /** What nobody wants of a type with an unknown packing is not missed. */
  @Test
  void a_type_of_which_nothing_is_wanted_is_stepped_over() throws Exception {
    Chunk chunk =
        TestChunks.chunk(HostileBodyTest.twoColumns(3, new byte[] {9}, new byte[] {9}), 3);
    RecordCursor cursor = TestChunks.decoder().decode(chunk, only("b"));
    int records = 0;
    while (cursor.next()) {
      records++;
    }
    assertThat(records).isEqualTo(3);
    assertThat(cursor.unread()).isEmpty();
  }

  private static final RecordType OTHER =
      new RecordType("test.other", 1, List.of(Field.of("n", FieldType.INT)));

  private static Chunk mixed(int rows) throws Exception {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < rows; i++) {
      batch.add(OTHER, i);
      if (i % 3 == 0) {
        batch.add(TYPE, "k", (long) i, 0L, null, 0);
      }
    }
    return TestChunks.chunk(TestChunks.encoder(), batch.build());
  }

  @Test
  void records_of_types_that_nobody_wants_are_left_out_and_counted() throws Exception {
    FieldSelection one = FieldSelection.ALL.ofTypes(Set.of("test.wide.1"));
    for (int rows : new int[] {3, 300, 3000, 30_000}) {
      RecordCursor cursor = TestChunks.decoder().decode(mixed(rows), one);
      for (int i = 0; i < rows; i += 3) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.type()).isEqualTo(TYPE);
        assertThat(cursor.longValue(1)).isEqualTo(i);
      }
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.leftOut()).isEqualTo(rows);
      assertThat(cursor.unread()).isEmpty();

      ColumnCursor columns = TestChunks.decoder().columns(mixed(rows), one);
      int count = 0;
      while (columns.next()) {
        assertThat(columns.batch().type()).isEqualTo(TYPE);
        count += columns.batch().rows();
      }
      assertThat(count).isEqualTo(rows / 3);
      assertThat(columns.leftOut()).isEqualTo(rows);
    }
  }

  /** No byte of its page is right. */
  @Test
  void a_chunk_of_types_that_nobody_wants_is_not_decoded() throws Exception {
    byte[] body = HostileBodyTest.twoColumns(65, new byte[] {4, 9, 9}, new byte[] {9, 9});
    Chunk chunk = TestChunks.chunk(body, 65);
    ChunkDecoder decoder = TestChunks.decoder();
    RecordCursor cursor = decoder.decode(chunk, FieldSelection.ALL.ofTypes(Set.of("a.1")));
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.leftOut()).isEqualTo(65);
    assertThat(RecordValues.of(decoder.decode(chunk(3)))).hasSize(3);
  }

  @Test
  void any_selection_of_random_records_has_the_values_of_all_of_them() throws Exception {
    long seed = Seeds.first("projections");
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      RandomRecords records = new RandomRecords(random);
      TestBatch rows = new TestBatch();
      for (int i = random.nextInt(500); i >= 0; i--) {
        records.addTo(rows);
      }
      Chunk chunk = TestChunks.chunk(TestChunks.encoder(), rows.build());
      int mask = random.nextInt();
      FieldSelection some = (type, field) -> (field.name().hashCode() & mask) % 3 == 0;
      RecordCursor all = TestChunks.decoder().decode(chunk);
      RecordCursor projected = TestChunks.decoder().decode(chunk, some);
      while (all.next()) {
        assertThat(projected.next()).as("seed %d", seed).isTrue();
        RecordType type = all.type();
        for (int i = 0; i < type.fields().size(); i++) {
          if (some.contains(type, type.fields().get(i)) || i == type.recordTimeField()) {
            assertThat(projected.longValue(i)).as("seed %d", seed).isEqualTo(all.longValue(i));
          } else {
            assertThat(projected.longValue(i)).as("seed %d", seed).isZero();
          }
        }
      }
      assertThat(projected.next()).isFalse();
    }
  }
}
