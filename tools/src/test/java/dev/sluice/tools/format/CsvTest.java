package dev.sluice.tools.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private final TextOutput sink = new TextOutput(bytes);
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
        "a;b|\"a;b\"",
        "`line\r\nbreak`|line\\r\\nbreak",
        "`tab\tquote\"`|`\"tab\\tquote\"\"\"`",
        "C:\\dir|C:\\\\dir",
        "`\u001b[2J`|\\u001b[2J",
        "`\u009b2J\u202e`|\\u009b2J\\u202e",
        "`\ud800`|\\ud800",
        "`f(int, long)`|`\"f(int, long)\"`"
      })
  void quotes_where_it_must(String text, String expected) {
    csv.write(new FakeCursor(TYPE, text, 0));

    assertThat(written()).isEqualTo("text,number\r\n" + expected + ",0\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "=1+2|'=1+2",
        "+1|'+1",
        "-1|'-1",
        "@SUM(A1)|'@SUM(A1)",
        "`  =1`|`'  =1`",
        "\uff1d1|'\uff1d1",
        "it's|it's",
        "'quoted'|''quoted'",
        "`\t=1`|'\\t=1",
        "=a;\"b|\"'=a;\"\"b\""
      })
  void text_that_is_like_a_formula_is_marked(String text, String expected) {
    csv.write(new FakeCursor(TYPE, text, -5));

    assertThat(written()).isEqualTo("text,number\r\n" + expected + ",-5\r\n");
  }

  @Test
  void every_text_can_be_read_back() {
    Random random = new Random(1);
    String alphabet = "=+-@'\"\\,;\t\r\n u\u001b\u202e\ud800\udc00aä";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(6); length > 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }

      assertThat(readBack(Csv.value(text.toString()))).isEqualTo(text.toString());
    }
  }

  /** As the documentation says how: the quotes of RFC 4180, one apostrophe, JSON's escapes. */
  private static String readBack(String value) {
    boolean quoted = value.startsWith("\"");
    String text = quoted ? value.substring(1, value.length() - 1).replace("\"\"", "\"") : value;
    text = text.startsWith("'") ? text.substring(1) : text;
    return Pattern.compile("\\\\(u([0-9a-f]{4})|.)")
        .matcher(text)
        .replaceAll(
            m -> {
              int name = "btnfr\\".indexOf(m.group(1));
              String one =
                  m.group(2) == null
                      ? "\b\t\n\f\r\\".substring(name, name + 1)
                      : String.valueOf((char) Integer.parseInt(m.group(2), 16));
              return Matcher.quoteReplacement(one);
            });
  }

  @Test
  void a_later_schema_with_fewer_fields_is_matched_by_field_name() {
    RecordType later = new RecordType("test.kind", 1, List.of(Field.of("number", FieldType.INT)));

    csv.write(new FakeCursor(TYPE, "a", 1));
    csv.write(new FakeCursor(later, 2));

    assertThat(written()).endsWith("a,1\r\n,2\r\n");
  }

  @Test
  void a_later_schema_with_another_field_is_refused() {
    RecordType later =
        new RecordType(
            "test.kind",
            1,
            List.of(Field.of("number", FieldType.INT), Field.of("added", FieldType.LONG)));

    csv.write(new FakeCursor(TYPE, "a", 1));

    assertThatThrownBy(() -> csv.write(new FakeCursor(later, 2, 99L)))
        .isInstanceOf(Csv.SeveralTypesException.class)
        .hasMessageContaining("test.kind.1 without and with the field 'added'");
  }

  @Test
  void a_second_type_is_refused() {
    csv.write(new FakeCursor(TYPE, "a", 1));
    RecordType other = new RecordType("test.other", 1, List.of());

    assertThatThrownBy(() -> csv.write(new FakeCursor(other)))
        .isInstanceOf(Csv.SeveralTypesException.class)
        .hasMessage("holds test.kind.1 and test.other.1; choose one with --type");
  }
}
