package dev.sluice.api.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTypeTest {
  private static final Field TIME = new Field("time", FieldType.LONG, Field.Role.RECORD_TIME);

  @ParameterizedTest
  @ValueSource(strings = {"", "Upper", "a..b", ".a", "a.", "a-b", "1a", "com.acme.Foo"})
  void a_type_name_is_dotted_lower_case(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecordType(name, 1, List.of(TIME)))
        .withMessageContaining("'" + name + "'");
  }

  @Test
  void two_fields_of_one_name_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new RecordType(
                    "a.b", 1, List.of(Field.of("x", FieldType.INT), Field.of("x", FieldType.LONG))))
        .withMessageContaining("two fields called 'x'");
  }

  @Test
  void two_record_times_are_refused() {
    Field other = new Field("other", FieldType.LONG, Field.Role.RECORD_TIME);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecordType("a", 1, List.of(TIME, other)));
  }

  @Test
  void more_than_255_fields_are_refused() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      fields.add(Field.of("f" + i, FieldType.INT));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new RecordType("a", 1, fields));
    assertThat(new RecordType("a", 1, fields.subList(0, 255)).fields()).hasSize(255);
  }

  @Test
  void a_field_must_not_be_called_type() {
    assertThatIllegalArgumentException().isThrownBy(() -> Field.of("type", FieldType.INT));
  }

  @Test
  void roles_fit_their_types() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Field("t", FieldType.INT, Field.Role.TIMESTAMP));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Field("s", FieldType.ENUM, Field.Role.SYMBOL));
  }

  @Test
  void fields_match_by_name_and_missing_ones_are_minus_one() {
    RecordType stored =
        new RecordType(
            "a", 1, List.of(Field.of("b", FieldType.INT), Field.of("c", FieldType.FLOAT)));
    RecordType wanted =
        new RecordType(
            "a",
            1,
            List.of(
                Field.of("c", FieldType.DOUBLE),
                Field.of("b", FieldType.LONG),
                Field.of("added", FieldType.STRING)));
    FieldMapping mapping = FieldMapping.of(wanted, stored);

    assertThat(List.of(mapping.index(0), mapping.index(1), mapping.index(2)))
        .containsExactly(1, 0, -1);
  }

  @Test
  void only_int_to_long_and_float_to_double_widen() {
    for (FieldType from : FieldType.values()) {
      for (FieldType to : FieldType.values()) {
        boolean allowed =
            from == to
                || from == FieldType.INT && to == FieldType.LONG
                || from == FieldType.FLOAT && to == FieldType.DOUBLE;
        RecordType stored = new RecordType("a", 1, List.of(Field.of("x", from)));
        RecordType wanted = new RecordType("a", 1, List.of(Field.of("x", to)));
        if (allowed) {
          assertThat(FieldMapping.of(wanted, stored).index(0)).isZero();
        } else {
          assertThatThrownBy(() -> FieldMapping.of(wanted, stored))
              .isInstanceOf(IncompatibleTypeException.class)
              .hasMessage("a.1.x is " + to + " here but " + from + " in the chunk");
        }
      }
    }
  }
}
