package dev.sluice.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Seeds;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBWritableVector;
import org.junit.jupiter.api.Test;

class SlabTest {
  private static final List<Kind> NUMBERS =
      List.of(
          Kind.BOOLEAN,
          Kind.BYTE,
          Kind.SHORT,
          Kind.INT,
          Kind.LONG,
          Kind.INSTANT,
          Kind.FLOAT,
          Kind.DOUBLE);

  @Test
  void driver_has_the_buffers_that_columns_are_copied_to() {
    assertThat(DriverInternals.knowsBuffers()).isTrue();
  }

  @Test
  void driver_has_the_mark_that_its_memory_events_are_registered() {
    assertThat(DriverInternals.skipMemoryEvents()).isTrue();
  }

  /** Each kind twice: copied in one piece, and value by value with the driver's methods. */
  @Test
  void copied_columns_hold_what_the_driver_would_have_written() throws Exception {
    Random random = new Random(Seeds.first("copied columns"));
    List<Slab> slabs = new ArrayList<>();
    for (int rows : new int[] {1, 63, 64, 65, 1000, Slab.ROWS, 7}) {
      slabs.add(random(random, rows));
    }
    assertSameBothWays(new BothWays(slabs, true));
  }

  /** DuckDB has no mask for a vector without nulls, and a driver may make none. */
  @Test
  void columns_without_nulls_are_copied_without_a_mask() throws Exception {
    Slab slab = random(new Random(Seeds.first("columns without a mask")), 1000);
    Arrays.fill(slab.nulls, null);
    assertSameBothWays(new BothWays(List.of(slab), false));
  }

  private static void assertSameBothWays(BothWays slabs) throws Exception {
    StringBuilder differ = new StringBuilder("select count(*)");
    for (int i = 0; i < NUMBERS.size(); i++) {
      differ.append(
          ", count(*) filter (c%1$d is distinct from c%2$d), count(c%1$d)"
              .formatted(i, i + NUMBERS.size()));
    }
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      DuckDBFunctions.tableFunction().withName("slabs").withFunction(slabs).register(connection);
      try (ResultSet counted = statement.executeQuery(differ + " from slabs()")) {
        assertThat(counted.next()).isTrue();
        assertThat(counted.getLong(1))
            .isEqualTo(slabs.slabs.stream().mapToInt(slab -> slab.rows).sum());
        for (int i = 0; i < NUMBERS.size(); i++) {
          assertThat(counted.getLong(2 * i + 2)).as("%s differs", NUMBERS.get(i)).isZero();
          assertThat(counted.getLong(2 * i + 3)).as("%s is there", NUMBERS.get(i)).isPositive();
        }
      }
    }
  }

  private static Slab random(Random random, int rows) {
    Slab slab = new Slab(NUMBERS.toArray(Kind[]::new));
    for (int column = 0; column < NUMBERS.size(); column++) {
      for (int row = 0; row < rows; row++) {
        slab.numbers[column][row] =
            switch (NUMBERS.get(column)) {
              case BOOLEAN -> random.nextInt(2);
              case BYTE -> (byte) random.nextLong();
              case SHORT -> (short) random.nextLong();
              case INT -> random.nextInt();
              case FLOAT -> Float.floatToRawIntBits(random.nextFloat());
              case DOUBLE -> Double.doubleToRawLongBits(random.nextDouble());
              default -> random.nextLong();
            };
      }
      for (int row = 0; row < rows && random.nextBoolean(); row += 1 + random.nextInt(9)) {
        slab.putNull(column, row, 1);
      }
    }
    slab.rows = rows;
    return slab;
  }

  /** A table function whose rows are those of slabs. */
  private record BothWays(List<Slab> slabs, boolean masked)
      implements DuckDBTableFunction<List<Slab>, AtomicInteger, Object> {
    @Override
    public List<Slab> bind(DuckDBTableFunctionBindInfo info) throws Exception {
      for (int i = 0; i < 2 * NUMBERS.size(); i++) {
        info.addResultColumn("c" + i, NUMBERS.get(i % NUMBERS.size()).scanType());
      }
      return slabs;
    }

    @Override
    public AtomicInteger init(DuckDBTableFunctionInitInfo info) {
      info.setMaxThreads(1);
      return new AtomicInteger();
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo call, DuckDBDataChunkWriter to) {
      int next = call.<AtomicInteger>getInitData().getAndIncrement();
      if (next == slabs.size()) {
        return 0;
      }
      Slab slab = slabs.get(next);
      for (int i = 0; i < NUMBERS.size(); i++) {
        DuckDBWritableVector vector = to.vector(i);
        if (!masked && NUMBERS.get(i) != Kind.SHORT) { // which the driver itself writes
          removeMask(vector);
        }
        slab.writeNumbers(i, vector, true);
        slab.writeNumbers(i, to.vector(i + NUMBERS.size()), false);
      }
      return slab.rows;
    }

    private static void removeMask(DuckDBWritableVector vector) {
      try {
        Field mask = DuckDBWritableVector.class.getDeclaredField("validity");
        mask.setAccessible(true);
        ByteBuffer bits = (ByteBuffer) mask.get(vector);
        for (int i = 0; i < bits.capacity(); i++) {
          bits.put(i, (byte) -1); // as it is for a vector without a mask
        }
        mask.set(vector, null);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
  }
}
