package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What grows with what comes from outside is bounded. {@code bounds.txt} has a line for each field
 * of a runtime module that grows ({@link GrowingFields}): its bound, as {@code Class#CONSTANT}, or
 * the reason that it needs none. The first line whose pattern fits counts.
 */
@Tag("one-jdk")
class BoundsTest {
  private static final String PACKAGE = "dev.sluice.";
  private static final Pattern CONSTANT = Pattern.compile("([\\w.$]+)#(\\w+)");

  private static final List<String> MODULES =
      List.of(
          "io-support",
          "collectors",
          "monitoring/core",
          "monitoring/agent",
          "monitoring/samplers",
          "monitoring/histograms",
          "monitoring/micrometer",
          "monitoring/spring-boot-starter",
          "bridges/brave",
          "bridges/kieker",
          "bridges/log4j",
          "bridges/logback",
          "bridges/opentelemetry",
          "raw-writers/file",
          "raw-writers/tcp",
          "raw-writers/kafka",
          "raw-readers/file",
          "raw-readers/tcp",
          "raw-readers/kafka",
          "record-streams",
          "analysis/core",
          "analysis/kafka-streams");

  private static final Map<String, String> REASONS = new LinkedHashMap<>();
  private static Set<String> growing;
  private static Set<String> constants;

  @BeforeAll
  static void read() throws Exception {
    GrowingFields fields = new GrowingFields();
    for (String module : MODULES) {
      fields.read(Path.of("..", module, "target", "classes"));
    }
    fields.read(Path.of("..", "tools", "target", "classes", "dev", "sluice", "tools", "watch"));
    growing =
        fields.growing().stream()
            .map(field -> field.substring(PACKAGE.length()))
            .collect(Collectors.toCollection(TreeSet::new));
    fields.read(Path.of("..", "io-api", "target", "classes"));
    constants = fields.constants();
    try (InputStream in = BoundsTest.class.getResourceAsStream("bounds.txt");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines.lines().forEach(line -> REASONS.put(line.split(": ", 2)[0], line.split(": ", 2)[1]));
    }
  }

  private static boolean fits(String pattern, String field) {
    return field.matches(Pattern.quote(pattern).replace("*", "\\E.*\\Q"));
  }

  private static String lineOf(String field) {
    return REASONS.keySet().stream()
        .filter(pattern -> fits(pattern, field))
        .findFirst()
        .orElse("none");
  }

  @Test
  void every_field_that_grows_has_a_bound_or_a_reason_and_every_reason_a_field() {
    Map<String, List<String>> byLine =
        growing.stream().collect(Collectors.groupingBy(BoundsTest::lineOf));
    assertThat(byLine.remove("none")).as("fields without a line in bounds.txt").isNull();
    assertThat(byLine.keySet())
        .as("lines of bounds.txt that a field needs")
        .containsExactlyInAnyOrderElementsOf(REASONS.keySet());
    assertThat(growing).as("fields that the test finds").hasSizeGreaterThan(200);
  }

  @Test
  void every_bound_is_a_constant() {
    Set<String> named = new TreeSet<>();
    for (String reason : REASONS.values()) {
      assertThat(reason).isNotBlank();
      Matcher matcher = CONSTANT.matcher(reason);
      while (matcher.find()) {
        named.add(PACKAGE + matcher.group(1) + "." + matcher.group(2));
      }
    }
    assertThat(constants).containsAll(named);
    assertThat(named).hasSizeGreaterThan(40);
  }

  @Test
  void symbols_of_texts_from_outside_are_found_to_grow() {
    assertThat(growing)
        .contains(
            "monitoring.BoundedSymbols.symbols",
            "monitoring.BoundedSymbols.recent",
            "agent.presets.Groups.all",
            "collectors.ring.Symbols.texts");
  }
}
