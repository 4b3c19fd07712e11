package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldMapping;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.RecordType;
import dev.sluice.testkit.SerializerPair;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of schema evolution on the vectors whose types changed. */
class EvolutionTest {
  private static List<RecordType> stored(String vector) throws Exception {
    byte[] bytes = SpecFiles.bytes(SpecFiles.ROOT.resolve("vectors/" + vector + ".chunk"));
    Chunk chunk = ChunkLayout.parse(bytes, 0, bytes.length);
    return SerializerPair.named("binary").decoder().decode(chunk).types();
  }

  private static RecordType wanted(Field... fields) {
    return new RecordType("t", 1, List.of(fields));
  }

  private static int[] indexes(RecordType wanted, RecordType stored) {
    FieldMapping mapping = FieldMapping.of(wanted, stored);
    return wanted.fields().stream()
        .mapToInt(f -> mapping.index(wanted.indexOf(f.name())))
        .toArray();
  }

  @Test
  void added_removed_and_unknown_fields_match_by_name() throws Exception {
    List<RecordType> versions = stored("schema-versions");
    RecordType wanted =
        wanted(
            Field.of("c", FieldType.DOUBLE),
            Field.of("a", FieldType.LONG),
            Field.of("new", FieldType.BYTES));

    assertThat(indexes(wanted, versions.get(0))).containsExactly(-1, 0, -1);
    assertThat(indexes(wanted, versions.get(1))).containsExactly(1, -1, -1);
  }

  @Test
  void reordered_fields_widen_from_int_and_float_alone() throws Exception {
    List<RecordType> versions = stored("schema-reordered");
    RecordType wide = wanted(Field.of("a", FieldType.DOUBLE), Field.of("b", FieldType.LONG));
    RecordType narrow = wanted(Field.of("b", FieldType.INT));

    assertThat(indexes(wide, versions.get(0))).containsExactly(1, 0);
    assertThat(indexes(wide, versions.get(1))).containsExactly(0, 1);
    assertThat(indexes(narrow, versions.get(1))).containsExactly(1);
    assertThatThrownBy(() -> FieldMapping.of(narrow, versions.get(0)))
        .isInstanceOf(IncompatibleTypeException.class);
  }
}
