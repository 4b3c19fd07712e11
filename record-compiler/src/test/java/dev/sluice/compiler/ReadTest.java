package dev.sluice.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.RecordType;
import dev.sluice.compiler.AllTypes.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A typed reader makes the record that was emitted, also when the type was another then. */
class ReadTest {
  private final AllTypesReader reader = AllTypesReader.create();

  @ParameterizedTest
  @MethodSource({
    "dev.sluice.compiler.EmitTest#records",
    "dev.sluice.compiler.EmitTest#randomRecords"
  })
  void what_was_emitted_is_read(AllTypes record) {
    FakeSink sink = new FakeSink(1_000);
    AllTypesWriter.create(sink).emit(record);
    AllTypes read = reader.read(new ListCursor(AllTypesWriter.TYPE, Row.first(sink).values()));
    assertThat(Row.exact(read.values())).isEqualTo(Row.exact(record.values()));
  }

  @Test
  void the_reader_names_its_type_and_class() {
    assertThat(reader.type()).isEqualTo(AllTypesWriter.TYPE).isSameAs(AllTypesReader.TYPE);
    assertThat(reader.recordClass()).isEqualTo(AllTypes.class);
  }

  @Test
  void fields_that_are_not_stored_have_defaults() {
    AllTypes read = reader.read(stored(List.of(), List.of()));
    assertThat(read)
        .isEqualTo(
            new AllTypes(
                false, (byte) 0, (short) 0, '\0', 0, 0, 0, 0, null, null, null, null, 0, 0));
  }

  @Test
  void fields_are_found_by_name_in_any_order_and_unknown_ones_are_skipped() {
    List<Field> fields = new ArrayList<>(AllTypesWriter.TYPE.fields());
    fields.add(Field.of("new", FieldType.STRING));
    List<Object> values =
        new ArrayList<>(
            Arrays.asList(
                1L, 2L, 3L, 65L, 5L, 6L, 7f, 8d, "text", "symbol", "PLAIN", null, 9L, 10L, "?"));
    Collections.reverse(fields);
    Collections.reverse(values);
    assertThat(reader.read(stored(fields, values)))
        .isEqualTo(
            new AllTypes(
                true,
                (byte) 2,
                (short) 3,
                'A',
                5,
                6,
                7,
                8,
                "text",
                "symbol",
                Kind.PLAIN,
                null,
                9,
                10));
  }

  @Test
  void int_widens_to_long_and_float_to_double() {
    List<Field> fields = List.of(Field.of("big", FieldType.INT), Field.of("real", FieldType.FLOAT));
    AllTypes read = reader.read(stored(fields, List.of(-7L, 0.5f)));
    assertThat(read.big()).isEqualTo(-7);
    assertThat(read.real()).isEqualTo(0.5);
  }

  @Test
  void other_changes_of_a_type_are_refused_with_the_field_named() {
    ListCursor cursor = stored(List.of(Field.of("number", FieldType.LONG)), List.of(1L));
    assertThatThrownBy(() -> reader.read(cursor))
        .isInstanceOf(IncompatibleTypeException.class)
        .hasMessage("test.all_types.3.number is INT here but LONG in the chunk");
  }

  @Test
  void an_enum_constant_that_is_not_known_is_null() {
    List<Field> fields = List.of(Field.of("kind", FieldType.ENUM));
    assertThat(reader.read(stored(fields, List.of("LATER"))).kind()).isNull();
    assertThat(reader.read(stored(fields, List.of("not the name"))).kind()).isNull();
    assertThat(reader.read(stored(fields, List.of("WITH_BODY"))).kind()).isEqualTo(Kind.WITH_BODY);
  }

  @Test
  void one_reader_serves_chunks_of_different_schemas_in_turn() {
    List<Field> one =
        List.of(Field.of("number", FieldType.INT), Field.of(AllTypes.TEXT, FieldType.STRING));
    List<Field> other = List.of(Field.of(AllTypes.TEXT, FieldType.STRING));
    for (int i = 0; i < 3; i++) {
      assertThat(reader.read(stored(one, List.of(5L, "a"))).text()).isEqualTo("a");
      assertThat(reader.read(stored(other, List.of("b"))).text()).isEqualTo("b");
    }
  }

  @Test
  void what_the_records_constructor_throws_is_thrown() {
    RecordType type = Samples_StubbornReader.TYPE;
    ListCursor cursor = new ListCursor(type, List.of(1L, -1L));
    assertThatThrownBy(() -> Samples_StubbornReader.create().read(cursor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("negative");
  }

  private static ListCursor stored(List<Field> fields, List<Object> values) {
    return new ListCursor(new RecordType("test.all_types", 3, fields), values);
  }
}
