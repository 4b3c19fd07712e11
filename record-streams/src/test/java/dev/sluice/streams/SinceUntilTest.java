package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SinceUntilTest {
  private static final long CLOCK = 1_700_000_000_000_000_000L;
  private static final RecordType TIMED =
      new RecordType(
          "test.timed",
          1,
          List.of(
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("text", FieldType.STRING),
              Field.of("bytes", FieldType.BYTES)));
  private static final RecordType TIMELESS =
      new RecordType("test.timeless", 1, List.of(Field.of("number", FieldType.INT)));

  private final SerializerPair binary = SerializerPair.named("binary");
  private final ScriptedReader reader = new ScriptedReader();
  private final List<String> records = new ArrayList<>();
  private int emitted;
  private int sequence;

  /** A chunk whose records have the times from {@code first} to {@code last}. */
  private Chunk chunk(int first, int last) throws Exception {
    TestBatch rows = new TestBatch();
    for (int i = first; i <= last; i++) {
      rows.add(TIMED, (long) i, "t" + i, new byte[] {(byte) i});
      rows.add(TIMELESS, i);
    }
    Chunk chunk = binary.chunk(binary.encoder(), rows.build());
    return binary.chunk(SerializerPair.body(chunk), header(first, last, 2 * (last - first + 1)));
  }

  private ChunkHeader header(int first, int last, int count) {
    emitted += count;
    Accounting accounting =
        new Accounting.Builder(7)
            .sequence(sequence++)
            .emitted(emitted)
            .clockOffset(CLOCK)
            .times(first, last)
            .end(first == 30)
            .build();
    return ChunkHeader.of(binary.serializer().id(), 0, count, accounting);
  }

  private RecordStream open() throws Exception {
    reader.poll(binary.chunk(new byte[] {99}, header(0, 9, 20)));
    reader.poll(chunk(10, 19));
    reader.poll(chunk(20, 29));
    reader.poll(binary.chunk(new byte[] {99}, header(30, 39, 20)));
    return RecordStream.builder(reader)
        .since(Instant.ofEpochSecond(0, CLOCK + 18))
        .until(Instant.ofEpochSecond(0, CLOCK + 21))
        .open();
  }

  private static void assertAudit(RecordStream stream) {
    assertThat(stream.audit().damaged()).isZero();
    assertThat(stream.audit().producers().get(0).delivered()).isEqualTo(80);
    assertThat(stream.audit().complete()).isTrue();
  }

  /** The chunks outside the range could not be decoded. */
  @Test
  void records_of_the_range_come_and_chunks_outside_are_only_counted() throws Exception {
    RecordStream stream = open();
    stream.drain(
        (cursor, chunk) -> {
          if (cursor.type().recordTimeField() == 0) {
            records.add(cursor.text(1) + cursor.bytes(2)[0] + (cursor.longValue(0) - CLOCK));
          } else {
            records.add("n" + cursor.longValue(0));
          }
        });
    assertThat(records)
        .filteredOn(record -> record.startsWith("t"))
        .containsExactly("t181818", "t191919", "t202020");
    assertThat(records).filteredOn(record -> record.startsWith("n")).hasSize(20);
    assertAudit(stream);
  }

  @Test
  void a_column_reader_has_the_same_batches_of_the_range() throws Exception {
    RecordStream stream = open();
    ColumnReader again = stream.columnReader();
    Set<Chunk> chunks = new LinkedHashSet<>();
    stream.drainColumns(
        (batch, chunk) -> {
          records.add(cells(batch));
          chunks.add(chunk);
        });
    assertThat(chunks).hasSize(2);
    List<String> more = new ArrayList<>();
    for (Chunk chunk : chunks) {
      ColumnCursor cursor = again.open(chunk);
      while (cursor.next()) {
        more.add(cells(cursor.batch()));
      }
    }
    assertThat(more).isEqualTo(records);
  }

  private static String cells(ColumnBatch batch) {
    StringBuilder cells = new StringBuilder(batch.type().qualifiedName());
    for (int field = 0; field < batch.type().fields().size(); field++) {
      long[] column =
          Arrays.copyOfRange(batch.values(), batch.start(field), batch.start(field) + batch.rows());
      cells.append(Arrays.toString(column));
    }
    return cells.toString();
  }

  @Test
  void columns_of_the_range_are_the_same_records() throws Exception {
    RecordStream stream = open();
    long count =
        stream.drainColumns(
            (batch, chunk) -> {
              int[] ordinals = new int[batch.rows()];
              batch.ordinals(ordinals);
              for (int row = 0; row < batch.rows(); row++) {
                long first = batch.values()[batch.start(0) + row];
                if (batch.type().recordTimeField() == 0) {
                  assertThat(ordinals[row]).isEqualTo(2 * (int) ((first - CLOCK) % 10));
                  String text = batch.text(batch.values()[batch.start(1) + row]);
                  records.add(text + batch.bytes(2, row)[0] + (first - CLOCK));
                } else {
                  records.add("n" + first);
                }
              }
            });
    assertThat(count).isEqualTo(23);
    assertThat(records)
        .filteredOn(record -> record.startsWith("t"))
        .containsExactly("t181818", "t191919", "t202020");
    assertAudit(stream);
  }
}
