package dev.sluice.compiler;

import dev.sluice.api.record.FieldType;
import java.util.ArrayList;
import java.util.List;

/** Source of a record type's typed reader. */
final class ReaderSource {
  private final RecordModel model;
  private final SourceFile file;

  ReaderSource(RecordModel model) {
    this.model = model;
    file = new SourceFile(model, "Reader").set("writer", model.generated("Writer"));
  }

  /** Returns the whole file. */
  String text() {
    file.add(
        """
        /**
         * Reader of {@link $record} records of the type {@code $typeName}, version $version. For one thread.
         *
         * <p>Instants are nanoseconds since the epoch. Fields that are not stored are 0, false or null; so
         * are enum constants that this program does not know. What the record's constructor throws is thrown.
         *
         * <p>Written by the record compiler: to change it, change the record.
         */
        @$Generated
        $warnings${visibility}final class $class implements $RecordReader<$record> {
          /** Record type, with one field for each component. */
          public static final $RecordType TYPE = $writer.TYPE;

        """);
    constants();
    file.set("values", String.join(",\n        ", values()));
    file.add(
        """
          private $FieldMapping mapping;

          private $class() {}

          /**
           * Returns a new reader.
           *
           * @return a new one
           */
          public static $class create() {
            return new $class();
          }

          @Override
          public $RecordType type() {
            return TYPE;
          }

          @Override
          public Class<$record> recordClass() {
            return $record.class;
          }

          @Override
          public $record read($RecordCursor cursor) {
            $FieldMapping fields = mapping;
            if (fields == null || fields.stored() != cursor.type()) {
              fields = $FieldMapping.of(TYPE, cursor.type());
              mapping = fields;
            }
            return new $record(
                $values);
          }
        """);
    return file.add("}\n").text();
  }

  private void constants() {
    for (int i = 0; i < model.components().size(); i++) {
      Component component = model.components().get(i);
      if (component.type() == FieldType.ENUM) {
        file.set("i", i).set("javaType", component.javaType());
        file.add("  private static final $javaType[] CONSTANTS_$i = $javaType.values();\n");
      }
    }
  }

  private List<String> values() {
    List<String> values = new ArrayList<>();
    for (Component component : model.components()) {
      file.set("i", values.size());
      values.add(file.fill(value(component)));
    }
    return values;
  }

  private static String value(Component component) {
    FieldType type = component.type();
    String none = type.isReference() ? "null" : type == FieldType.BOOLEAN ? "false" : "0";
    String stored =
        switch (type) {
          case BOOLEAN -> "cursor.longValue(fields.index($i)) != 0";
          case LONG -> "cursor.longValue(fields.index($i))";
          case BYTE, SHORT, CHAR, INT ->
              "(" + component.javaType() + ") cursor.longValue(fields.index($i))";
          case FLOAT -> "(float) cursor.doubleValue(fields.index($i))";
          case DOUBLE -> "cursor.doubleValue(fields.index($i))";
          case STRING -> "cursor.text(fields.index($i))";
          case BYTES -> "cursor.bytes(fields.index($i))";
          case ENUM -> "$Rows.constant(CONSTANTS_$i, cursor.text(fields.index($i)))";
        };
    return "fields.index($i) < 0 ? " + none + " : " + stored;
  }
}
