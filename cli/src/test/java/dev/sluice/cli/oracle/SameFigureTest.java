package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pages.Chrome;
import dev.sluice.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One figure of one recording, asked of every output. {@code -Dsluice.seeds=2000} asks the page of
 * all of them, too, if there is a browser; by default the page of one in ten.
 */
@Tag("one-jdk")
class SameFigureTest {
  private static final int SEEDS = 40;
  private static final int MAX_FAILURES = 20;
  private static final int PAGES = 10;

  @TempDir private Path directory;
  private static Chrome chrome;

  @AfterAll
  static void close() {
    if (chrome != null) {
      chrome.close();
    }
  }

  @Test
  void every_output_has_the_same_figures_of_an_operation() {
    long first = Seeds.first("Same figure");
    int seeds = Seeds.count(SEEDS);
    List<String> failures = new ArrayList<>();
    Map<String, Integer> figures = new TreeMap<>();
    for (long seed = first; seed < first + seeds && failures.size() < MAX_FAILURES; seed++) {
      try {
        Answers.ofSeed(seed, directory).ifPresent(answers -> check(answers, figures));
      } catch (AssertionError | IOException e) {
        failures.add("seed %d (-Dsluice.seed=N repeats one): %s".formatted(seed, e));
      }
    }
    assertThat(failures).as("differences").isEmpty();
    if (seeds >= SEEDS) { // one seed may draw a program of which some outputs differ rightly
      assertThat(figures.keySet())
          .contains("top", "compare", "report.json", "operations.csv", "watch");
      assertThat(figures.values()).allMatch(count -> count > seeds);
    }
  }

  @Test
  @Tag("full")
  void the_page_has_the_same_figures_of_an_operation() throws IOException {
    chrome = Chrome.start();
    long first = Seeds.first("Same figure on the page");
    int seeds = Math.max(1, Seeds.count(SEEDS) / PAGES);
    Map<String, Integer> figures = new TreeMap<>();
    for (long seed = first; seed < first + seeds; seed++) {
      Answers.withPage(seed, directory, chrome).ifPresent(answers -> check(answers, figures));
    }
    if (seeds >= SEEDS / PAGES) {
      assertThat(figures).containsKey("page");
    }
  }

  private static void check(Answers answers, Map<String, Integer> figures) {
    answers.assertEqual();
    answers.figures().forEach((output, count) -> figures.merge(output, count, Integer::sum));
  }
}
