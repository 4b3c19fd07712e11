package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.analyze.PageRecordings.Named;
import dev.sluice.cli.analyze.RecordedRequests.Request;
import dev.sluice.pages.Chrome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pages of recordings in a browser, if there is one: every figure beside the records, every link
 * followed. {@code -Dsluice.pages=all} looks at all recordings and all links.
 */
@Tag("one-jdk")
@Tag("full")
class ReportPagesInBrowserTest {
  private static final boolean ALL = "all".equals(System.getProperty("sluice.pages"));
  private static final List<Integer> WIDTHS = List.of(320, 400, 768, 1280, 1440);
  private static final List<String> TABS =
      List.of("operations", "flame", "traces", "resources", "dependencies");
  private static final int SENTENCES = 4; // kinds of them that these pages have at least
  private static final int LINKS = 6; // of a tab, unless all are followed

  @TempDir private static Path folder;
  private static Chrome chrome;
  private static final List<Named> RECORDINGS = new ArrayList<>();
  private static final Map<String, Path> REPORTS = new HashMap<>();
  private static final Map<String, RecordedRequests> RECORDED = new HashMap<>();

  @BeforeAll
  static void open() throws IOException {
    chrome = Chrome.start();
  }

  @AfterAll
  static void close() {
    if (chrome != null) {
      chrome.close();
    }
  }

  static Stream<Named> recordings() throws IOException {
    if (RECORDINGS.isEmpty()) {
      RECORDINGS.addAll(ALL ? PageRecordings.all(folder) : PageRecordings.few(folder));
      for (Named one : RECORDINGS) {
        Path report = folder.resolve("report-" + one.name());
        Terminal nowhere = new Terminal(new ByteArrayOutputStream(), System.err, false);
        String[] words = {"analyze", one.source().toString(), "-o", report.toString()};
        assertThat(Main.run(nowhere, words)).isZero();
        REPORTS.put(one.name(), report);
        RECORDED.put(
            one.name(), RecordedRequests.of(one.source(), folder.resolve("records.jsonl")));
      }
    }
    return RECORDINGS.stream();
  }

  private static ReportPage page(Named of) throws IOException {
    return new ReportPage(chrome, REPORTS.get(of.name()));
  }

