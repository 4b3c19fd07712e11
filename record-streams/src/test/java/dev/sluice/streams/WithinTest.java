package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.support.TimeRange;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a range of time leaves of a cursor, apart from fewer records. */
class WithinTest {
  private static final RecordType TIMED =
      new RecordType(
          "test.timed",
          1,
          List.of(
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("ratio", FieldType.DOUBLE)));
  private static final RecordType OTHER =
      new RecordType(
          "test.other", 1, List.of(new Field("t", FieldType.LONG, Field.Role.RECORD_TIME)));
  private static final List<UnreadRecords> UNREAD = List.of(new UnreadRecords("a.b", "new", 2));
  private static final int LEFT_OUT = 5;
  private static final TimeRange RANGE = new TimeRange(10, 12);

  /** Has a record for each time; those from 100 on are of another type. */
  private static final class Times implements RecordCursor {
    private final long[] times;
    private int row = -1;

    Times(long... times) {
      this.times = times;
    }

    @Override
    public boolean next() {
      return ++row < times.length;
    }

    @Override
    public RecordType type() {
      return times[row] < 100 ? TIMED : OTHER;
    }

    @Override
    public long longValue(int field) {
      return times[row];
    }

    @Override
    public double doubleValue(int field) {
      return times[row] / 4.0;
    }

    @Override
    public String text(int field) {
      return null;
    }

    @Override
    public byte[] bytes(int field) {
      return null;
    }

    @Override
    public List<RecordType> types() {
      return List.of(TIMED, OTHER);
    }

    @Override
    public List<UnreadRecords> unread() {
      return UNREAD;
    }

    @Override
    public int leftOut() {
      return LEFT_OUT;
    }
  }

  private static Chunk chunk() {
    return TestProducer.seal(TestDeserializer.ID, "", 0, new Accounting.Builder(1).build());
  }

  @Test
  void records_outside_of_a_range_are_left_out_with_those_that_nobody_asked_for() {
    RecordCursor within = new RecordsWithin(new Times(9, 10, 12, 13), RANGE);
    assertThat(within.next()).isTrue();
    assertThat(within.longValue(0)).isEqualTo(10);
    assertThat(within.doubleValue(1)).isEqualTo(2.5);
    assertThat(within.next()).isTrue();
    assertThat(within.longValue(0)).isEqualTo(12);
    assertThat(within.next()).isFalse();

    assertThat(within.leftOut()).isEqualTo(LEFT_OUT + 2);
    assertThat(within.types()).containsExactly(TIMED, OTHER);
    assertThat(within.unread()).isEqualTo(UNREAD);
  }

  @Test
  void columns_of_which_no_record_is_in_a_range_do_not_come() {
    ColumnCursor cursor = ColumnCursor.of(new Times(9, 11, 13, 100, 101));
    ColumnCursor within = ColumnsWithin.of(cursor, chunk(), RANGE);
    assertThat(within.next()).isTrue();
    assertThat(within.batch().rows()).isEqualTo(1);
    assertThat(within.batch().values()[within.batch().start(0)]).isEqualTo(11);
    assertThat(Double.longBitsToDouble(within.batch().values()[within.batch().start(1)]))
        .isEqualTo(2.75);
    assertThat(within.batch().minId()).isEqualTo(cursor.batch().minId());
    assertThat(within.batch().maxId()).isEqualTo(cursor.batch().maxId());
    assertThat(within.next()).as("all of the other type are late").isFalse();

    assertThat(within.leftOut()).isEqualTo(LEFT_OUT + 4);
    assertThat(within.types()).containsExactly(TIMED, OTHER);
    assertThat(within.unread()).isEqualTo(UNREAD);
  }

  @Test
  void texts_of_columns_keep_their_ids() {
    RecordType named = new RecordType("test.named", 1, List.of(Field.of("name", FieldType.STRING)));
    ColumnBatch batch =
        (ColumnBatch)
            Proxy.newProxyInstance(
                WithinTest.class.getClassLoader(),
                new Class<?>[] {ColumnBatch.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "minId" -> 3;
                      case "maxId" -> 9;
                      case "type" -> named;
                      case "rows" -> 1;
                      case "start" -> 0;
                      case "values" -> new long[] {7};
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    ColumnCursor cursor =
        (ColumnCursor)
            Proxy.newProxyInstance(
                WithinTest.class.getClassLoader(),
                new Class<?>[] {ColumnCursor.class},
                (proxy, method, arguments) -> method.getName().equals("next") ? true : batch);
    ColumnCursor within = ColumnsWithin.of(cursor, chunk(), RANGE);

    assertThat(within.next()).isTrue();
    assertThat(within.batch().values()).startsWith(7);
    assertThat(within.batch().minId()).isEqualTo(3);
    assertThat(within.batch().maxId()).isEqualTo(9);
  }
}
