package dev.sluice.tools.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.Field.Role;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlainTextTest {
  private static String line(RecordType type, Object... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TextOutput sink = new TextOutput(bytes);
    new PlainText(sink).write(new FakeCursor(type, values));
    sink.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static String text(String value) {
    RecordType type = new RecordType("t", 1, List.of(Field.of("s", FieldType.STRING)));
    String line = line(type, value);
    assertThat(line).endsWith("\n").startsWith("------------------------------ t.1 s=");
    return line.substring(37, line.length() - 1);
  }

  @Test
  void instants_are_readable_and_the_record_time_comes_first() {
    RecordType type =
        new RecordType(
            "app.call",
            2,
            List.of(
                new Field("begin", FieldType.LONG, Role.TIMESTAMP),
                new Field("end", FieldType.LONG, Role.RECORD_TIME),
                Field.of("depth", FieldType.INT)));

    assertThat(line(type, 1_000_000_000L, 1_500_000_001L, 3))
        .isEqualTo(
            "1970-01-01T00:00:01.500000001Z app.call.2 begin=1970-01-01T00:00:01.000000000Z depth=3\n");
  }

  @Test
  void instants_before_the_epoch_are_readable_too() {
    assertThat(Instants.nanos(-1)).isEqualTo("1969-12-31T23:59:59.999999999Z");
    assertThat(Instants.millis(Long.MIN_VALUE)).isEqualTo("1677-09-21T00:12:43.145Z");
  }

  @Test
  void texts_are_quoted_only_where_they_could_be_mistaken() {
    assertThat(text("plain")).isEqualTo("plain");
    assertThat(text(null)).isEqualTo("-");
    assertThat(text("-")).isEqualTo("\"-\"");
    assertThat(text("")).isEqualTo("\"\"");
    assertThat(text("two words")).isEqualTo("\"two words\"");
    assertThat(text("a=b")).isEqualTo("\"a=b\"");
  }

  @Test
  void a_record_cannot_forge_a_line_or_command_the_terminal() {
    assertThat(text("x\n2026-01-01T00:00:00Z forged"))
        .isEqualTo("\"x\\n2026-01-01T00:00:00Z forged\"");
    assertThat(text("\u001b[2Jgone")).isEqualTo("\"\\u001b[2Jgone\"");
    assertThat(text("\u009b2J")).isEqualTo("\"\\u009b2J\"");
    assertThat(text("\u202edesrever")).isEqualTo("\"\\u202edesrever\"");
  }
}
