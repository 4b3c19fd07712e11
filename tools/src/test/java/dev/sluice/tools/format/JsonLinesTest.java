package dev.sluice.tools.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
  private static final String PREFIX = "{\"type\":\"test.kind.3\",\"f0\":";

  private static RecordType type(FieldType... types) {
    List<Field> fields = new ArrayList<>();
    for (FieldType type : types) {
      fields.add(Field.of("f" + fields.size(), type));
    }
    return new RecordType("test.kind", 3, fields);
  }

  private static String json(boolean longAsString, RecordType type, Object... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TextOutput sink = new TextOutput(bytes);
    new JsonLines(sink, longAsString).write(new FakeCursor(type, values));
    sink.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static String value(FieldType type, Object value) {
    String line = json(false, type(type), value);
    assertThat(line).startsWith(PREFIX).endsWith("}\n");
    return line.substring(PREFIX.length(), line.length() - 2);
  }

  @Test
  void a_record_is_one_line_in_schema_order_without_spaces() {
    RecordType type = type(FieldType.INT, FieldType.STRING, FieldType.BOOLEAN);

    assertThat(json(false, type, 7, "a b", true))
        .isEqualTo("{\"type\":\"test.kind.3\",\"f0\":7,\"f1\":\"a b\",\"f2\":true}\n");
  }

  @Test
  void integers_are_numbers_up_to_their_ends() {
    assertThat(value(FieldType.BYTE, Byte.MIN_VALUE)).isEqualTo("-128");
    assertThat(value(FieldType.SHORT, Short.MAX_VALUE)).isEqualTo("32767");
    assertThat(value(FieldType.INT, Integer.MIN_VALUE)).isEqualTo("-2147483648");
    assertThat(value(FieldType.LONG, Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(value(FieldType.LONG, Long.MAX_VALUE)).isEqualTo("9223372036854775807");
    assertThat(value(FieldType.BOOLEAN, false)).isEqualTo("false");
  }

  @Test
  void longs_and_only_longs_become_strings_on_request() {
    assertThat(json(true, type(FieldType.LONG, FieldType.INT), Long.MAX_VALUE, 5))
        .contains("\"f0\":\"9223372036854775807\",\"f1\":5");
  }

  @Test
  void what_json_cannot_say_of_doubles_is_a_string() {
    assertThat(value(FieldType.DOUBLE, Double.NaN)).isEqualTo("\"NaN\"");
    assertThat(value(FieldType.DOUBLE, Double.POSITIVE_INFINITY)).isEqualTo("\"Infinity\"");
    assertThat(value(FieldType.FLOAT, Float.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
    assertThat(value(FieldType.DOUBLE, -0.0)).isEqualTo("-0.0");
    assertThat(value(FieldType.DOUBLE, 1e21)).isEqualTo("1e+21");
    assertThat(value(FieldType.FLOAT, 0.1f)).isEqualTo("0.10000000149011612");
  }

  @Test
  void null_is_neither_empty_nor_the_word() {
    assertThat(value(FieldType.STRING, null)).isEqualTo("null");
    assertThat(value(FieldType.STRING, "")).isEqualTo("\"\"");
    assertThat(value(FieldType.STRING, "null")).isEqualTo("\"null\"");
    assertThat(value(FieldType.ENUM, null)).isEqualTo("null");
    assertThat(value(FieldType.BYTES, null)).isEqualTo("null");
    assertThat(value(FieldType.BYTES, new byte[0])).isEqualTo("\"\"");
  }

  @Test
  void bytes_are_base64_and_enums_and_chars_strings() {
    assertThat(value(FieldType.BYTES, new byte[] {1, 2, (byte) 0xff})).isEqualTo("\"AQL/\"");
    assertThat(value(FieldType.ENUM, "RED")).isEqualTo("\"RED\"");
    assertThat(value(FieldType.CHAR, 'ä')).isEqualTo("\"ä\"");
    assertThat(value(FieldType.CHAR, '"')).isEqualTo("\"\\\"\"");
    assertThat(value(FieldType.CHAR, '\ud800')).isEqualTo("\"\\ud800\"");
  }

  @Test
  void controls_quotes_and_backslashes_are_escaped() {
    assertThat(value(FieldType.STRING, "\b\t\n\f\r\"\\/\u0000\u001f\u007f"))
        .isEqualTo("\"\\b\\t\\n\\f\\r\\\"\\\\/\\u0000\\u001f\u007f\"");
  }

  @Test
  void form_for_a_terminal_escapes_what_a_terminal_acts_upon() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TextOutput sink = new TextOutput(bytes);
    RecordType type = new RecordType("t", 1, List.of(Field.of("\u009b", FieldType.STRING)));
    JsonLines.safe(sink, false)
        .write(new FakeCursor(type, "\u007f\u0080\u009f\u00a0\u202eä😀\"\\\n"));
    sink.flush();

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"type\":\"t.1\",\"\\u009b\":"
                + "\"\\u007f\\u0080\\u009f\u00a0\\u202eä😀\\\"\\\\\\n\"}\n");
  }

  @Test
  void pairs_stay_and_lone_surrogates_are_escaped() {
    assertThat(value(FieldType.STRING, "😀")).isEqualTo("\"😀\"");
    assertThat(value(FieldType.STRING, "a\ud83d")).isEqualTo("\"a\\ud83d\"");
    assertThat(value(FieldType.STRING, "\ude00\ud83db")).isEqualTo("\"\\ude00\\ud83db\"");
  }

  @Test
  void a_text_larger_than_the_buffer_arrives_whole() {
    String huge = "x".repeat(300_000);

    assertThat(value(FieldType.STRING, huge).equals('"' + huge + '"')).isTrue();
  }

  @Test
  void texts_that_share_a_hash_are_not_mixed_up() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TextOutput sink = new TextOutput(bytes);
    JsonLines lines = new JsonLines(sink, false);
    RecordType type = type(FieldType.STRING);
    assertThat("Aa").hasSameHashCodeAs("BB");

    lines.write(new FakeCursor(type, "Aa"));
    lines.write(new FakeCursor(type, "BB"));
    lines.write(new FakeCursor(type, "Aa"));
    sink.flush();

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .extracting(line -> line.substring(PREFIX.length(), line.length() - 1))
        .containsExactly("\"Aa\"", "\"BB\"", "\"Aa\"");
  }
}
