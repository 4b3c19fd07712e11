package dev.sluice.sql;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import org.duckdb.DuckDBColumnType;

/** Type of a column of a scan, and its type in a view. */
enum Kind {
  BOOLEAN(DuckDBColumnType.BOOLEAN),
  BYTE(DuckDBColumnType.TINYINT),
  SHORT(DuckDBColumnType.SMALLINT),
  INT(DuckDBColumnType.INTEGER),
  LONG(DuckDBColumnType.BIGINT),
  /** Nanoseconds since the epoch; the driver takes instants as objects alone, which is slow. */
  INSTANT(DuckDBColumnType.BIGINT, "make_timestamp_ns(%s)"),
  FLOAT(DuckDBColumnType.FLOAT),
  DOUBLE(DuckDBColumnType.DOUBLE),
  CHAR(DuckDBColumnType.VARCHAR),
  TEXT(DuckDBColumnType.VARCHAR),
  /** Base64, because the driver cannot pass bytes. */
  BYTES(DuckDBColumnType.VARCHAR, "from_base64(%s)"),
  PRODUCER(DuckDBColumnType.VARCHAR),
  PRODUCER_ID(DuckDBColumnType.VARCHAR),
  /** Never filled. DuckDB asks for the first column if a query needs none, as count(*) does. */
  NOTHING(DuckDBColumnType.BOOLEAN);

  private final DuckDBColumnType type;
  private final String expression;

  Kind(DuckDBColumnType type) {
    this(type, "%s");
  }

  Kind(DuckDBColumnType type, String expression) {
    this.type = type;
    this.expression = expression;
  }

  static Kind of(Field field) {
    return field.isInstant() ? INSTANT : of(field.type());
  }

  private static Kind of(FieldType type) {
    return switch (type) {
      case BOOLEAN -> BOOLEAN;
      case BYTE -> BYTE;
      case SHORT -> SHORT;
      case CHAR -> CHAR;
      case INT -> INT;
      case LONG -> LONG;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case STRING, ENUM -> TEXT;
      case BYTES -> BYTES;
    };
  }

  /** Returns the type of the column that the scan delivers. */
  DuckDBColumnType scanType() {
    return type;
  }

  /** Returns what the view shows of a column of the scan. */
  String shown(String column) {
    return expression.formatted(column);
  }

  boolean isText() {
    return type == DuckDBColumnType.VARCHAR;
  }

  /** Returns whether its texts have numbers in {@link Texts}. */
  boolean isCoded() {
    return this == TEXT || this == PRODUCER || this == PRODUCER_ID;
  }

  /** Returns the kind that holds values of both, or null if there is none. */
  Kind with(Kind other) {
    if (this == other) {
      return this;
    }
    if (this == INT && other == LONG || this == LONG && other == INT) {
      return LONG;
    }
    return this == FLOAT && other == DOUBLE || this == DOUBLE && other == FLOAT ? DOUBLE : null;
  }
}
