package dev.sluice.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.spi.CollectorReport;
import dev.sluice.streams.Audit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {
  private static final Pattern SNIPPET =
      Pattern.compile("<!-- snippet: (\\w+) -->\\n```java\\n(.*?)```", Pattern.DOTALL);
  private static final Path SOURCES = Path.of("src/test/java/dev/sluice/readme");

  @Test
  void the_readme_shows_the_code_that_is_tested_here() throws IOException {
    Matcher matcher = SNIPPET.matcher(Files.readString(Path.of("../README.md")));
    List<String> names = new ArrayList<>();
    while (matcher.find()) {
      names.add(matcher.group(1));
      assertThat(matcher.group(2)).as(matcher.group(1)).isEqualTo(source(matcher.group(1)));
    }
    assertThat(names).containsExactly("record", "emit", "consume");
  }

  @Test
  void what_the_readme_emits_is_what_it_consumes(@TempDir Path directory) throws IOException {
    String uri = "file:" + directory.resolve("orders");
    List<OrderPlaced> orders = new ArrayList<>();
    List<Object> printed = new ArrayList<>();

    CollectorReport report = ReadmeSnippets.emit(uri);
    ReadmeSnippets.consume(uri, orders::add, printed::add);
    ReadmeSnippets.generic(uri, printed::add);

    assertThat(report.balanced()).isTrue();
    assertThat(report.acknowledged()).isEqualTo(1);
    assertThat(orders).hasSize(1);
    assertThat(orders.get(0).customer()).isEqualTo("Ada");
    assertThat(orders.get(0).shop()).isEqualTo("Kiel");
    assertThat(orders.get(0).total()).isEqualTo(19.90);
    assertThat(printed).hasSize(2).last().isEqualTo("Ada");
    assertThat(((Audit) printed.get(0)).complete()).isTrue();
  }

  /** The lines between the marks in the sources, without their common indentation. */
  private static String source(String name) throws IOException {
    for (String file : List.of("OrderPlaced.java", "ReadmeSnippets.java")) {
      String text = Files.readString(SOURCES.resolve(file));
      Matcher matcher =
          Pattern.compile(" *// snippet: " + name + "\\n(.*?) *// end\\n", Pattern.DOTALL)
              .matcher(text);
      if (matcher.find()) {
        // Trailing space first: a last line that is empty would count as one without indentation.
        return matcher.group(1).stripTrailing().stripIndent() + "\n";
      }
    }
    throw new AssertionError("no snippet called " + name);
  }
}
