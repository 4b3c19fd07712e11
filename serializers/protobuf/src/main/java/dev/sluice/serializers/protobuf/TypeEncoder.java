package dev.sluice.serializers.protobuf;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.Rows;
import dev.sluice.serializers.support.RowType;

/**
 * State of an encoder for a record type: names as bytes, and the best predictors of its columns.
 */
final class TypeEncoder extends RowType {
  final Field[] fields = fields();
  final byte[] name;
  final byte[][] fieldNames;
  final ColumnPlan[] plans;

  /** Fields to which the column of a field may refer, by field. */
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
}
