package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;

/** Follows links of a page and compares what is there with what they say. */
final class LinksCheck {
  private static final List<String> NOTHING =
      List.of(
          "has no request",
          "No trace fits",
          "No trace is selected",
          "No call is in the selection",
          "is not in this page");
  private static final Pattern PAUSE = Pattern.compile("([\\d,]+) requests of .* same instant.*");
  private static final Pattern GROWTH =
      Pattern.compile(
          ".* takes? (\\S+ \\S+) since .*, (\\S+ \\S+) before .*; (\\S+) and (\\S+) req.*");

  private final ReportPage page;
  private final SoftAssertions soft;

  LinksCheck(ReportPage page, SoftAssertions soft) {
    this.page = page;
    this.soft = soft;
  }

  /** Evidence of findings. */
  void findings(JsonNode shown) {
    List<JsonNode> linked = new ArrayList<>();
    shown.get("findings").forEach(one -> linked.add(one));
    linked.removeIf(one -> one.get("href").asText().isEmpty());
    JsonNode came = follow(linked.stream().map(one -> one.get("href").asText()).toList());
    for (int i = 0; i < linked.size(); i++) {
      String text = linked.get(i).get("text").asText();
      String panel = came.get(i).get("panel").asText();
      Matcher pause = PAUSE.matcher(text);
      if (pause.matches()) {
        Matcher selected = Pattern.compile("A, .*?: ([\\d,]+) requests?").matcher(panel);
        soft.assertThat(selected.find()).as("%s shows %s", text, panel).isTrue();
        if (selected.reset().find()) {
          soft.assertThat(SentencesCheck.number(selected.group(1)))
              .as("requests that are shown of: %s", text)
              .isGreaterThanOrEqualTo(SentencesCheck.number(pause.group(1)));
        }
      }
      Matcher growth = GROWTH.matcher(text);
      if (growth.matches()) {
        soft.assertThat(panel)
            .as("what is shown of: %s", text)
            .contains(growth.group(3) + " requests, p50 " + growth.group(1))
            .contains(growth.group(4) + " requests, p50 " + growth.group(2));
      }
    }
  }

  /** The tile of failed requests leads to a list that says of how many it is. */
  void failed(JsonNode shown) {
    for (JsonNode tile : shown.get("tiles")) {
      String failed = tile.get(1).asText().replace("≥ ", "");
      if (tile.get(0).asText().equals("Failed") && !failed.equals("0")) {
        JsonNode came = follow(List.of("#tab=traces&only=failed")).get(0);
        soft.assertThat(came.get("panel").asText()).as("list of failed ones").contains(failed);
        soft.assertThat(shown.get("headings").toString()).as("list beside it").contains(failed);
      }
    }
  }

  /** Follows links, which must show what their addresses say. */
  JsonNode follow(List<String> links) {
    JsonNode all = page.follow(links);
    for (JsonNode came : all) {
      String href = came.get("href").asText();
      Map<String, String> state = state(href);
      soft.assertThat(came.get("bad")).as(href).isEmpty();
      soft.assertThat(came.get("panel").asText()).as(href).isNotEmpty();
      NOTHING.forEach(
          words -> soft.assertThat(came.get("panel").asText()).as(href).doesNotContain(words));
      soft.assertThat(came.get("id").asText())
          .as(href)
          .isEqualTo("panel-" + state.getOrDefault("tab", "operations"));
      if (state.containsKey("trace") && came.get("id").asText().equals("panel-traces")) {
        // A request through several programs has its own id in the place of the trace's.
        soft.assertThat(came.get("trace").asText())
            .as(href)
            .containsPattern(id(state.get("trace")) + "|request[0-9a-f]{32}");
      }
      if (state.containsKey("req")) {
        soft.assertThat(came.get("chosen").asText()).as(href).contains(state.get("req"));
      }
      if (state.containsKey("t")) {
        soft.assertThat(came.get("chosen").asText()).as(href).doesNotContain("✕0 requests");
      }
    }
    return all;
  }

  private static String id(String trace) {
    return trace.replaceAll("@.*", "");
  }

  private static Map<String, String> state(String href) {
    Map<String, String> state = new HashMap<>();
    for (String entry : href.substring(1).split("&")) {
      String[] parts = entry.split("=", 2);
      if (parts.length == 2) {
        state.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      }
    }
    return state;
  }
}
