package dev.sluice.sql;

/**
 * A column of a view.
 *
 * @param field the field of the record type, or null if the column tells of the producer
 * @param name unique among the columns of its view, whatever the case of its letters
 */
record Column(String field, Kind kind, String name) {
  Column as(Kind wider) {
    return new Column(field, wider, name);
  }
}
