package dev.sluice.sql;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;

/**
 * Access to internals of DuckDB's driver without public methods. They are optional: with a version
 * of the driver that lacks a field, queries are only slower. Any thread.
 */
final class DriverInternals {
  private static final VarHandle DATA = buffer("data");
  private static final VarHandle VALIDITY = buffer("validity");
  private static final long[] ALL_VALID = new long[Slab.ROWS / Long.SIZE];

  static {
    Arrays.fill(ALL_VALID, -1);
  }

  private DriverInternals() {}

  private static VarHandle buffer(String name) {
    try {
      return MethodHandles.privateLookupIn(DuckDBWritableVector.class, MethodHandles.lookup())
          .findVarHandle(DuckDBWritableVector.class, name, ByteBuffer.class);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * Keeps the driver from registering an event of the flight recorder, to which its option for that
   * comes too late: it takes a tenth of the time of a short query. Before the first connection.
   *
   * @return whether the driver has the mark for that
   */
  static boolean skipMemoryEvents() {
    try {
      Class<?> monitor = Class.forName("org.duckdb.DuckDBMemoryMonitor");
      MethodHandles.privateLookupIn(monitor, MethodHandles.lookup())
          .findStaticVarHandle(monitor, "initialized", boolean.class)
          .set(true);
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /**
   * Returns whether columns can be copied in one piece. The driver's methods take one value, check
   * index and type and set a bit: a fifth of a query's time.
   */
  static boolean knowsBuffers() {
    return DATA != null && VALIDITY != null;
  }

  /** Copies the first values, at most {@link Slab#ROWS}, to a vector of 8 bytes a value. */
  static void copy(long[] values, int count, DuckDBWritableVector to) {
    valid(to).asLongBuffer().put(values, 0, count);
  }

  /** Copies the lower half of the first values to a vector of 4 bytes a value. */
  static void copyInts(long[] values, int count, DuckDBWritableVector to) {
    int[] ints = new int[count];
    for (int i = 0; i < count; i++) {
      ints[i] = (int) values[i];
    }
    valid(to).asIntBuffer().put(ints);
  }

  /** Copies the lowest byte of the first values to a vector of 1 byte a value. */
  static void copyBytes(long[] values, int count, DuckDBWritableVector to) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) values[i];
    }
    valid(to).put(bytes);
  }

  /** Returns the memory of a vector's values, of which none is null from then on. */
  private static ByteBuffer valid(DuckDBWritableVector vector) {
    ByteBuffer bits = (ByteBuffer) VALIDITY.get(vector);
    if (bits != null) { // a vector without this mask has no nulls
      int words = Math.min(ALL_VALID.length, bits.remaining() / Long.BYTES);
      natural(bits).asLongBuffer().put(ALL_VALID, 0, words);
    }
    return natural((ByteBuffer) DATA.get(vector));
  }

  private static ByteBuffer natural(ByteBuffer buffer) {
    return buffer.duplicate().order(ByteOrder.nativeOrder());
  }
}
