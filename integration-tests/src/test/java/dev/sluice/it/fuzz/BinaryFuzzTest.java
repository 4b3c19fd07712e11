package dev.sluice.it.fuzz;

import static dev.sluice.it.fuzz.Seeds.concat;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.FieldType;
import dev.sluice.testkit.SerializerPair;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The binary payload behind a right CRC: a whole body, a table of strings, a column of each
 * packing.
 */
class BinaryFuzzTest {
  private static final int MAX_RECORDS = 3000;
  private static final int[] ROWS = {1, 2, 3, 3, 4, 8, 9, 9, 16, 31, 63, 64, 65, 66, 129, 200};
  private static final int TYPES = FieldType.values().length;
  private static final int PACKINGS = 6;
  private static final int DELTA = 1;
  private static final int REFERENCE = 2;
  private static final int KEYED = 3;

  /** A type t with the fields v, of each type, k (string) and a (long). */
  private static final byte[][] SCHEMAS = new byte[TYPES + 1][];

  static {
    byte[] strings = {0, 4, 8 << 2, 1, 1, 1, 1, 't', 'v', 'k', 'a'};
    for (byte type = 1; type <= TYPES; type++) {
      byte[] fields = {1, 2, 1, 3, 4, type, 6, 9, 8, 6};
      SCHEMAS[type] = concat(strings, fields);
    }
  }

  private final HostileDecoding decoding = new HostileDecoding("binary", MemoryBoundTest::binary);

  static Stream<byte[]> bodies() {
    Stream<Chunk> compressed = Seeds.chunks("binary", Map.of("compression", "lz4"));
    return Stream.concat(Seeds.chunks("binary", Map.of()), compressed).map(BinaryFuzzTest::input);
  }

  private static byte[] input(Chunk chunk) {
    int records = chunk.header().recordCount();
    int raw = chunk.header().rawLength();
    byte[] head = {(byte) records, (byte) (records >> 8), (byte) raw, (byte) (raw >> 8)};
    return concat(head, SerializerPair.body(chunk));
  }

  /** Bytes 0 and 1: records; bytes 2 and 3: raw length of a compressed body, or 0. */
  @MethodSource("bodies")
  @FuzzTest
  void body(byte[] data) {
    acceptsBody(data);
  }

  private boolean acceptsBody(byte[] data) {
    if (data.length < 4) {
      return false;
    }
    byte[] body = Arrays.copyOfRange(data, 4, data.length);
    return decoding.accepts(body, number(data, 0) % MAX_RECORDS, number(data, 2));
  }

  private static int number(byte[] data, int at) {
    return data[at] & 0xff | (data[at + 1] & 0xff) << 8;
  }

  /**
   * A table of strings that is one LZ4 block. Byte 0: generation of its history; byte 1: strings.
   */
  @MethodSource("tables")
  @FuzzTest
  void table(byte[] data) {
    acceptsTable(data);
  }

  private boolean acceptsTable(byte[] data) {
    if (data.length < 5) {
      return false;
    }
    byte[] head = {(byte) (data[0] & 1), 0, 0, 0, 0, 0, 0, 0};
    int end = Varint.put(head, 1, data[1] & 0xff);
    end = Varint.put(head, end, number(data, 2) << 2 | 1);
    end = Varint.put(head, end, data.length - 4);
    byte[] block = Arrays.copyOfRange(data, 4, data.length);
    return decoding.accepts(concat(Arrays.copyOf(head, end), block, new byte[1]), 0, 0);
  }

  /** Three strings of a byte each, without and with a match in what was decoded. */
  static Stream<byte[]> tables() {
    return Stream.of(
        new byte[] {0, 3, 6, 0, 0x60, 1, 1, 1, 'a', 'b', 'c'},
        new byte[] {1, 3, 6, 0, 0x60, 1, 1, 1, 'a', 'b', 'c'},
        new byte[] {0, 8, 16, 0, 0x13, 1, 1, 0, 0x12, 'a', 1, 0, 0x10, 'a'},
        new byte[] {1, 2, 10, 0, 0x20, 4, 4, 100, 0, 0x40, 'a', 'b', 'c', 'd'});
  }

  /** A column of three longs in each packing. */
  static Stream<byte[]> columns() {
    return Stream.of(
        new byte[] {2, 0x05, 14},
        new byte[] {2, 0x15, 2, 0, 0b11_1111},
        new byte[] {2, 0x25, 1, 0, 0, 0, 4},
        new byte[] {2, 0x35, 2, 0, 0, 0b101},
        new byte[] {
          2, 0x45, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8
        },
        new byte[] {2, 0x55, 2, 4, 6});
  }

  /**
   * A page in which the column of v has bytes of any kind behind its head. Byte 0: rows, then
   * predictor; byte 1: type of v, then packing.
   */
  @MethodSource("columns")
  @FuzzTest
  void column(byte[] data) {
    acceptsColumn(data);
  }

  private boolean acceptsColumn(byte[] data) {
    if (data.length < 2) {
      return false;
    }
    int packing = (data[1] >> 4 & 0xf) % PACKINGS;
    int rows = ROWS[data[0] & 0xf];
    int predictor = data[0] >> 4 & 3;
    FieldType type = FieldType.byNumber(1 + (data[1] & 0xf) % TYPES);
    byte[] v = Arrays.copyOf(new byte[] {(byte) (predictor << 4 | packing)}, data.length);
    int at = 1;
    if (predictor == REFERENCE || predictor == KEYED) {
      v[at++] = (byte) (predictor == KEYED ? 1 : 2);
    }
    v = Arrays.copyOf(v, at + data.length - 2);
    System.arraycopy(data, 2, v, at, data.length - 2);
    byte[] a = {(byte) (rows > 1 ? DELTA << 4 : 0), 6, 1};
    a = rows > 1 ? a : Arrays.copyOf(a, 2);
    byte[] columns = type.isText() ? concat(keys(rows), v, a) : concat(keys(rows), a, v);
    byte[] page = {0, 0, 0, 0, 0, 0};
    int end = Varint.put(page, Varint.put(page, 0, rows), columns.length);
    byte[] body = concat(SCHEMAS[type.number()], Arrays.copyOf(page, end), columns);
    return decoding.accepts(body, rows, 0);
  }

  @Test
  void what_fuzzing_starts_from_is_accepted() {
    assertThat(bodies()).allMatch(this::acceptsBody);
    assertThat(tables()).allMatch(this::acceptsTable);
    assertThat(columns()).allMatch(this::acceptsColumn);
  }

  /** The column of k: null and the first three strings by turns. */
  private static byte[] keys(int rows) {
    byte[] column = new byte[1 + rows];
    column[0] = 5;
    for (int i = 0; i < rows; i++) {
      column[1 + i] = (byte) (i % 4 * 2);
    }
    return column;
  }
}
