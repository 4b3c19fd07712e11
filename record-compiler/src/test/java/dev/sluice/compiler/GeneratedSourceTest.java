package dev.sluice.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is generated compiles without a warning, wherever the record is and whatever its names are.
 */
class GeneratedSourceTest {
  private static final String TIME = "@Timestamp(recordTime = true) long time";
  private static final String ALL =
      """
      @MonitoringRecord(name = "test.all")
      public record X(
          boolean z, byte b, short s, char c, int i, long j, float f, double d,
          String text, @SymbolField String symbol, Kind kind, byte[] bytes, @Timestamp long start,
          @Timestamp(recordTime = true) long time) {
        /** Kinds. */
        public enum Kind { /** A. */ A { @Override public String toString() { return "a"; } } }
      }
      """;

  @TempDir Path output;

  @Test
  void every_field_type_compiles_without_warning_and_is_documented() {
    assertThat(
            new Compilation(output).options("-Xdoclint:all,-missing").record("X", ALL).generated())
        .containsOnlyKeys("p/XWriter.java", "p/XReader.java");
  }

  @Test
  void public_members_of_generated_classes_have_comments() {
    Map<String, String> texts =
        new Compilation(output)
            .options("-Xdoclint:all/protected")
            .source("p/X", "package p; import dev.sluice.api.record.*;\n" + documented())
            .generated();
    assertThat(texts).hasSize(2);
  }

  private static String documented() {
    return "/** X.\n@param time when */ @MonitoringRecord(name = \"x\") public record X("
        + TIME
        + ") {}";
  }

