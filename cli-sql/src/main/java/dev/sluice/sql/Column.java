package dev.sluice.sql;

import java.util.Locale;

/**
 * A column of a view, or of the scan behind it.
 *
 * @param field the field of the record type, or null if the column describes the producer
 * @param name unique among the columns of its view, whatever the case of its letters
 * @param coded whether the scan delivers numbers of {@link Texts} instead of texts
 */
record Column(String field, Kind kind, String name, boolean coded) {
  Column(String field, Kind kind, String name) {
    this(field, kind, name, false);
  }

  Column as(Kind wider) {
    return new Column(field, wider, name);
  }

  /** Returns this column with numbers for texts, or with nothing. */
  Column byCode() {
    return kind.isCoded() ? new Column(field, kind, name, true) : as(Kind.NOTHING);
  }

  /** Returns how its values cross to DuckDB. */
  Kind crossing() {
    return coded ? Kind.LONG : kind;
  }

  /** Returns whether its name is somewhere in SQL, all in lower case. */
  boolean isIn(String sql) {
    return sql.contains(name.toLowerCase(Locale.ROOT));
  }
}
