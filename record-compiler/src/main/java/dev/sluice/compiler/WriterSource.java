package dev.sluice.compiler;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Source of a record type's row writer; {@link EmitSource} has the part that fills rows. */
final class WriterSource {
  private final RecordModel model;
  private final SourceFile file;
  private final RowWords words;

  WriterSource(RecordModel model) {
    this.model = model;
    file = new SourceFile(model, "Writer");
    words = new RowWords(model);
  }

  /** Returns the whole file. */
  String text() {
    head();
    create();
    new EmitSource(model, words, file).add();
    emitRecord();
    return file.add("}\n").text();
  }

  private void head() {
    file.set("fields", join(",\n              ", this::field));
    file.add(
        """
        /**
         * Writer of {@link $record} records into rows of the type {@code $typeName}, version $version. Immutable;
         * any thread may call it.
         *
         * <p>Written by the record compiler: to change it, change the record.
         */
        @$Generated
        $warnings${visibility}final class $class {
          /** Record type, with one field for each component. */
          public static final $RecordType TYPE =
              new $RecordType(
                  "$typeName",
                  $version,
                  $List.of(
                      $fields));

          private final $RowSink sink;
          private final long header;
        """);
    eachEnum("  private final int[] ${name}Ids;\n");
  }

  private String field(Component component) {
    Field field = component.field();
    file.set("name", component.literal()).set("fieldType", field.type()).set("role", field.role());
    return file.fill("new $Field($name, $FieldType.$fieldType, $Field.Role.$role)");
  }

  private void create() {
    file.set("words", words.count());
    file.add(
        """

          private $class($RowSink sink) {
            this.sink = sink;
            this.header = $RowLayout.header($words, sink.register(TYPE));
        """);
    eachEnum("    this.${name}Ids = $Rows.symbolIds(sink, $javaType.values());\n");
    file.add(
        """
          }

          /**
           * Returns a writer for a collector. Registers the type and the names of enum constants.
           *
           * @param sink the collector's
           * @return the writer
           * @throws IllegalArgumentException if the collector has as many types as it may have
           */
          public static $class create($RowSink sink) {
            return new $class(sink);
          }
        """);
  }

  private void emitRecord() {
    file.set("values", join(",\n          ", this::accessor));
    file.add(
        """

          /**
           * Emits a record. Symbols are looked up by text, which costs more than the method that takes them as arguments. A null record, or one whose accessor throws, is dropped as {@code encode_error}.
           *
           * @param record the record
           * @return whether there is a row now; if not, the record is counted as a drop
           */
          public boolean emit($record record) {
            try {
              return emit(
                  $values);
            } catch (Throwable failure) {
              return reject($DropCause.ENCODE_ERROR);
            }
          }

          private boolean reject($DropCause cause) {
            return $Rows.reject(sink, cause, TYPE);
          }
        """);
  }

  private String accessor(Component component) {
    String value = "record." + component.name() + "()";
    return component.isSymbol() ? file.fill("$Rows.symbol(this.sink, ") + value + ")" : value;
  }

  private void eachEnum(String template) {
    for (Component component : model.components()) {
      if (component.type() == FieldType.ENUM) {
        file.set("name", component.name()).set("javaType", component.javaType()).add(template);
      }
    }
  }

  private String join(String separator, Function<Component, String> part) {
    return model.components().stream().map(part).collect(Collectors.joining(separator));
  }
}
