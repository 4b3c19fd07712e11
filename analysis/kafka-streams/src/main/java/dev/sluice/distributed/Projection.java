package dev.sluice.distributed;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A type and those of its fields that a stage looks at, with its record time.
 *
 * @param type the type that chunks have
 * @param fields indexes of those fields in it, ascending, none if the stage looks at none; not to
 *     be changed
 * @param description the type as {@link PartDecoder} reads it, and which fields are there; not to
 *     be changed
 */
record Projection(RecordType type, int[] fields, byte[] description) {
  /** Added to the number of a field's role if it is not there. */
  static final int ABSENT = 0x80;

  static Projection of(RecordType type, FieldSelection selection) {
    List<Field> fields = type.fields();
    int[] indexes =
        IntStream.range(0, fields.size())
            .filter(i -> selection.contains(type, fields.get(i)))
            .toArray();
    if (indexes.length > 0 && type.recordTimeField() >= 0) {
      indexes =
          IntStream.concat(Arrays.stream(indexes), IntStream.of(type.recordTimeField()))
              .sorted()
              .distinct()
              .toArray();
    }
    return new Projection(type, indexes, describe(type, indexes));
  }

  private static byte[] describe(RecordType type, int[] present) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    text(out, type.name());
    out.write(type.version() >>> 8);
    out.write(type.version());
    out.write(type.fields().size());
    for (int i = 0; i < type.fields().size(); i++) {
      Field field = type.fields().get(i);
      text(out, field.name());
      out.write(field.type().number());
      out.write(field.role().ordinal() + (Arrays.binarySearch(present, i) < 0 ? ABSENT : 0));
    }
    return out.toByteArray();
  }

  private static void text(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.write(bytes.length >>> 8);
    out.write(bytes.length);
    out.writeBytes(bytes);
  }
}
