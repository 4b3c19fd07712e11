package dev.sluice.serializers.support;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowLayout;
import java.util.Arrays;

/**
 * A record type that a {@link RowIndex} finds in batches, with the layout of its rows. A serializer
 * extends it with its own state for a type. For one thread.
 */
public class RowType {
  /** Maximum number of fields of the same kind from which a column may be predicted. */
  private static final int MAX_REFERENCES = 4;

  private final RecordType type;
  private final RowLayout layout;
  private final Field[] fields;
  private final boolean[] wide;
  private int code;

  /** The batch that {@link #code} belongs to. */
  private long batch;

  /** Creates a type that is in no batch yet. */
  public RowType(RecordType type) {
    this.type = type;
    this.layout = RowLayout.of(type.fields());
    this.fields = type.fields().toArray(new Field[0]);
    this.wide = new boolean[fields.length];
    for (int i = 0; i < fields.length; i++) {
      wide[i] = fields[i].type().isWide();
    }
  }

  /** Returns the type that rows refer to. */
  public final RecordType type() {
    return type;
  }

  /** Returns the layout of the fields in a row. */
  public final RowLayout layout() {
    return layout;
  }

  /** Returns the fields; the caller must not change the array. */
  public final Field[] fields() {
    return fields;
  }

  /**
   * Returns the fields that the column of an integer field may be close to, so that the difference
   * may be written instead: the record time for instants, and later fields of the same kind; at
   * most four.
   */
  protected final int[] referencesOf(int field) {
    int[] found = new int[MAX_REFERENCES];
    int count = 0;
    int time = type.recordTimeField();
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

  /** Returns the place of the type among those of the batch, in the order of their first rows. */
  public final int code() {
    return code;
  }

  final boolean isWide(int field) {
    return wide[field];
  }

  final boolean isIn(long thatBatch) {
    return batch == thatBatch;
  }

  final void begin(long newBatch, int newCode) {
    batch = newBatch;
    code = newCode;
    begin();
  }

  /** Begins a batch; called when the first row of the type is found. */
  protected void begin() {}
}
