package dev.sluice.tools.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PerTypeTest {
  private static RecordType type(String name, int fields) {
    List<Field> all =
        IntStream.range(0, fields).mapToObj(i -> Field.of("f" + i, FieldType.INT)).toList();
    return new RecordType(name, 1, all);
  }

  @Test
  void equal_types_of_several_chunks_share_what_was_worked_out() {
    PerType<Object> plans = new PerType<>(type -> new Object());

    assertThat(plans.of(type("a", 3))).isSameAs(plans.of(type("a", 3)));
    assertThat(plans.of(type("a", 3))).isNotSameAs(plans.of(type("a", 4)));
  }

  @Test
  void types_that_never_end_take_bounded_memory() {
    PerType<String> plans = new PerType<>(RecordType::qualifiedName);

    for (int i = 0; i < 2_000; i++) {
      assertThat(plans.of(type("t" + i, 255))).isEqualTo("t" + i + ".1");
      assertThat(plans.size()).isLessThanOrEqualTo(78);
    }
  }

  @Test
  void types_of_one_name_are_told_apart_without_comparing_them_all() {
    Set<Integer> hashes =
        IntStream.range(0, 1_000)
            .mapToObj(i -> new RecordType("a", 1, List.of(field(i % 100), field(100 + i / 100))))
            .map(RecordType::hashCode)
            .collect(Collectors.toSet());

    assertThat(hashes).hasSizeGreaterThan(990);
  }

  private static Field field(int number) {
    FieldType[] types = {FieldType.INT, FieldType.LONG, FieldType.DOUBLE, FieldType.STRING};
    return Field.of("f" + number / types.length, types[number % types.length]);
  }
}
