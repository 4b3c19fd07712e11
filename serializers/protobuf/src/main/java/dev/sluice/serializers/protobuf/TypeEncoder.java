package dev.sluice.serializers.protobuf;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.Rows;
import dev.sluice.serializers.support.RowType;
import java.util.Arrays;

/** What an encoder knows about a record type: names as bytes, and what did well for its columns. */
final class TypeEncoder extends RowType {
  /** Later fields of the same kind that a column may refer to. */
  private static final int MAX_REFERENCES = 4;

  final Field[] fields = fields();
  final byte[] name;
  final byte[][] fieldNames;
  final ColumnPlan[] plans;

  /** The fields that the column of a field may refer to. */
  final int[][] references;

  TypeEncoder(RecordType type) {
    super(type);
    this.name = Rows.wtf8(type.name());
    this.fieldNames = new byte[fields.length][];
    this.plans = new ColumnPlan[fields.length];
    this.references = new int[fields.length][];
    for (int i = 0; i < fields.length; i++) {
      fieldNames[i] = Rows.wtf8(fields[i].name());
      plans[i] = new ColumnPlan();
      references[i] = referencesOf(i);
    }
  }

  /** Fields whose difference may be small: numbers, instants with instants only. */
  private int[] referencesOf(int field) {
    int[] found = new int[MAX_REFERENCES];
    int count = 0;
    int time = type().recordTimeField();
    if (time >= 0 && field != time && fields[field].isInstant()) {
      found[count++] = time;
    }
    for (int i = field + 1; i < fields.length && count < found.length; i++) {
      if (field != time && i != time && areAlike(fields[field], fields[i])) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static boolean areAlike(Field field, Field later) {
    return field.type().isIntegral()
        && later.type().isIntegral()
        && field.isInstant() == later.isInstant();
  }
}
