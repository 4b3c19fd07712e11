package dev.sluice.serializers.support;

import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowLayout;
import java.util.Arrays;

/** Where the fields of a type lie, and its place in the batch of that number. */
final class TypeRows {
  final RecordType type;
  final int fixedWords;
  final int[] word;
  final int[] shift;

  /** Bits above a value, and a mask for the types that are not sign-extended. */
  final int[] unused;

  final long[] mask;

  /** The fields whose values may be inline or symbols. */
  final int[] references;

  long batchNumber;
  int index;

  TypeRows(RecordType type) {
    RowLayout layout = RowLayout.of(type.fields());
    int count = type.fields().size();
    this.type = type;
    this.fixedWords = layout.fixedWords();
    this.word = new int[count];
    this.shift = new int[count];
    this.unused = new int[count];
    this.mask = new long[count];
    int[] found = new int[count];
    int references = 0;
    for (int i = 0; i < count; i++) {
      FieldType fieldType = type.fields().get(i).type();
      word[i] = layout.word(i);
      shift[i] = layout.shift(i);
      unused[i] = Long.SIZE - fieldType.bits();
      mask[i] = fieldType.isSigned() ? -1 : -1L >>> unused[i];
      if (fieldType.isReference()) {
        found[references++] = i;
      }
    }
    this.references = Arrays.copyOf(found, references);
  }

  boolean isText(int field) {
    return type.fields().get(field).type().isText();
  }
}
