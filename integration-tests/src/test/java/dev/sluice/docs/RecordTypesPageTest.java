package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.record.RecordType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/record-types.md} to the standard record types and their documentation. */
@Tag("one-jdk")
class RecordTypesPageTest {
  private static final Path SOURCES =
      Path.of("..", "monitoring", "core", "src/main/java/dev/sluice/monitoring/records");
  private static final Pattern JAVADOC =
      Pattern.compile("/\\*\\*(.*?)\\*/\\s*@MonitoringRecord", Pattern.DOTALL);
  private static final Pattern PARAMETER =
      Pattern.compile("@param (\\w+) (.*?)(?=@param|\\z)", Pattern.DOTALL);
  private static final Pattern INLINE = Pattern.compile("\\{@(?:code|link) ([^}]*)}");

  /** What a number is a number of. */
  private static final Pattern UNIT =
      Pattern.compile(
          "bytes|bits per second|nanoseconds|milliseconds|per second|[sS]hare|number|how many|"
              + "the trace|getId|order index|1 to 16|\\{@code timeUnit}s",
          Pattern.CASE_INSENSITIVE);

  private static final String INTRODUCTION =
      """
      # Record types

      What monitors, probes and samplers record. Other types are a Java `record` away, see the README.

      Instants are nanoseconds since 1970 when decoded; one of them is the record time. Symbols are texts that are sent
      once. Texts and symbols may be absent. How records are laid out in a chunk is in
      [container-v1.md](../container-format-spec/container-v1.md).

      This page is generated from the code; a test fails if it is out of date.
      """;

  private record Documented(RecordType type, String text, Map<String, String> fields) {}

  private static Documented read(Path source) throws Exception {
    Matcher javadoc = JAVADOC.matcher(Files.readString(source));
    assertThat(javadoc.find()).as("javadoc of %s", source).isTrue();
    String text = javadoc.group(1).replaceAll("\\s*\\R\\s*\\* ?", "\n").strip();
    int parameters = text.indexOf("@param");
    Map<String, String> fields = new LinkedHashMap<>();
    PARAMETER
        .matcher(text.substring(parameters))
        .results()
        .forEach(match -> fields.put(match.group(1), line(match.group(2))));
    String name = source.getFileName().toString().replace(".java", "");
    RecordReader<?> reader =
        (RecordReader<?>)
            Class.forName("dev.sluice.monitoring.records." + name + "Reader")
                .getMethod("create")
                .invoke(null);
    return new Documented(reader.type(), line(text.substring(0, parameters)), fields);
  }

  private static String line(String text) {
    return text.replaceAll("\\s*<p>\\s*", " ").replaceAll("\\s+", " ").strip();
  }

  private static String markdown(String javadoc) {
    return INLINE
        .matcher(javadoc)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    "`"
                        + match.group(1).replaceAll("^[a-z.]+\\.(?=[A-Z])", "").replace('#', '.')
                        + "`"));
  }

  private static String type(Field field) {
    return switch (field.role()) {
      case RECORD_TIME -> "instant, record time";
      case TIMESTAMP -> "instant";
      case SYMBOL -> "symbol";
      case PLAIN ->
          field.type() == FieldType.STRING ? "text" : field.type().name().toLowerCase(Locale.ROOT);
    };
  }

  @Test
  void page_tells_every_type_with_its_fields_and_units() throws Exception {
    Map<String, Documented> types = new TreeMap<>();
    try (Stream<Path> sources = Files.list(SOURCES)) {
      for (Path source : sources.toList()) {
        if (Files.readString(source).contains("@MonitoringRecord(")) {
          Documented documented = read(source);
          types.put(documented.type().name(), documented);
        }
      }
    }
    assertThat(types).hasSizeGreaterThanOrEqualTo(18);
    StringBuilder page = new StringBuilder(INTRODUCTION);
    types.values().forEach(documented -> append(page, documented));
    GeneratedPage.check("record-types.md", page.toString());
  }

  private static void append(StringBuilder page, Documented documented) {
    RecordType type = documented.type();
    page.append("\n## ").append(type.name()).append("\n\nVersion ").append(type.version());
    page.append(". ").append(markdown(documented.text())).append("\n\n");
    page.append("| field | type | meaning |\n|---|---|---|\n");
    List<String> descriptions = List.copyOf(documented.fields().values());
    assertThat(descriptions).as("fields of %s", type.name()).hasSameSizeAs(type.fields());
    for (int i = 0; i < descriptions.size(); i++) {
      Field field = type.fields().get(i);
      String description = descriptions.get(i);
      assertThat(description).as("%s.%s", type.name(), field.name()).isNotBlank();
      if (isNumber(field)) {
        assertThat(description + documented.text())
            .as("unit of %s.%s", type.name(), field.name())
            .containsPattern(UNIT);
      }
      page.append(
          "| `%s` | %s | %s |%n"
              .formatted(field.name(), type(field), GeneratedPage.cell(markdown(description))));
    }
  }

  private static boolean isNumber(Field field) {
    return field.role() == Field.Role.PLAIN
        && switch (field.type()) {
          case STRING, BOOLEAN -> false;
          default -> field.type().name().matches("LONG|INT|SHORT|BYTE|DOUBLE|FLOAT");
        };
  }
}