  @Test
  void the_same_record_gives_the_same_text_and_no_date(@TempDir Path other) {
    Map<String, String> texts = new Compilation(output).record("X", ALL).generated();
    Map<String, String> again =
        new Compilation(other)
            .record("A", "@MonitoringRecord(name = \"a\") record A(" + TIME + ") {}")
            .record("X", ALL)
            .generated();
    assertThat(again).containsAllEntriesOf(texts);
    assertThat(texts.values()).noneMatch(text -> text.matches("(?s).*20\\d\\d.*"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Outer { @MonitoringRecord(name = \"x\") record X(%s) {} }",
        "interface Outer { @MonitoringRecord(name = \"x\") record X(%s) {} }",
        "class Outer<T> { @MonitoringRecord(name = \"x\") protected record X(%s) {} }",
        "record Outer(int i) { @MonitoringRecord(name = \"x\") record X(%s) {} }",
      })
  void a_nested_record_has_the_outer_name_in_the_generated_one(String text) {
    assertThat(new Compilation(output).record("Outer", text.formatted(TIME)).generated())
        .containsOnlyKeys("p/Outer_XWriter.java", "p/Outer_XReader.java")
        .allSatisfy((file, content) -> assertThat(content).contains("\nfinal class Outer_X"));
  }

  @Test
  void generated_classes_are_as_visible_as_the_record() {
    Map<String, String> texts =
        new Compilation(output)
            .record("A", "@MonitoringRecord(name = \"a\") public record A(" + TIME + ") {}")
            .record("B", "@MonitoringRecord(name = \"b\") record B(" + TIME + ") {}")
            .generated();
    assertThat(texts.get("p/AWriter.java")).contains("\npublic final class AWriter");
    assertThat(texts.get("p/BWriter.java")).contains("\nfinal class BWriter");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Symbol",
        "Record",
        "Row",
        "RowSink",
        "RowBuffer",
        "Rows",
        "Field",
        "FieldType",
        "List",
        "RowLayout",
        "DropCause",
        "RecordType",
        "FieldMapping",
        "RecordCursor",
      })
  void a_record_may_have_the_name_of_a_class_that_the_generated_code_uses(String name) {
    String text =
        "package p; @dev.sluice.api.record.MonitoringRecord(name = \"x\") record %s("
            + "@dev.sluice.api.record.Timestamp(recordTime = true) long time,"
            + "@dev.sluice.api.record.SymbolField String symbol, String text) {}";
    assertThat(new Compilation(output).source("p/" + name, text.formatted(name)).generated())
        .hasSize(2);
  }

  @Test
  void an_enum_may_have_the_name_of_a_class_that_the_generated_code_uses() {
    String text =
        "@MonitoringRecord(name = \"x\") record X("
            + TIME
            + ", p.Symbol a, @SymbolField String b) {}";
    Compilation compilation =
        new Compilation(output).source("p/Symbol", "package p; enum Symbol { A }");
    assertThat(compilation.record("X", text).generated()).hasSize(2);
  }

  @Test
  void components_may_have_the_names_of_variables_in_the_generated_code() {
    String text =
        """
        @MonitoringRecord(name = "x") record X(
            @Timestamp(recordTime = true) long at, int buffer, int row, int words, int count, int end,
            int failure, int sink, int header, int record, int mapping, int cursor, int fields,
            @SymbolField String half0, String bytes13, byte[] bytes14, String text13, X.Kind half13,
            int half13_, String $dollar, @SymbolField String WORDS, int TYPE) { enum Kind { A } }
        """;
    assertThat(new Compilation(output).record("X", text).generated()).hasSize(2);
  }

  @Test
  void the_unnamed_package_will_do() {
    String text =
        "@dev.sluice.api.record.MonitoringRecord(name = \"x\") record X(long a,"
            + "@dev.sluice.api.record.Timestamp(recordTime = true) long time, Kind kind) {}";
    Compilation compilation = new Compilation(output).source("Kind", "enum Kind { A }");
    assertThat(compilation.source("X", text).generated())
        .containsOnlyKeys("XWriter.java", "XReader.java");
  }

  @Test
  void a_module_needs_io_api_alone() {
    Map<String, String> texts =
        new Compilation(output)
            .options("--module-path", Compilation.api().toString())
            .source("module-info", "module m { requires transitive dev.sluice.api; exports p; }")
            .record("X", ALL)
            .generated();
    assertThat(texts).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@Deprecated @MonitoringRecord(name = \"x\") record X(@Timestamp(recordTime = true) long time) {}",
        "@Deprecated(forRemoval = true) class X { @MonitoringRecord(name = \"x\") record Y("
            + "@Timestamp(recordTime = true) long time) {} }",
        "@MonitoringRecord(name = \"x\") record X(@Timestamp(recordTime = true) long time,"
            + " int old) { @Deprecated public int old() { return old; } }",
        "@MonitoringRecord(name = \"x\") record X(@Timestamp(recordTime = true) long time, X.Kind kind) {"
            + " @Deprecated enum Kind { A } }",
      })
  void deprecated_records_cause_no_warning_in_generated_code(String text) {
    assertThat(new Compilation(output).record("X", text).generated()).hasSize(2);
  }

  @Test
  void an_enum_of_another_package_and_a_compact_constructor_will_do() {
    String text =
        "@MonitoringRecord(name = \"x\") record X("
            + TIME
            + ", java.util.concurrent.TimeUnit unit, byte... data) { X { data = data.clone(); } }";
    assertThat(new Compilation(output).record("X", text).generated()).hasSize(2);
  }

  @Test
  void an_enum_that_another_processor_writes_is_waited_for() {
    String text = "@MonitoringRecord(name = \"x\") record X(" + TIME + ", Later later) {}";
    assertThat(new Compilation(output).before(new EnumWriter()).record("X", text).generated())
        .containsOnlyKeys("p/Later.java", "p/XWriter.java", "p/XReader.java");
  }

  @Test
  void an_unchanged_record_is_compiled_again_over_its_old_output() throws IOException {
    String text = "@MonitoringRecord(name = \"x\") record X(" + TIME + ") {}";
    new Compilation(output).record("X", text).generated();
    Files.delete(output.resolve("p/XWriter.java"));
    Files.delete(output.resolve("p/XReader.java"));
    Compilation again = new Compilation(output).record("X", text);
    assertThat(
            again
                .options("--class-path", output + java.io.File.pathSeparator + Compilation.api())
                .generated())
        .hasSize(2);
  }

  /** Writes {@code p.Later} in the first round. */
  private static final class EnumWriter extends AbstractProcessor {
    private boolean done;

    @Override
    public Set<String> getSupportedAnnotationTypes() {
      return Set.of("*");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      if (!done) {
        done = true;
        try (Writer out = processingEnv.getFiler().createSourceFile("p.Later").openWriter()) {
          out.write("package p; enum Later { A }");
        } catch (IOException failure) {
          throw new AssertionError(failure);
        }
      }
      return false;
    }
  }
}
