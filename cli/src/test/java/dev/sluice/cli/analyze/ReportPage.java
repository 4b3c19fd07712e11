package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.pages.Chrome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A page of a report in a browser, and what it shows as data. For one thread. */
public final class ReportPage {
  /** Width of a window in which all of a page is beside each other, pixels. */
  public static final int WIDE = 1440;

  private static final ObjectMapper JSON = new ObjectMapper();
  static final String SCRIPT = script();

  private static final int PATIENCE_FRAMES = 200;

  private final Chrome chrome;
  private final Path file;
  private final JsonNode model;

  /** The page of a report. */
  ReportPage(Chrome chrome, Path folder) throws IOException {
    this(
        chrome,
        folder.resolve("report.html"),
        JSON.readTree(folder.resolve("report.json").toFile()));
  }

  /** Any page; without a model if the test needs none. */
  public ReportPage(Chrome chrome, Path file, JsonNode model) {
    this.chrome = chrome;
    this.file = file;
    this.model = model;
  }

  private static String script() {
    try (InputStream in = ReportPage.class.getResourceAsStream("shown.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The data that the page is drawn of: names, grids and boundaries are taken from it. */
  public JsonNode model() {
    return model;
  }

  /** Opens a state of the page. */
  public ReportPage open(String state, int width) {
    chrome.open(file, state, width, "light");
    chrome.run(SCRIPT);
    return this;
  }

  /** What a script returns, as data. */
  public JsonNode run(String script) {
    return JSON.valueToTree(chrome.run("return " + script));
  }

  /** Opens everything that is folded. */
  public ReportPage unfold() {
    chrome.await("shown.open().then(arguments[0])");
    return this;
  }

  JsonNode shown() {
    return run("shown.all()");
  }

  /** The table of the heat map, which the page makes after a click. */
  JsonNode heatTable() {
    Object table =
        chrome.await(
            """
            const done = arguments[arguments.length - 1];
            const details = document.querySelector(".overview .as-table");
            if (!details) return done(null);
            details.open = true;
            let left = arguments[0];
            const look = () => (details.querySelector("table") || !left-- ? done(shown.tables(details)[0])
              : requestAnimationFrame(look));
            look();
            """,
            PATIENCE_FRAMES);
    return JSON.valueToTree(table);
  }

  /** What is there after each of these links was followed. */
  JsonNode follow(List<String> links) {
    return JSON.valueToTree(
        chrome.await("shown.follow(arguments[0]).then(arguments[arguments.length - 1])", links));
  }

  List<String> links(String selector) {
    List<String> links = new ArrayList<>();
    run("shown.links('" + selector + "')").forEach(link -> links.add(link.asText()));
    return links;
  }

  /** Nothing is wider than the window, or cut. */
  public void assertFits() {
    chrome.assertFits();
    assertThat(run("shown.cut()")).as("cut text").isEmpty();
  }

  /** Nothing was written to the console. */
  public void assertQuiet() {
    chrome.assertQuiet();
  }

  /** A column of a table, by its head. */
  public static int column(JsonNode table, String head) {
    for (int i = 0; i < table.get("heads").size(); i++) {
      if (table.get("heads").get(i).asText().equals(head)) {
        return i;
      }
    }
    throw new AssertionError("no column " + head + " in " + table.get("heads"));
  }

  /** The table with that caption. */
  public static JsonNode table(JsonNode tables, String caption) {
    for (JsonNode table : tables) {
      if (table.get("caption").asText().startsWith(caption)) {
        return table;
      }
    }
    throw new AssertionError("no table " + caption);
  }
}
