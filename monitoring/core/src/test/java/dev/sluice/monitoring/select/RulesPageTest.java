package dev.sluice.monitoring.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Options;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

/** What docs/rules.md shows is understood. */
class RulesPageTest {
  private static final Path PAGE = Path.of("../../docs/rules.md");

  @Test
  void every_pattern_in_the_table_is_one() throws IOException {
    List<String> rows =
        Files.readAllLines(PAGE).stream()
            .dropWhile(line -> !line.startsWith("| pattern |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .toList();
    int patterns = 0;
    for (String row : rows) {
      String cell = row.split("(?<!\\\\)\\|")[1].replace("\\|", "|");
      Matcher code = java.util.regex.Pattern.compile("`([^`]+)`").matcher(cell);
      while (code.find()) {
        assertThat(Pattern.parse(code.group(1)).toString()).isEqualTo(code.group(1));
        patterns++;
      }
    }
    assertThat(patterns).isGreaterThan(14);
  }

  @Test
  void example_of_rules_is_read_without_a_mistake() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf("```properties\n") + "```properties\n".length();
    Properties properties = new Properties();
    properties.load(new StringReader(page.substring(from, page.indexOf("```", from))));
    Map<String, String> values = new HashMap<>();
    properties.forEach(
        (key, value) -> values.put(key.toString().substring("sluice.".length()), value.toString()));
    Options options = new Options(values);
    Rules rules = Rules.read(options);
    options.finish();
    assertThat(rules.all()).extracting(Rule::name).containsExactly("default", "debug", "slow");
  }
}
