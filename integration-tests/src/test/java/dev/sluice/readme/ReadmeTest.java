package dev.sluice.readme;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.shop.OrderPlaced;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.streams.Audit;
import dev.sluice.testkit.Snippets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {
  private static final Path README = Path.of("../README.md");
  private static final Path RECORD = Path.of("src/test/java/com/acme/shop/OrderPlaced.java");
  private static final Path SOURCE = Path.of("src/test/java/dev/sluice/readme/ReadmeSnippets.java");

  @Test
  void the_readme_shows_the_code_that_is_tested_here() throws IOException {
    Map<String, String> shown = Snippets.shownIn(README);

    assertThat(shown).containsOnlyKeys("record", "emit", "consume");
    assertThat(Files.readString(RECORD)).endsWith(";\n\n" + shown.remove("record"));
    for (String name : shown.keySet()) {
      assertThat(shown.get(name)).as(name).isEqualTo(Snippets.inSource(name, List.of(SOURCE)));
    }
  }

  @Test
  void lines_of_the_readme_fit_a_screen() throws IOException {
    assertThat(Files.readAllLines(README))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
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
    assertThat(report.acknowledged()).as("metadata and order").isEqualTo(2);
    assertThat(orders).hasSize(1);
    assertThat(orders.get(0).customer()).isEqualTo("Ada");
    assertThat(orders.get(0).shop()).isEqualTo("Kiel");
    assertThat(orders.get(0).total()).isEqualTo(19.90);
    assertThat(printed).hasSize(2).last().isEqualTo("Ada");
    assertThat(((Audit) printed.get(0)).complete()).isTrue();
  }
}
