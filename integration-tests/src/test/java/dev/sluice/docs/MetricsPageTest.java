package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Exposition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds {@code docs/series.md}, the board and the alerts to what is served. */
@Tag("one-jdk")
class MetricsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "series.md");
  private static final Pattern HELP = Pattern.compile("(?m)^# HELP (\\S+) (.*)$");
  private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

  @TempDir private Path directory;
  private Scraped scraped;

  @BeforeEach
  void scrape() throws Exception {
    scraped = new Scraped(directory.resolve("records"));
  }

  @AfterEach
  void close() {
    scraped.close();
  }

  /** The labels of a family, without those that are part of a histogram. */
  private static Set<String> labels(Exposition page, String family) {
    Set<String> labels = new TreeSet<>();
    page.samples().stream()
        .filter(sample -> sample.name().matches(family + "(_bucket|_sum|_count)?"))
        .forEach(sample -> labels.addAll(sample.labels().keySet()));
    return labels;
  }

  private List<String> rows(Exposition page, String prefix) throws Exception {
    List<String> rows = new ArrayList<>();
    Matcher help = HELP.matcher(scraped.ofMonitor() + scraped.ofWatch());
    while (help.find()) {
      String family = help.group(1);
      if (family.startsWith("sluice_watch_") == prefix.equals("sluice_watch_")) {
        Set<String> labels = labels(page, family);
        labels.remove("le");
        rows.add(
            "| `%s` | %s | %s | %s |"
                .formatted(
                    family,
                    page.types().get(family),
                    labels.isEmpty() ? "" : "`" + String.join("`, `", labels) + "`",
                    help.group(2)));
      }
    }
    return rows;
  }

  @Test
  void the_page_has_each_series_that_is_served_and_no_other() throws Exception {
    Exposition page = scraped.all();
    String text = Files.readString(PAGE);
    String written = text;
    for (String prefix : List.of("sluice_", "sluice_watch_")) {
      String begin =
          "<!-- series of "
              + prefix
              + " -->\n\n| series | type | labels | what |\n|---|---|---|---|\n";
      int from = text.indexOf(begin) + begin.length();
      assertThat(from).isGreaterThan(begin.length());
      String table = text.substring(from, text.indexOf("\n\n", from) + 1);
      written = written.replace(table, String.join("\n", rows(page, prefix)) + "\n");
    }
    write(written);
    assertThat(Files.readString(PAGE)).isEqualTo(written);
  }

  private static void write(String text) throws IOException {
    if (Boolean.getBoolean("sluice.write")) {
      Files.writeString(PAGE, text);
    }
  }

  @Test
  void each_query_of_board_and_alerts_finds_its_series_with_its_labels() throws Exception {
    Exposition page = scraped.all();
    List<String> queries = Queries.all();
    assertThat(Queries.alerts()).hasSize(5);
    assertThat(queries).hasSizeGreaterThan(20).noneMatch(query -> query.contains("$"));
    for (String query : queries) {
      Map<String, Set<String>> series = Queries.series(query);
      assertThat(series).as(query).isNotEmpty();
      series.forEach(
          (name, labels) -> {
            String family = name.replaceFirst("(?<=_seconds)_(bucket|sum|count)$", "");
            assertThat(page.types()).as(query).containsKey(family);
            labels.removeAll(OF_PROMETHEUS);
            assertThat(labels(page, family)).as(query).containsAll(labels);
          });
    }
  }

  @Test
  void each_figure_of_the_board_changes_its_colour_and_says_when_there_is_none()
      throws IOException {
    String board = Files.readString(Path.of("../docs/metrics/grafana.json"));
    List<String> figures =
        Stream.of(board.split("\"id\": ")).filter(one -> one.contains("\"stat\"")).toList();

    assertThat(figures).hasSize(4);
    assertThat(figures)
        .allSatisfy(one -> assertThat(one).contains("thresholds", "noValue", "\"red\""));
    assertThat(figures.get(0)).as("one lost record is red").contains("\"value\": 0.001");
  }

  @Test
  void names_and_labels_are_found_in_queries() {
    assertThat(
            Queries.series(
                "sum by (le, cause) (rate(sluice_a_total{x=~\"y\", z!=\"1\"}[5m])) / sluice_b > 1"))
        .isEqualTo(
            Map.of(
                "sluice_a_total", Set.of("cause", "le", "x", "z"),
                "sluice_b", Set.of("cause", "le")));
  }
}
