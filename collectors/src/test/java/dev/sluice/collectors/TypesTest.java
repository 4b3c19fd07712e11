package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.collectors.ring.Symbols;
import dev.sluice.collectors.ring.Types;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypesTest {
  private final Types types = new Types(new Symbols(1));

  @Test
  void equal_types_have_one_id() {
    int id = types.register(TestRows.TYPE);
    assertThat(types.register(new RecordType("test.row", 1, TestRows.TYPE.fields()))).isEqualTo(id);
    assertThat(types.register(new RecordType("test.row", 2, TestRows.TYPE.fields())))
        .isNotEqualTo(id);
    assertThat(types.type(id)).isEqualTo(TestRows.TYPE);
  }

  @Test
  void word_of_the_record_time_is_known_by_type() {
    int timed = types.register(TestRows.TYPE);
    int untimed =
        types.register(new RecordType("test.plain", 1, List.of(Field.of("a", FieldType.LONG))));
    assertThat(types.timeWords()[timed]).isEqualTo(2);
    assertThat(types.timeWords()[untimed]).isZero();
  }

  @Test
  void types_are_limited() {
    for (int i = 1; i <= Types.MAX_TYPES; i++) {
      types.register(new RecordType("test.type", i, List.of()));
    }
    assertThatThrownBy(() -> types.register(TestRows.TYPE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1024")
        .hasMessageContaining("test.row.1");
  }

  @Test
  void time_may_be_the_first_field_and_symbols_are_those_of_the_table() {
    List<Field> fields = TestRows.TYPE.fields();
    Field time = fields.get(TestRows.TYPE.recordTimeField());
    int first = types.register(new RecordType("test.first", 1, List.of(time)));
    assertThat(types.timeWords()[first]).isPositive();
    int id = types.symbols.symbol("text", null).id();
    assertThat(types.symbolText(id)).asString().isEqualTo("text");
  }
}
