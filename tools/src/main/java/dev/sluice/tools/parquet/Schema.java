package dev.sluice.tools.parquet;

import dev.sluice.api.record.FieldType;

/**
 * Description of columns in a footer
 * (https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift, whose
 * numbers of fields and constants these are).
 */
final class Schema {
  private static final int REQUIRED = 0;
  private static final int OPTIONAL = 1;
  private static final int LOGICAL = 10;

  private Schema() {}

  /** Returns the physical type. */
  private static int physical(ColumnBuffer column) {
    return switch (column.type()) {
      case BOOLEAN -> 0;
      case BYTE, SHORT, INT -> 1;
      case LONG -> 2;
      case FLOAT -> 4;
      case DOUBLE -> 5;
      case CHAR, STRING, ENUM, BYTES -> 6;
    };
  }

  /** An element of the schema. */
  static void column(Thrift out, String name, ColumnBuffer column) {
    out.element()
        .i32(1, physical(column))
        .i32(3, column.isOptional() ? OPTIONAL : REQUIRED)
        .text(4, name);
    if (column.isBinary() && column.type() != FieldType.BYTES) {
      out.i32(6, 0).struct(LOGICAL).struct(1).end().end();
    } else if (column.isMicros()) {
      out.i32(6, 10);
      out.struct(LOGICAL).struct(8).bool(1, true).struct(2).struct(2).end().end().end().end();
    } else if (column.type() == FieldType.BYTE || column.type() == FieldType.SHORT) {
      int bits = column.type().bits();
      out.i32(6, bits == Byte.SIZE ? 15 : 16);
      out.struct(LOGICAL).struct(10).i8(1, bits).bool(2, true).end().end();
    }
    out.end();
  }

  /** The metadata of a column chunk, without the end. */
  static void written(Thrift out, String name, ColumnBuffer column, ColumnPages.Written written) {
    out.i32(1, physical(column))
        .i32s(2, 0, 3, written.encoding())
        .texts(3, name)
        .i32(4, PageCompression.GZIP)
        .i64(5, written.values())
        .i64(6, written.plainSize())
        .i64(7, written.size())
        .i64(9, written.dataOffset());
    if (written.dictionaryOffset() >= 0) {
      out.i64(11, written.dictionaryOffset());
    }
    FieldType type = column.type();
    boolean ranged = type.isIntegral() && !column.isBinary() && type != FieldType.BOOLEAN;
    if (ranged && written.least() <= written.most()) {
      int size = type.isWide() ? Long.BYTES : Integer.BYTES;
      out.struct(12)
          .binary(5, little(written.most(), size))
          .binary(6, little(written.least(), size))
          .end();
    }
  }

  private static byte[] little(long value, int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (value >>> 8 * i);
    }
    return bytes;
  }
}
