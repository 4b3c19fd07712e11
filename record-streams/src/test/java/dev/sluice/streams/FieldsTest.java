package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FieldsTest {
  private static final RecordType TYPE =
      new RecordType(
          "test.pair",
          1,
          List.of(Field.of("text", FieldType.STRING), Field.of("number", FieldType.INT)));

  @Test
  void fields_that_nobody_asked_for_have_their_defaults() throws Exception {
    TestBatch rows = new TestBatch();
    for (int i = 0; i < 100; i++) {
      rows.add(TYPE, "text " + i % 7, i);
    }
    SerializerPair binary = SerializerPair.named("binary");
    ScriptedReader reader = new ScriptedReader().poll(binary.chunk(binary.encoder(), rows.build()));
    List<Long> numbers = new ArrayList<>();
    try (RecordStream stream =
        RecordStream.builder(reader)
            .fields(FieldSelection.of(Map.of("test.pair.1", Set.of("number"))))
            .open()) {
      stream.drain(
          (cursor, chunk) -> {
            assertThat(cursor.text(0)).isNull();
            numbers.add(cursor.longValue(1));
          });
    }
    assertThat(numbers).hasSize(100).startsWith(0L, 1L, 2L).endsWith(99L);
  }
}
