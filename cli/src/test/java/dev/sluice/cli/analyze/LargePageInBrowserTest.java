package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.analyze.StreamedRecords.Sum;
import dev.sluice.pages.Chrome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of a recording of twelve million records in a browser, if there is one: figures beside
 * what {@code cat} prints, which nothing keeps.
 */
@Tag("one-jdk")
@Tag("full")
@EnabledIfSystemProperty(named = "sluice.pages", matches = "all")
class LargePageInBrowserTest {
  private static final int TRACES = Integer.getInteger("sluice.traces", 4_000_000);
  private static final List<Integer> WIDTHS = List.of(320, 400, 768, 1280, 1440);
  private static final double THREE_DIGITS = 1.005;

  private final SoftAssertions soft = new SoftAssertions();
  private long last = System.nanoTime();

  private void about(String what, String text, double right, double error) {
    soft.assertThat(ShownFigure.of(text).isOf(right / error, right * error))
        .as("%s: %s is shown, %s is right", what, text, right)
        .isTrue();
  }

  private double seconds() {
    long before = last;
    last = System.nanoTime();
    return (last - before) / 1e9;
  }

  @Test
  void figures_of_twelve_million_records_are_right(@TempDir Path folder) throws Exception {
    Path file = StreamedRecords.write(folder.resolve("large.slu"), TRACES);
    double written = seconds();
    Path report = folder.resolve("report");
    Terminal nowhere = new Terminal(new ByteArrayOutputStream(), System.err, false);
    assertThat(Main.run(nowhere, "analyze", file.toString(), "-o", report.toString())).isZero();
    double analyzed = seconds();
    JsonNode model = new ObjectMapper().readTree(report.resolve("report.json").toFile());
    StreamedRecords right = StreamedRecords.of(file, model);
    double read = seconds();
    try (Chrome chrome = Chrome.start()) {
      ReportPage page = new ReportPage(chrome, report);
      check(page, right);
      page.assertQuiet();
    }
    System.out.printf(
        "page of %,d records, %.0f MB: written %.0f s, analyzed %.0f s, read by cat %.0f s,"
            + " page of %.0f KB compared %.0f s, %d faults%n",
        right.records,
        Files.size(file) / 1e6,
        written,
        analyzed,
        read,
        Files.size(report.resolve("report.html")) / 1e3,
        seconds(),
        soft.errorsCollected().size());
    soft.assertAll();
  }

  private void check(ReportPage page, StreamedRecords right) throws IOException {
    assertThat(right.records).isEqualTo(3L * TRACES);
    assertThat(page.model().get("warmUp").isNull()).as("no warm-up").isTrue();
    for (int width : WIDTHS) {
      soft.check(() -> page.open("", width).assertFits());
    }
    JsonNode shown = page.open("#tab=operations", ReportPage.WIDE).shown();
    soft.assertThat(shown.get("bad")).isEmpty();
    soft.assertThat(shown.get("meta").asText()).contains("%,d record".formatted(right.records));
    soft.assertThat(shown.get("sentence").asText())
        .startsWith("%,d requests, ".formatted(right.all.size()));
    tiles(shown, right);
    kinds(ReportPage.table(shown.get("overview"), "Kinds"), page.model(), right);
    operations(ReportPage.table(shown.get("panel"), "Operations"), right);
    JsonNode map = page.open("#map=all", ReportPage.WIDE).shown().get("heat");
    new HeatMapCheck(null, page.model(), soft).cells(map, right.cells);
    LinksCheck links = new LinksCheck(page, soft);
    links.failed(shown);
    links.findings(shown);
  }

  private void tiles(JsonNode shown, StreamedRecords right) {
    Map<String, JsonNode> tiles = new HashMap<>();
    shown.get("tiles").forEach(tile -> tiles.put(tile.get(0).asText(), tile));
    Sum all = right.all;
    double rate = all.size() / ((right.end - right.begin) / 1e9);
    about("requests", tiles.get("Requests").get(1).asText(), all.size(), 1);
    about("rate", tiles.get("Requests").get(2).asText(), rate, THREE_DIGITS);
    about("p50", tiles.get("p50").get(1).asText(), all.quantile(0.5), ReportPageCheck.BIN);
    String mean = tiles.get("p50").get(2).asText().replace("mean ", "");
    about("mean", mean, all.total / all.size(), 1);
    about("p99", tiles.get("p99").get(1).asText(), all.quantile(0.99), ReportPageCheck.BIN);
    String longest = tiles.get("p99").get(2).asText().replace("longest ", "");
    about("longest", longest, all.quantile(1), 1);
    about("failed", tiles.get("Failed").get(1).asText(), all.failed, 1);
    String part = tiles.get("Failed").get(2).asText();
    about("share of failed", part, (double) all.failed / all.size(), 1);
  }

  private void kinds(JsonNode table, JsonNode model, StreamedRecords right) {
    Map<String, Sum> byLabel = new HashMap<>();
    for (JsonNode kind : model.get("requests")) {
      String label = model.get("labels").get(kind.get("op").asInt()).asText();
      byLabel.put(label, right.kinds.get(kind.get("name").asText()));
    }
    int compared = 0;
    for (JsonNode row : table.get("rows")) {
      String title = row.get(0).get("title").asText();
      Sum of = title.equals("All requests") ? right.all : byLabel.get(title);
      String[] cells = ReportPageCheck.texts(row);
      about("number of " + title, cells[ReportPage.column(table, "number")], of.size(), 1);
      about("p50 of " + title, cell(table, cells, "p50"), of.quantile(0.5), ReportPageCheck.BIN);
      about("p99 of " + title, cell(table, cells, "p99"), of.quantile(0.99), ReportPageCheck.BIN);
      about("failed of " + title, cell(table, cells, "failed"), of.failed, 1);
      double share = of.total / right.all.total;
      about(
          "share of " + title,
          cell(table, cells, "share of time").replaceAll(".*\\|", ""),
          share,
          1);
      compared++;
    }
    soft.assertThat(compared).isEqualTo(1 + right.kinds.size());
  }

  private static String cell(JsonNode table, String[] cells, String head) {
    return cells[ReportPage.column(table, head)];
  }

  private void operations(JsonNode table, StreamedRecords right) {
    double whole = right.operations.values().stream().mapToDouble(one -> one.self).sum();
    soft.assertThat(table.get("rows").size()).isEqualTo(right.operations.size());
    for (JsonNode row : table.get("rows")) {
      String name = row.get(0).get("title").asText();
      Sum of = right.operations.get(name);
      String[] cells = ReportPageCheck.texts(row);
      String[] self = cell(table, cells, "self time").split("\\|");
      about("self of " + name, self[0], of.self, 1);
      about("share of " + name, self[1], of.self / whole, 1);
      about("total of " + name, cell(table, cells, "total time"), of.total, 1);
      about("calls of " + name, cell(table, cells, "calls"), of.size(), 1);
      about("mean of " + name, cell(table, cells, "mean"), of.total / of.size(), 1);
      about("p50 of " + name, cell(table, cells, "p50"), of.quantile(0.5), ReportPageCheck.BIN);
      about("p99 of " + name, cell(table, cells, "p99"), of.quantile(0.99), ReportPageCheck.BIN);
      about("longest of " + name, cell(table, cells, "longest"), of.quantile(1), 1);
      about("failed of " + name, cell(table, cells, "failed"), of.failed, 1);
    }
  }
}
