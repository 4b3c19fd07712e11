package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.analyze.RecordedRequests.Request;
import dev.sluice.cli.watch.Watching;
import dev.sluice.pages.Chrome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live page of a source that has ended, in a browser, if there is one. */
@Tag("one-jdk")
@Tag("full")
class WatchPagesInBrowserTest {
  private static final List<Integer> WIDTHS = List.of(320, 400, 768, 1280, 1440);

  @Test
  void figures_of_the_live_page_are_those_of_the_records(@TempDir Path folder) throws IOException {
    Path file = PageRecordings.shop().write(folder.resolve("shop.slu"));
    RecordedRequests recorded = RecordedRequests.of(file, folder.resolve("text"));
    List<Request> all = recorded.requests();
    String records = "\"records\":" + recorded.records() + ",";
    try (Chrome chrome = Chrome.start();
        Watching watching = Watching.of(file.toString())) {
      watching.await(status -> status.contains(records));
      watching.await("/report-5.json", json -> json.contains("\"n\":" + all.size() + ","));
      SoftAssertions soft = new SoftAssertions();
      for (int width : WIDTHS) {
        chrome.open(watching.page().toString(), width, "light");
        Awaitility.await().until(() -> chrome.text("#badge").equals("ended"));
        Awaitility.await().until(() -> chrome.text("body").contains("Programs at work"));
        chrome.run(ReportPage.SCRIPT);
        soft.check(chrome::assertFits);
        soft.assertThat((List<?>) chrome.run("return shown.cut()")).as("cut, %s", width).isEmpty();
        soft.assertThat((List<?>) chrome.run("return shown.bad()")).as("text").isEmpty();
      }
      soft.assertThat(chrome.text(".losses"))
          .contains("Nothing is lost: %,d records".formatted(recorded.records()));
      soft.assertThat(chrome.text("#about")).doesNotContain("ago");
      ObjectMapper mapper = new ObjectMapper();
      JsonNode tiles = mapper.valueToTree(chrome.run("return shown.tiles()"));
      for (JsonNode tile : tiles) {
        tile(soft, tile.get(0).asText(), tile.get(1).asText(), tile.get(2).asText(), all);
      }
      axes(soft, mapper.valueToTree(chrome.run("return shown.charts()")));
      soft.assertAll();
      chrome.assertQuiet();
    }
  }

  private static void tile(
      SoftAssertions soft, String name, String value, String more, List<Request> all) {
    double nanos = all.stream().mapToDouble(Request::nanos).sum();
    double begin = all.stream().mapToDouble(Request::begin).min().orElse(0);
    double end = all.stream().mapToDouble(Request::end).max().orElse(0);
    long failed = all.stream().filter(Request::failed).count();
    double seconds = (end - begin) / 1e9;
    switch (name) {
      case "Requests/s" -> about(soft, name, value, all.size() / seconds, 0.005);
      case "Failed/s" -> {
        about(soft, name, value, failed / seconds, 0.005);
        soft.assertThat(more).contains(", " + failed);
      }
      case "p50" -> {
        about(soft, name, value, ReportPageCheck.quantile(all, 0.5), ReportPageCheck.BIN - 1);
        about(soft, "mean", more.replace("mean ", ""), nanos / all.size(), 0);
      }
      case "p99" -> {
        about(soft, name, value, ReportPageCheck.quantile(all, 0.99), ReportPageCheck.BIN - 1);
        about(soft, "longest", more.replace("longest ", ""), ReportPageCheck.quantile(all, 1), 0);
      }
      case "Delay" -> soft.assertThat(value + more).isEqualTo("–all is read");
      default -> soft.assertThat(value + more).isEqualTo("01 ended");
    }
  }

  private static void about(
      SoftAssertions soft, String name, String text, double right, double error) {
    boolean isRight = ShownFigure.of(text).isOf(right * (1 - error), right * (1 + error));
    soft.assertThat(isRight).as("%s: %s is shown, %s is right", name, text, right).isTrue();
  }

  /** Labels of the values of each chart rise from below. */
  private static void axes(SoftAssertions soft, JsonNode charts) {
    soft.assertThat(charts.size()).isGreaterThan(1);
    for (JsonNode chart : charts) {
      JsonNode labels = chart.get("down");
      for (int i = 1; i < labels.size(); i++) {
        double rise = value(labels.get(i)) - value(labels.get(i - 1));
        double up = labels.get(i - 1).get(0).asDouble() - labels.get(i).get(0).asDouble();
        soft.assertThat(rise * up).as(chart.toString()).isPositive();
      }
    }
  }

  private static double value(JsonNode label) {
    return ShownFigure.of(label.get(1).asText()).middle();
  }
}