  private static String encoded(String label) {
    return URLEncoder.encode(label, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void figures_are_those_of_the_records(Named of) throws IOException {
    RecordedRequests recorded = RECORDED.get(of.name());
    ReportPage page = page(of);
    SoftAssertions soft = new SoftAssertions();
    ReportPageCheck check = new ReportPageCheck(recorded, page.model(), soft);
    boolean isExact = recorded.isWhole() && !recorded.requests().isEmpty();
    for (boolean warm :
        page.model().get("warmUp").isNull() ? List.of(false) : List.of(false, true)) {
      String state = warm ? "&warm=1" : "";
      JsonNode shown = page.open("#tab=operations" + state, ReportPage.WIDE).shown();
      JsonNode heat = page.heatTable();
      soft.assertThat(shown.get("bad")).as("text").isEmpty();
      check.leastIsSaid(shown);
      if (isExact) {
        List<Request> all = check.requests(warm, one -> true);
        check.tiles(shown, all, warm);
        check.sentence(shown.get("sentence").asText());
        check.operations(ReportPage.table(shown.get("panel"), "Operations"), all);
        if (all.size() > 1) {
          check.kinds(ReportPage.table(shown.get("overview"), "Kinds"), warm);
          HeatMapCheck map = new HeatMapCheck(check, page.model(), soft);
          map.heat(shown.get("heat"));
          map.heatTable(heat, HeatMapCheck.kindOf(shown.get("heat")));
        }
        SentencesCheck sentences = new SentencesCheck(check, soft);
        sentences.check(shown.get("findings"));
        boolean hasAll = List.of("shop", "faults").contains(of.name());
        soft.assertThat(sentences.kinds())
            .as("kinds of sentences in %s", shown.get("findings"))
            .isGreaterThanOrEqualTo(hasAll ? SENTENCES : 0);
        kinds(page, check, soft, state, warm);
        if (!warm) {
          views(page, check, soft, null);
          // The kinds with the fewest requests first.
          check.labels().stream()
              .sorted(Comparator.comparing(l -> check.requests(true, o -> check.isOf(o, l)).size()))
              .limit(ALL ? 24 : 1)
              .forEach(label -> views(page, check, soft, label));
        }
      }
      traces(page, check, soft, state);
    }
    page.assertQuiet();
    soft.assertAll();
  }

  private static void kinds(
      ReportPage page, ReportPageCheck check, SoftAssertions soft, String state, boolean warm) {
    int recordedSize = check.requests(true, one -> true).size();
    for (String label : ALL ? check.labels() : check.labels().stream().limit(2).toList()) {
      String hash = "#tab=operations&req=" + encoded(label) + state;
      JsonNode shown = page.open(hash, ReportPage.WIDE).shown();
      List<Request> of = check.requests(warm, one -> check.isOf(one, label));
      check.tiles(shown, of, warm);
      check.operations(ReportPage.table(shown.get("panel"), "Operations"), of);
      if (recordedSize > 1) {
        new HeatMapCheck(check, page.model(), soft).heat(shown.get("heat"));
        check.sameNumber(shown, of);
      }
    }
  }

  /** Flame graph, dependencies and resources. */
  private static void views(
      ReportPage page, ReportPageCheck check, SoftAssertions soft, String label) {
    if (check.requests(false, one -> check.isOf(one, label)).isEmpty()) {
      return; // all of them are of the warm-up
    }
    PathsCheck paths = new PathsCheck(check, soft, label);
    String state = label == null ? "" : "&req=" + encoded(label);
    page.open("#tab=flame&recursion=0" + state, ReportPage.WIDE).unfold();
    paths.flame(panel(page, "Calls by path"), page.run("shown.frames()"));
    List<String> operations = paths.operations();
    for (String one : operations.subList(0, Math.min(ALL ? 6 : 2, operations.size()))) {
      String of = "#tab=flame&view=sandwich&op=" + encoded(one) + state;
      JsonNode facts = page.open(of, ReportPage.WIDE).unfold().run("shown.facts('#panel-flame')");
      paths.sandwich(one, facts, page.run("shown.tables(document.querySelector('#panel-flame'))"));
    }
    page.open("#tab=dependencies" + state, ReportPage.WIDE).unfold();
    paths.edges(panel(page, "Who calls whom"), page.run("shown.flows()"));
    page.open("#tab=resources" + state, ReportPage.WIDE).unfold();
    new ResourcesCheck(check, soft, label).resources(panel(page, "Resources"));
  }

  private static JsonNode panel(ReportPage page, String caption) {
    String panel = "shown.tables(document.querySelector('[role=tabpanel]:not([hidden])'))";
    return ReportPage.table(page.run(panel), caption);
  }

  private static void traces(
      ReportPage page, ReportPageCheck check, SoftAssertions soft, String state) {
    for (String only : List.of("", "&only=failed")) {
      JsonNode shown = page.open("#tab=traces" + only + state, ReportPage.WIDE).shown();
      soft.assertThat(shown.get("bad")).as("text").isEmpty();
      for (JsonNode table : shown.get("overview")) {
        if (table.get("caption").asText().matches("Slowest.*|Failed.*")) {
          check.traces(table);
        }
      }
      for (JsonNode table : shown.get("panel")) {
        if (table.get("caption").asText().startsWith("Traces")) {
          check.traces(table);
          check.warmUp(table, state.isEmpty());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void links_lead_to_what_they_say(Named of) throws IOException {
    ReportPage page = page(of);
    SoftAssertions soft = new SoftAssertions();
    LinksCheck check = new LinksCheck(page, soft);
    JsonNode shown = page.open("#tab=operations", ReportPage.WIDE).shown();
    check.findings(shown);
    check.failed(shown);
    check.follow(page.links(".overview"));
    for (String tab : TABS) {
      page.open("#tab=" + tab, ReportPage.WIDE);
      List<String> links = page.links("[role=tabpanel]:not([hidden])");
      check.follow(ALL ? links : links.subList(0, Math.min(LINKS, links.size())));
    }
    page.assertQuiet();
    soft.assertAll();
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void nothing_is_cut_or_wider_than_the_window(Named of) throws IOException {
    ReportPage page = page(of);
    SoftAssertions soft = new SoftAssertions();
    for (int width : WIDTHS) {
      boolean isOne = !ALL && !of.name().equals("shop");
      for (String tab : isOne ? List.of("traces") : TABS) {
        soft.check(() -> page.open("#tab=" + tab, width).assertFits());
      }
    }
    page.assertQuiet();
    soft.assertAll();
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void a_range_counts_the_requests_that_began_in_it(Named of) throws IOException {
    ReportPage page = page(of);
    JsonNode grid = page.model().get("heat");
    List<Integer> slots = new ArrayList<>(List.of(0, grid.get("slots").asInt() / 2));
    slots.removeIf(slot -> slot >= grid.get("slots").asInt());
    SoftAssertions soft = new SoftAssertions();
    ReportPageCheck check = new ReportPageCheck(RECORDED.get(of.name()), page.model(), soft);
    for (int slot : slots) {
      check.range(page, slot, Math.min(slot + 3, grid.get("slots").asInt()));
    }
    page.assertQuiet();
    soft.assertAll();
  }
}
