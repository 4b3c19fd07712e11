package dev.sluice.serializers.binary;

import dev.sluice.api.record.Field;

/**
 * Where the columns of a type's fields stand in a group. Strings and enums come first, because
 * others may be keyed by them; within both kinds the last field comes first, because ends stand
 * behind starts. Immutable.
 */
final class FieldOrder {
  /** Place of the record time, which stands before all groups. */
  private static final int TIME = -1;

  private final int[] fields;
  private final int[] places;

  FieldOrder(Field[] all, int timeField) {
    fields = new int[timeField >= 0 ? all.length - 1 : all.length];
    places = new int[all.length];
    int count = 0;
    for (int pass = 0; pass < 2; pass++) {
      for (int i = all.length - 1; i >= 0; i--) {
        if (i != timeField && all[i].type().isText() == (pass == 0)) {
          places[i] = count;
          fields[count++] = i;
        }
      }
    }
    if (timeField >= 0) {
      places[timeField] = TIME;
    }
  }

  /** Indexes of all fields but the record time in the order of their columns; not to be changed. */
  int[] fields() {
    return fields;
  }

  /** Whether the column of the one field lies before that of the other. */
  boolean isBefore(int field, int other) {
    return places[field] < places[other];
  }
}
