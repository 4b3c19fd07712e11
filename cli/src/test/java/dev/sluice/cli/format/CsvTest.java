package dev.sluice.cli.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTest {
  private static final RecordType TYPE =
      new RecordType(
          "test.kind",
          1,
          List.of(Field.of("text", FieldType.STRING), Field.of("number", FieldType.INT)));

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ByteSink sink = new ByteSink(bytes);
  private final Csv csv = new Csv(sink);

  private String written() {
    sink.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void one_header_then_a_line_a_record() {
    csv.write(new FakeCursor(TYPE, "a", 1));
    csv.write(new FakeCursor(TYPE, "b", -2));

    assertThat(written()).isEqualTo("text,number\r\na,1\r\nb,-2\r\n");
  }

  @Test
  void null_is_empty_and_empty_is_quoted() {
    csv.write(new FakeCursor(TYPE, null, 1));
    csv.write(new FakeCursor(TYPE, "", 1));

    assertThat(written()).endsWith("\r\n,1\r\n\"\",1\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "plain|plain",
        "a,b|\"a,b\"",
        "say \"hi\"|\"say \"\"hi\"\"\"",
        "` lead`|\" lead\"",
        "`line\nbreak`|`\"line\nbreak\"`",
        "`f(int, long)`|`\"f(int, long)\"`"
      })
  void quotes_where_it_must(String text, String expected) {
    csv.write(new FakeCursor(TYPE, text, 0));

    assertThat(written()).isEqualTo("text,number\r\n" + expected + ",0\r\n");
  }

  @Test
  void a_later_schema_is_matched_by_field_name() {
    RecordType later =
        new RecordType(
            "test.kind",
            1,
            List.of(Field.of("number", FieldType.INT), Field.of("added", FieldType.LONG)));

    csv.write(new FakeCursor(TYPE, "a", 1));
    csv.write(new FakeCursor(later, 2, 99L));

    assertThat(written()).endsWith("a,1\r\n,2\r\n");
  }

  @Test
  void a_second_type_is_refused() {
    csv.write(new FakeCursor(TYPE, "a", 1));
    RecordType other = new RecordType("test.other", 1, List.of());

    assertThatThrownBy(() -> csv.write(new FakeCursor(other)))
        .isInstanceOf(Csv.SeveralTypesException.class)
        .hasMessage("test.kind.1 and test.other.1");
  }
}
