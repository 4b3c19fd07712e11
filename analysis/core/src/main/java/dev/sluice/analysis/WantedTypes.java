package dev.sluice.analysis;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordType;
import java.util.stream.IntStream;

/** Which fields a stage wants of the type that it was asked for last. For one thread. */
final class WantedTypes {
  private final FieldSelection selection;
  private RecordType type;
  private int[] fields;

  WantedTypes(FieldSelection selection) {
    this.selection = selection;
  }

  /** Indexes of the wanted fields, ascending; not to be changed. */
  int[] fields(RecordType asked) {
    if (asked != type) {
      type = asked;
      fields =
          IntStream.range(0, asked.fields().size())
              .filter(field -> selection.contains(asked, asked.fields().get(field)))
              .toArray();
    }
    return fields;
  }

  /** A field of the type that was asked for last. */
  Field field(int index) {
    return type.fields().get(index);
  }
}
