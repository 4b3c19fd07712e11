package dev.sluice.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every mistake is a compiler error in the line of its cause, and there is no other error. */
class MistakesTest {
  private static final String TIME = "\n@Timestamp(recordTime = true) long time";

  @TempDir Path output;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.Object",
        "java.lang.Long",
        "int[]",
        "byte[][]",
        "java.util.List<?>",
        "p.X"
      })
  void a_type_without_a_place_in_a_row_is_refused_at_the_component(String type) {
    assertThat(
            mistakesOf(
                "@MonitoringRecord(name = \"x\")\nrecord X(" + TIME + ",\n" + type + " f) {}"))
        .containsExactly(
            "5: a component must be a primitive, String, an enum or byte[], was " + type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "String type | a field must not be called 'type'",
        "@FieldName(\"type\") int kind | a field must not be called 'type'",
        "@FieldName(\"\") int kind | field name must have 1 to 255 bytes of UTF-8, had 0",
        "@FieldName(\"time\") int kind | there is another field called 'time'",
        "@SymbolField int host | symbol 'host' must be STRING, was INT",
        "@SymbolField byte[] host | symbol 'host' must be STRING, was BYTES",
        "@SymbolField X.Kind kind | symbol 'kind' must be STRING, was ENUM",
        "@Timestamp int start | timestamp 'start' must be LONG, was INT",
        "@Timestamp String start | timestamp 'start' must be LONG, was STRING",
        "@Timestamp @SymbolField long start | a field is either a symbol or a timestamp",
        "@Timestamp(recordTime = true) long start | there must be one record time only",
        "X.Hidden kind | the enum must be accessible in the record's package",
      })
  void a_wrong_component_is_refused_where_it_is(String component, String message) {
    String text =
        "@MonitoringRecord(name = \"x\")\nrecord X("
            + TIME
            + ",\n"
            + component
            + ") { enum Kind { A } private enum Hidden { A } }";
    assertThat(mistakesOf(text)).containsExactly("5: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name = \"Upper\" | type name must be dotted lower case of at most 200 characters, was 'Upper'",
        "name = \"a..b\" | type name must be dotted lower case of at most 200 characters, was 'a..b'",
        "name = \"\" | type name must be dotted lower case of at most 200 characters, was ''",
        "name = \"x\", version = 0 | version of x must be 1 to 65535, was 0",
        "name = \"x\", version = 65536 | version of x must be 1 to 65535, was 65536",
      })
  void a_wrong_name_or_version_is_refused_at_the_annotation(String values, String message) {
    assertThat(mistakesOf("@MonitoringRecord(" + values + ")\nrecord X(" + TIME + ") {}"))
        .containsExactly("2: " + message);
  }

  @Test
  void a_record_without_a_record_time_is_refused() {
    assertThat(mistakesOf("@MonitoringRecord(name = \"x\")\nrecord X(@Timestamp long time) {}"))
        .containsExactly("3: one component must be the record time: @Timestamp(recordTime = true)");
  }

  @Test
  void a_record_time_of_a_wrong_type_is_one_mistake() {
    assertThat(
            mistakesOf(
                "@MonitoringRecord(name = \"x\")\nrecord X(\n@Timestamp(recordTime = true) int t) {}"))
        .containsExactly("4: timestamp 't' must be LONG, was INT");
  }

  @ParameterizedTest
  @ValueSource(strings = {"final class", "enum", "interface"})
  void what_is_no_record_is_refused(String kind) {
    assertThat(mistakesOf("@MonitoringRecord(name = \"x\")\n" + kind + " X {}"))
        .containsExactly("3: @MonitoringRecord needs a Java record");
  }

  @Test
  void a_generic_record_is_refused() {
    assertThat(mistakesOf("@MonitoringRecord(name = \"x\")\nrecord X<T>(" + TIME + ") {}"))
        .containsExactly("3: a record type must not be generic");
  }

  @ParameterizedTest
  @ValueSource(strings = {"private record X", "private static class Y {\nrecord X"})
  void a_record_that_its_package_cannot_name_is_refused(String declaration) {
    String annotated = declaration.replace("record", "@MonitoringRecord(name = \"x\") record");
    String text =
        "class Outer {\n"
            + annotated
            + "("
            + TIME
            + ") {}"
            + (declaration.contains("Y") ? "}" : "")
            + "}";
    assertThat(mistakesOf(text))
        .singleElement()
        .asString()
        .endsWith("a record type and the classes around it must not be private");
  }

  @Test
  void two_records_of_one_name_and_version_are_refused_at_the_second() {
    List<String> mistakes =
        new Compilation(output)
            .record("X", "@MonitoringRecord(name = \"x\") record X(" + TIME + ") {}")
            .record("Y", "@MonitoringRecord(name = \"x\", version = 2) record Y(" + TIME + ") {}")
            .record("Z", "\n@MonitoringRecord(name = \"x\") record Z(" + TIME + ") {}")
            .messages();
    assertThat(mistakes).containsExactly("3: p.X is the record type x.1 too");
  }

  @Test
  void a_class_that_has_the_name_of_a_generated_one_is_named() {
    assertThat(
            mistakesOf(
                "@MonitoringRecord(name = \"x\")\nrecord X("
                    + TIME
                    + ") {} final class XReader {}"))
        .containsExactly("3: the class p.XReader that is generated for the record exists");
  }

  @Test
  void two_records_whose_generated_classes_have_one_name_are_refused() {
    List<String> mistakes =
        new Compilation(output)
            .record("A_B", "@MonitoringRecord(name = \"x\") record A_B(" + TIME + ") {}")
            .record("A", "class A {\n@MonitoringRecord(name = \"y\") record B(" + TIME + ") {} }")
            .messages();
    assertThat(mistakes)
        .containsExactly(
            "3: the class p.A_BWriter that is generated for the record exists",
            "3: the class p.A_BReader that is generated for the record exists");
  }

  @Test
  void more_than_255_fields_are_refused() {
    String fields =
        IntStream.range(0, 255).mapToObj(i -> ", int f" + i).collect(Collectors.joining());
    assertThat(mistakesOf("@MonitoringRecord(name = \"x\")\nrecord X(" + TIME + fields + ") {}"))
        .first()
        .isEqualTo("2: x must have at most 255 fields, had 256");
  }

  @ParameterizedTest
  @ValueSource(strings = {"@Timestamp long f", "@SymbolField String f", "@FieldName(\"g\") int f"})
  void an_annotated_component_of_another_record_is_refused(String component) {
    String annotation = component.substring(0, component.indexOf(' ')).replaceAll("\\(.*", "");
    assertThat(mistakesOf("record X(int a,\n" + component + ") {}"))
        .containsExactly("3: " + annotation + " needs a record with @MonitoringRecord");
  }

  @Test
  void all_mistakes_are_told_at_once() {
    assertThat(
            mistakesOf(
                "@MonitoringRecord(name = \"X\")\nrecord X<T>(\nint type,\n@SymbolField int b,\nT c) {}"))
        .extracting(message -> message.substring(0, 2))
        .containsExactlyInAnyOrder("2:", "3:", "3:", "4:", "5:", "6:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@MonitoringRecord(name = \"x\") record X(@Timestamp(recordTime = true) long t, Missing m) {}",
        "@MonitoringRecord(name = Missing.NAME) record X(@Timestamp(recordTime = true) long t) {}",
        "@MonitoringRecord(name = \"x\") record X(@Timestamp(recordTime = Missing.YES) long t) {}",
        "@MonitoringRecord record X(@Timestamp(recordTime = true) long t) {}",
        "@MonitoringRecord(name = 5) record X(@Timestamp(recordTime = true) long t) {}",
      })
  void what_the_compiler_itself_refuses_is_left_to_it(String text) {
    assertThat(mistakesOf(text))
        .singleElement()
        .asString()
        .containsAnyOf("cannot find symbol", "missing a default value", "incompatible types");
  }

  private List<String> mistakesOf(String text) {
    return new Compilation(output).record("X", text).messages();
  }
}
