package dev.sluice.serializers.support;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;

/**
 * The order in which the columns of a type are written and read. The record time comes first.
 * Strings and enums come next, because others may be keyed by them; within both kinds the last
 * field comes first, because ends stand behind starts.
 */
public final class FieldOrder {
  private FieldOrder() {}

  /** Returns the indexes of all fields but the record time, in the order of their columns. */
  public static int[] of(RecordType type) {
    int time = type.recordTimeField();
    int[] order = new int[type.fields().size() - (time >= 0 ? 1 : 0)];
    int count = 0;
    for (boolean text : new boolean[] {true, false}) {
      for (int i = type.fields().size() - 1; i >= 0; i--) {
        if (i != time && type.fields().get(i).type().isText() == text) {
          order[count++] = i;
        }
      }
    }
    return order;
  }

  /** Returns whether the column of one field is before that of another. */
  static boolean isBefore(Field[] fields, int time, int field, int other) {
    if (field == time || other == time) {
      return field == time && other != time;
    }
    boolean text = fields[field].type().isText();
    return text == fields[other].type().isText() ? field > other : text;
  }
}
