package dev.sluice.serializers.protobuf;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.Rows;
import dev.sluice.serializers.support.RowType;

/** What an encoder knows about a record type: names as bytes, and what did well for its columns. */
final class TypeEncoder extends RowType {
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
}
