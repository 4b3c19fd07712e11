package dev.sluice.api.record;

/**
 * Mapping from the fields of a type, as the reading program knows it, to the stored fields: fields
 * match by name; a field that is not stored has its default (0, false, null); int widens to long
 * and float to double; nothing else fits. Immutable.
 */
public final class FieldMapping {
  private final RecordType stored;
  private final int[] indexes;

  private FieldMapping(RecordType stored, int[] indexes) {
    this.stored = stored;
    this.indexes = indexes;
  }

  /**
   * Returns the mapping from a wanted type to a stored type.
   *
   * @throws IncompatibleTypeException if a field's stored type does not fit
   */
  public static FieldMapping of(RecordType wanted, RecordType stored) {
    int[] indexes = new int[wanted.fields().size()];
    for (int i = 0; i < indexes.length; i++) {
      Field field = wanted.fields().get(i);
      int index = stored.indexOf(field.name());
      if (index >= 0 && !fits(field.type(), stored.fields().get(index).type())) {
        throw new IncompatibleTypeException(wanted, field, stored.fields().get(index));
      }
      indexes[i] = index;
    }
    return new FieldMapping(stored, indexes);
  }

  private static boolean fits(FieldType wanted, FieldType stored) {
    return wanted == stored
        || wanted == FieldType.DOUBLE && stored == FieldType.FLOAT
        || wanted == FieldType.LONG && stored == FieldType.INT;
  }

  /** Returns the stored type that this mapping is for. */
  public RecordType stored() {
    return stored;
  }

  /**
   * Returns the index of the stored field for a field of the wanted type, or -1 if it is not
   * stored.
   */
  public int index(int field) {
    return indexes[field];
  }
}
