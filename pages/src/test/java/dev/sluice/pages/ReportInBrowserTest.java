package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The report in a real browser, if there is one. */
@Tag("one-jdk")
@Tag("full")
class ReportInBrowserTest {
  private static final String HOSTILE = "<img src=x onerror=window.acted=1></script>&lt;b&gt;";
  private static final List<String> TABS =
      List.of("operations", "flame", "traces", "resources", "dependencies", "differences");
  private static final List<String> STATES =
      List.of(
          "#tab=operations",
          "#tab=flame",
          "#tab=flame&view=sandwich&op=Db.read",
          "#tab=traces&trace=1500",
          "#tab=traces&list=lanes",
          "#tab=resources&t=10-11",
          "#tab=dependencies",
          "#tab=differences&t=10-11&d=268435456-1073741824",
          "#tab=differences&t=10-11&t2=2-6");

  @TempDir private static Path folder;
  private static Chrome chrome;
  private static Path page;

  @BeforeAll
  static void open() throws IOException {
    chrome = Chrome.start();
    page = folder.resolve("report.html");
    write(page, ExampleReport.json(HOSTILE));
  }

  private static void write(Path file, String json) throws IOException {
    byte[] model = json.getBytes(StandardCharsets.UTF_8);
    ModelPage.report("Report of " + HOSTILE).write(file, target -> target.write(model));
  }

  @AfterAll
  static void close() {
    if (chrome != null) {
      chrome.close();
    }
  }

  @AfterEach
  void nothing_is_complained_about_and_no_name_acts() {
    chrome.assertQuiet();
    assertThat(chrome.run("return [window.acted, document.querySelectorAll('img').length].join()"))
        .isEqualTo(",0");
  }

  @Test
  void the_first_screen_answers() {
    chrome.open(page, "", 1280, "light");

    assertThat(chrome.text("header"))
        .contains("shop", "1 chunk missing", "20.0 s", "29,000 records");
    assertThat(chrome.text(".tiles")).contains("1,000", "450 µs", "500 ms", "40", "Db.read");
    assertThat(chrome.text(".findings"))
        .contains("are missing", HOSTILE, "likely", "6.00 s, 51.0 %");
    assertThat(chrome.run("return document.querySelectorAll('.findings li').length")).isEqualTo(7L);
    assertThat(bottom(".overview .keys")).isLessThanOrEqualTo(800);
    assertThat(chrome.text(".overview")).contains("Slowest", "Failed", "Shop.order");
  }

  @Test
  void seven_long_findings_leave_the_heat_map_on_the_first_screen_and_lose_nothing()
      throws IOException {
    String words = "about 72.2 % of its time; 81.0 % of the slowest is in Transaction.commit. ";
    String json =
        ExampleReport.json("find")
            .replaceAll("(\"severity\":\\d,\"text\":\")", "$1" + words.repeat(2) + words);
    Path other = folder.resolve("findings.html");
    byte[] model = json.getBytes(StandardCharsets.UTF_8);
    ModelPage.report("Long").write(other, target -> target.write(model));

    chrome.open(other, "", 1280, "light");

    chrome.picture("report-findings-light");
    assertThat(bottom(".overview .keys")).isLessThanOrEqualTo(800);
    assertThat(chrome.run("return document.querySelectorAll('.findings li').length")).isEqualTo(7L);
    String last = ".findings li:last-child";
    assertThat(chrome.run("return document.querySelector('" + last + "').textContent").toString())
        .contains(words.repeat(3).strip(), "Something to know, number 3.");
    assertThat(chrome.style(last + " .words", "whiteSpace")).isEqualTo("nowrap");
    chrome.element(last + " button").click();
    assertThat(chrome.style(last + " .words", "whiteSpace")).isEqualTo("normal");
    chrome.open(other, "", 400, "light");
    assertThat(chrome.run("return document.querySelectorAll('.cut-line').length")).isEqualTo(0L);
  }

  @Test
  void findings_of_a_row_are_one_line_below_what_was_asked_for_and_what_is_unseen()
      throws IOException {
    String json = ExampleReport.json("find").replace("\"note\",", "\"note\",\"row\":3,");
    String asked = "{\"met\":[%s],\"unseen\":\"Pauses are known from 12:00 on.\",";
    String met = asked.formatted("\"p99>1s: it is 1.20 s\"");
    chrome.open(written("met", json.replaceFirst("\\{", met)), "", 1280, "light");

    String lines = "return document.querySelectorAll('.findings li').length";
    assertThat(chrome.text(".findings"))
        .contains("✗\n--fail-on p99>1s: it is 1.20 s", "Pauses are known from 12:00 on.")
        .contains("4 more")
        .doesNotContain("number 1");
    assertThat(chrome.run(lines)).isEqualTo(6L);
    chrome.element("[data-f=row-3]").click();
    assertThat(chrome.run(lines)).isEqualTo(10L);
    assertThat(chrome.text(".findings")).contains("number 1", "number 4").doesNotContain("more");
    chrome.assertAccessible(".findings");

    String none = asked.formatted("");
    chrome.open(written("none", json.replaceFirst("\\{", none)), "", 1280, "light");
    assertThat(chrome.text("section[aria-label=Findings]"))
        .startsWith("✓ No condition of --fail-on is met by the records that arrived");
  }

  @Test
  void what_the_map_shows_and_what_a_view_leaves_out_is_said() {
    chrome.open(page, "", 1280, "light");
    assertThat(chrome.text(".overview .line:not(figure .line)"))
        .contains("a click filters everything; the map shows Shop.order");
    chrome.open(page, "#req=Shop.order", 1280, "light");
    assertThat(chrome.text(".overview")).doesNotContain("the map shows");
    String left = "Calls of the warm-up are left out here.";
    for (String tab : List.of("flame", "dependencies")) {
      chrome.open(page, "#tab=" + tab, 1280, "light");
      assertThat(chrome.text("#panel-" + tab)).doesNotContain(left);
      chrome.open(page, "#warm=1&tab=" + tab, 1280, "light");
      assertThat(chrome.text("#panel-" + tab)).contains(left);
    }
  }

  private static Path written(String name, String json) throws IOException {
    Path file = folder.resolve(name + ".html");
    write(file, json);
    return file;
  }

  /** Moves the pointer to the middle of the first cell that is drawn. */
  private static String pointed() {
    return (String)
        chrome.run(
            """
            const [path] = document.querySelectorAll("svg.heat path[class^=heat]");
            const at = path.getPointAtLength(0);
            const box = path.ownerSVGElement.getBoundingClientRect();
            const to = {bubbles: true, clientX: box.left + at.x + 2, clientY: box.top + at.y + 2};
            path.ownerSVGElement.dispatchEvent(new PointerEvent("pointermove", to));
            return document.querySelector(".heat-tip").textContent;""");
  }

  @Test
  void the_first_picture_is_that_of_the_worst_findings_kind_with_its_beginning()
      throws IOException {
    String step = "\"link\":{\"tab\":\"flame\",\"req\":0,\"t0\":10000000,\"t1\":20000000";
    Path other =
        written(
            "step-kind",
            ExampleReport.json("find")
                .replace("\"link\":{\"tab\":\"flame\",\"req\":0", step)
                .replace(
                    "{\"version\"",
                    "{\"sentence\":\"51.0 % of the time in Shop.order.\",\"version\""));

    chrome.open(other, "", 1280, "light");

    assertThat(chrome.text("header")).contains("51.0 % of the time in Shop.order.");
    assertThat(chrome.text(".overview")).contains("Latency over time: Shop.order");
    assertThat(chrome.text("svg.heat")).contains("since 18:21:40");
    assertThat(chrome.text(".tiles")).contains("1,000");
    chrome.element("[data-f=map-all]").click();
    assertThat(chrome.text(".overview")).doesNotContain("Latency over time:");
    assertThat(chrome.hash()).contains("map=all");
    chrome.open(other, "", 1280, "light");
    chrome.drag("svg.heat", new double[] {.5, .1}, new double[] {.7, .1}, false);
    assertThat(chrome.text(".chosen-line"))
        .as("what is selected is what was shown")
        .contains("Shop.order ✕");
  }

  @Test
  void a_cell_says_what_it_holds_beside_the_pointer_and_the_cursor() throws IOException {
    chrome.open(page, "#map=all", 1280, "light");

    assertThat(pointed())
        .matches(
            "\\d\\d:\\d\\d:\\d\\d\\.\\d, [0-9.]+ .s to [0-9.]+ .s: \\d+ requests?.*: \\d+ Shop\\.(order|list).*");
    chrome.picture("report-pointed");
    chrome.run(
        "document.querySelector('svg.heat').dispatchEvent(new PointerEvent('pointerleave'))");
    assertThat(chrome.element(".heat-tip").isDisplayed()).isFalse();
    chrome.run("document.querySelector('svg.heat').focus()");
    chrome.press(Keys.ARROW_RIGHT, Keys.ARROW_UP);
    Awaitility.await().until(() -> chrome.element(".heat-tip").isDisplayed());
    assertThat(chrome.text(".heat-tip"))
        .isEqualTo(chrome.run("return document.querySelector('.heat + .sr').textContent"));
  }

  @Test
  void what_is_lost_is_a_strip_and_figures_are_lower_bounds() {
    chrome.open(page, "", 1280, "light");

    assertThat(chrome.text(".tiles")).contains("≥ 1,000", "≥ 40");
    assertThat(chrome.text("svg.heat")).contains("▲ 3.3 %");
    assertThat(chrome.run("return document.querySelector('rect.lost').getBBox().height <= 10"))
        .isEqualTo(true);
  }

  @Test
  void lines_of_quantiles_need_twenty_requests_a_column() throws IOException {
    String few =
        IntStream.range(0, 100).mapToObj(slot -> slot + ",40,1,0").collect(Collectors.joining(","));
    Path other =
        written(
            "few",
            ExampleReport.json("find")
                .replaceFirst(
                    "\"cells\":\\[\\[[^\\]]*\\],\\[[^\\]]*\\]", "\"cells\":[[" + few + "],[]"));

    chrome.open(other, "#map=all", 1280, "light");

    assertThat(chrome.count("svg.heat .quantile")).isZero();
    chrome.open(page, "#map=all", 1280, "light");
    assertThat(chrome.count("svg.heat .quantile")).isEqualTo(2);
  }

  @Test
  void a_recording_without_a_call_says_what_to_do() throws IOException {
    Path other = written("empty", ExampleReport.empty());
    for (int width : List.of(320, 1280)) {
      chrome.open(other, "", width, "dark");

      assertThat(chrome.text("header"))
          .contains("▲ nothing recorded")
          .doesNotContain("complete", "1970");
      assertThat(chrome.text("main"))
          .contains(
              "1 record arrived, but no call of a method",
              "--include 'com.acme.**'",
              "cat records --limit 3")
          .doesNotContain("NaN", "No rule found");
      assertThat(chrome.count("svg.heat, .tile")).isZero();
      chrome.assertFits();
      chrome.assertAccessible("html");
      chrome.picture("report-empty-" + width);
    }
  }

  @Test
  void a_failed_request_says_why_or_what_is_not_recorded() throws IOException {
    chrome.open(page, "", 1280, "light");
    String id = chrome.element("[data-f^=failed-]").getDomAttribute("data-f").substring(7);
    chrome.element("[data-f^=failed-]").click();
    assertThat(chrome.text("#one-trace"))
        .contains("✖ failed Not recorded: the status", "and the exception");
    String causes = "\"causes\":{\"%s\":[500,\"%s\"]},\"texts\"";
    Path other =
        written(
            "failed",
            ExampleReport.json("find")
                .replace(
                    "\"texts\"", causes.formatted(id, "NoSuchBook: " + HOSTILE.replace("\"", ""))));

    chrome.open(other, "#trace=" + id + "&tab=traces", 1280, "light");

    assertThat(chrome.text("#one-trace"))
        .contains("✖ status 500, NoSuchBook: <img")
        .doesNotContain("Not recorded");
    assertThat(chrome.text(".overview")).contains("failed with", "status 500, NoSuchBook");
  }

  @Test
  void a_tab_brings_its_panel_into_sight() {
    for (String tab : TABS) {
      chrome.open(page, "", 1280, "light");
      chrome.element("#tab-" + tab).click();
      assertThat(top("#panel-" + tab)).as(tab).isBetween(0L, 120L);
    }
    chrome.open(page, "", 1280, "light");
    chrome.press("3");
    assertThat(top("#panel-traces")).isBetween(0L, 120L);
  }

  @Test
  void no_figure_of_a_tile_is_cut() {
    for (int width : List.of(320, 400, 768, 1280, 1440)) {
      chrome.open(page, "", width, "light");
      assertThat(
              (List<?>)
                  chrome.run(
                      """
                      return [...document.querySelectorAll(".tile:not(.wide) :is(.k, b, small)")]
                        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent);"""))
          .as("cut at %d", width)
          .isEmpty();
    }
  }

  private static long bottom(String selector) {
    return place(selector, "bottom");
  }

  private static long top(String selector) {
    return place(selector, "top");
  }

  private static long place(String selector, String edge) {
    return (Long)
        chrome.run(
            "return Math.round(document.querySelector(arguments[0]).getBoundingClientRect()[arguments[1]])",
            selector,
            edge);
  }

  @Test
  void a_finding_of_a_time_shows_what_differs_then() {
    chrome.open(page, "", 1280, "light");

    chrome.element("[data-f=finding-2]").click();

    assertThat(chrome.hash()).contains("tab=differences", "t=10-11");
    assertThat(chrome.text("#panel-differences .lead")).contains("time in Stock.lock itself");
    assertThat(chrome.text(".overview")).contains("Requests in the selection", "451 ms");
  }

  @Test
  void axe_finds_nothing_in_any_view_and_both_schemes() {
    for (String scheme : List.of("light", "dark")) {
      for (String state : STATES) {
        chrome.open(page, state, 1280, scheme);
        chrome.assertAccessible("main > :last-child");
      }
      chrome.open(page, STATES.get(3), 320, scheme);
      chrome.assertAccessible("html");
      chrome.open(page, STATES.get(7), 1280, scheme);
      chrome.assertAccessible("html");
    }
  }

  @Test
  void no_view_is_wider_than_the_window() {
    for (int width : List.of(320, 400, 1280, 2560)) {
      for (String state : STATES) {
        chrome.open(page, state, width, "light");
        chrome.assertFits();
      }
    }
  }

  @Test
  void every_view_has_its_picture() throws IOException {
    for (String tab : TABS) {
      String state =
          "#tab=" + tab + (tab.equals("differences") ? "&t=10-11&d=268435456-1073741824" : "");
      for (String scheme : List.of("light", "dark")) {
        chrome.open(page, state, 1280, scheme);
        if (!tab.equals("operations")) {
          chrome.run("document.getElementById('views').scrollIntoView()");
        }
        chrome.picture("report-" + tab + "-" + scheme);
      }
      chrome.open(page, state, 400, "light");
      chrome.run("document.getElementById('views').scrollIntoView()");
      chrome.picture("report-" + tab + "-phone");
    }
    chrome.open(page, "", 400, "light");
    chrome.picture("report-phone");
    chrome.open(page, "#tab=traces&trace=1500", 400, "dark");
    chrome.run("document.querySelector('.waterfall').scrollIntoView()");
    chrome.picture("report-waterfall-phone");
  }

  @Test
  void a_range_of_the_heat_map_filters_everything_and_back_takes_it_away() {
    chrome.open(page, "#tab=flame", 1280, "light");

    chrome.drag("svg.heat", new double[] {.5, .01}, new double[] {.56, .2}, false);

    assertThat(chrome.hash()).contains("t=", "d=");
    assertThat(chrome.text(".chosen-line"))
        .containsPattern("1\\d requests")
        .contains("estimated from");
    assertThat(chrome.text(".tiles")).contains("Stock.lock").contains("≈ 451 ms");
    assertThat(chrome.text("#panel-flame svg.flame"))
        .contains("Stock.lock")
        .doesNotContain("Shop.list");
    assertThat(chrome.text(".overview"))
        .contains("Slowest in the selection")
        .doesNotContain("Shop.list\n2");
    chrome.element("#tab-resources").click();
    assertThat(chrome.text("#panel-resources")).contains("cpu 0 95.0 % (else 26.7 %)");
    chrome.back();
    chrome.back();
    assertThat(chrome.hash()).isEqualTo("#tab=flame");
    assertThat(chrome.text("#panel-flame svg.flame")).contains("list");
  }

  @Test
  void a_drag_to_the_side_selects_a_time_alone() {
    chrome.open(page, "", 1280, "light");

    chrome.drag("svg.heat", new double[] {.3, .5}, new double[] {.6, .55}, false);

    assertThat(chrome.hash()).contains("t=").doesNotContain("d=");
  }

  @Test
  void the_slowest_are_those_that_figures_count() throws IOException {
    Path other = folder.resolve("warm-up.html");
    write(other, ExampleReport.json("find").replace("\"end\":1000000", "\"end\":11000000"));

    chrome.open(other, "", 1280, "light");

    assertThat(chrome.text(".overview")).contains("time duration request calls");
    assertThat(slowest()).contains("26.0 ms");
    chrome.element("[data-f=warm]").click();
    assertThat(slowest()).contains("500 ms");
    chrome.open(other, "#tab=traces", 1280, "light");
    assertThat(chrome.text("#panel-traces")).doesNotContain("◂", "500 ms");
    chrome.open(other, "#tab=traces&t=10-11", 1280, "light");
    assertThat(chrome.text("#panel-traces")).contains("◂", "500 ms");
  }

  @Test
  void a_link_to_a_trace_that_is_not_in_the_page_says_so() {
    chrome.open(page, "#tab=traces&trace=deadbeef", 1280, "light");

    assertThat(chrome.text("#one-trace"))
        .contains("Trace deadbeef is not in this page", "sluice trace shop.slu --id deadbeef");
    assertThat(chrome.count("table.waterfall")).isZero();
    chrome.element("#panel-traces .list a").click();
    assertThat(chrome.count("table.waterfall")).isEqualTo(1);
  }

  @Test
  void what_one_range_alone_calls_is_told_without_an_order_in_time() {
    chrome.open(page, "#tab=differences&t=2-6&d=1-4000000&t2=10-11", 1280, "light");

    assertThat(chrome.text("#panel-differences")).doesNotContain("gone").contains("only in B");
  }

  private static String slowest() {
    return (String) chrome.run("return document.querySelector('[data-f^=slowest]').ariaLabel");
  }

  @Test
  void what_changed_first_is_on_top_of_resources_latency_too() throws IOException {
    String cells =
        IntStream.range(0, 100)
            .mapToObj(slot -> "%d,%d,3,0".formatted(slot, slot < 50 ? 40 : 50))
            .collect(Collectors.joining(","));
    Path other = folder.resolve("step.html");
    write(
        other,
        ExampleReport.json("find")
            .replaceFirst("\"cells\":\\[\\[[^\\]]*\\],", "\"cells\":[[" + cells + "],"));

    chrome.open(other, "#tab=resources&req=Shop.order", 1280, "light");

    assertThat(chrome.text(".lane-row")).contains("Latency, p99", "◆ changes at 18:21:40.1");
    assertThat(chrome.text(".lane-row:nth-child(2)"))
        .contains("Processors busy", "◆ changes at 18:21:40.5");
  }

  @Test
  void a_link_to_a_trace_shows_it_on_a_phone() {
    chrome.open(page, "#tab=traces&trace=1500", 400, "light");

    assertThat(top("#one-trace")).isBetween(0L, 200L);
  }

  @Test
  void words_of_a_finding_stay_in_their_tab() {
    chrome.open(page, "", 1280, "light");

    chrome.element("[data-f=finding-1]").click();

    assertThat(chrome.hash()).contains("tab=flame", "q=Db.read");
    chrome.element("#tab-operations").click();
    assertThat(chrome.hash()).doesNotContain("&q=");
    assertThat(chrome.text("#panel-operations tbody")).contains("Stock.lock");
  }

  @Test
  void an_id_that_several_programs_have_finds_a_trace() {
    chrome.open(page, "#tab=traces&trace=1502", 1280, "light");

    assertThat(chrome.text("#panel-traces")).contains("1502@00000000000000a1", "--id 1502 prints");
  }

  @Test
  void programs_that_call_each_other_are_told_with_what_their_clocks_differ() {
    chrome.open(page, "#tab=dependencies", 1280, "light");

    assertThat(chrome.text("#panel-dependencies"))
        .contains("shop " + HOSTILE + " call 812 8 (1.0 %) 200 µs 900 µs 990 µs")
        .contains("(not recorded) shop message 3")
        .contains("their clocks differ by −3.20 ms ± 400 µs, 780 of 812 calls")
        .contains("shop → mail: the clock there is ahead by at most 2.80 ms, 1 call");
  }

  @Test
  void a_request_is_one_waterfall_through_all_programs_by_the_clock_of_the_first()
      throws IOException {
    Path other = folder.resolve("request.html");
    write(other, ExampleReport.withRequest(HOSTILE));
    for (String scheme : List.of("light", "dark")) {
      for (int width : List.of(1280, 360)) {
        chrome.open(other, "#tab=traces&trace=9002", width, scheme);
        chrome.assertFits();
        chrome.assertAccessible("main > :last-child");
        chrome.run("document.querySelector('#one-trace').scrollIntoView()");
        chrome.picture("report-request-" + scheme + "-" + width);
      }
    }
    chrome.open(other, "#tab=traces&trace=9002", 1280, "light");
    assertThat(chrome.text("#one-trace h2")).contains("Shop.list");
    assertThat(chrome.text("#one-trace"))
        .contains("▲ incomplete 1 thing is missing", "4b4b4b4b")
        .contains("Several messages, one of them from here, arrived at: shop: Shop.order")
        .contains("shop: times are from its clock")
        .contains("stock " + HOSTILE + ": moved by +3.20 ms ± 400 µs")
        .contains("mail: moved by +3.20 ms; the offset of its clock is unknown")
        .contains("▲ trace 9001 of shop: no trace belongs to its call b7");
    assertThat(lines())
        .containsExactly(
            "1 shop Shop.order",
            "2 Db.read",
            "2",
            "3 → stock Stock.lock",
            "4 Db.read",
            "4 ∥ stock Db.read",
            "4 ✉ mail Shop.list",
            "2");
    openTable("#one-trace .as-table");
    assertThat(chrome.text("#one-trace .as-table"))
        .contains("Stock.lock call 1.20 ms 4.40 ms 1.60 ms")
        .contains("1.00 ms 4.80 ms 400 µs");
    chrome.run("document.querySelector('.waterfall tr[data-f]').focus()");
    chrome.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_LEFT);
    assertThat(lines()).doesNotContain("3 → stock Stock.lock").hasSize(4);
    chrome.element("[data-f=scope-trace]").click();
    assertThat(chrome.hash()).contains("trace=9002", "scope=trace");
    assertThat(lines()).containsExactly("1 Stock.lock", "2 Db.read");
    chrome.element("[data-f=link-1600]").click();
    assertThat(chrome.text("#one-trace"))
        .contains("Handles several messages, from: shop: Shop.list", "Shop.order");
  }

  /** Level, program and operation of the lines of a waterfall. */
  private static List<String> lines() {
    String script =
        """
        return [...document.querySelectorAll('.waterfall tr[data-f]')].map(tr => tr.ariaLevel + ' '
          + [...tr.querySelectorAll('a.tag, .label')].map(e => e.textContent).join(' ')).join('\\n')""";
    return chrome.run(script).toString().replace(" " + HOSTILE, "").lines().toList();
  }

  @Test
  void a_range_is_compared_with_the_rest_and_with_a_second_one() {
    chrome.open(page, "#tab=differences", 1280, "light");

    chrome.drag("svg.heat", new double[] {.5, .01}, new double[] {.56, .2}, false);

    assertThat(chrome.text("#panel-differences .lead"))
        .contains("500 ms", "Stock.lock", "all others");
    assertThat(chrome.text("#panel-differences")).contains("thread", HOSTILE, "Shop.order", "text");
    assertThat(chrome.text("#panel-differences svg.flame")).contains("Shop.order", "Stock.lock");
    chrome.drag("svg.heat", new double[] {.2, .01}, new double[] {.3, .8}, true);
    assertThat(chrome.hash()).contains("t2=");
    assertThat(chrome.text("#panel-differences .lead")).contains("of B");
    assertThat(chrome.text(".chosen-line")).contains("A: ", "B: ");
    chrome.open(page, "#tab=differences&t=2-6&d=1-4000000", 1280, "light");
    assertThat(chrome.text("#panel-differences .lead")).contains("It does not call Stock.lock.");
  }

  @Test
  void an_address_restores_its_view() {
    String state = "#tab=flame&req=Shop.order&t=4-8&q=db&colour=self&zoom=Shop.order";

    chrome.open(page, state, 1280, "light");

    assertThat(chrome.text(".chosen-line")).contains("Shop.order ✕", "–");
    assertThat(chrome.run("return document.querySelector('#panel-flame input').value"))
        .isEqualTo("db");
    assertThat(chrome.text("#panel-flame")).contains("% of the time is in matching calls");
    chrome.element("#tab-traces").click();
    assertThat(chrome.hash()).contains("tab=traces", "req=Shop.order", "t=4-8");
    chrome.open(page, "#tab=nowhere&req=Gone&op=Gone&t=x&trace=1&zoom=a", 1280, "light");
    assertThat(chrome.text("[aria-selected=true]")).isEqualTo("Operations");
  }

  @Test
  void tabs_and_search_have_keys() {
    chrome.open(page, "", 1280, "light");

    chrome.press("2");
    assertThat(chrome.text("[aria-selected=true]")).isEqualTo("Flame");
    chrome.press("/");
    chrome.press("lock");
    assertThat(chrome.text("#panel-flame")).contains("% of the time is in matching calls");
    chrome.element("#tab-flame").sendKeys(Keys.ARROW_RIGHT);
    assertThat(chrome.focused()).isEqualTo("tab-traces");
    chrome.press(Keys.END);
    assertThat(chrome.text("[aria-selected=true]")).isEqualTo("Differences");
    chrome.press("?");
    assertThat(chrome.text("dialog")).contains("callers and callees", "likely", "self time", "p99");
    chrome.press(Keys.ENTER);
    assertThat(chrome.run("return document.querySelector('dialog').open")).isEqualTo(false);
  }

  @Test
  void the_flame_graph_is_walked_with_keys() {
    chrome.open(page, "#tab=flame", 1280, "light");
    chrome.run("document.querySelector('svg.flame [tabindex=\"0\"]').focus()");

    chrome.press(Keys.ARROW_DOWN);
    assertThat(chrome.text("#panel-flame .tip")).contains("Db.read", "×50.0", "12,500 calls");
    chrome.press("+");
    assertThat(chrome.hash()).contains("zoom=Shop.order");
    chrome.press("0");
    assertThat(chrome.hash()).doesNotContain("zoom");
    chrome.press("c");
    assertThat(chrome.hash()).contains("view=sandwich", "op=Db.read");
    assertThat(chrome.text("#panel-flame")).contains("Called by", "Shop.order", "Shop.list");
  }

  @Test
  void the_heat_map_selects_with_keys() {
    chrome.open(page, "", 1280, "light");
    chrome.run("document.querySelector('svg.heat').focus()");

    chrome.press(
        Keys.ARROW_RIGHT,
        Keys.chord(Keys.SHIFT, Keys.ARROW_RIGHT),
        Keys.chord(Keys.SHIFT, Keys.ARROW_UP));
    assertThat(chrome.hash()).contains("t=10.2-10.6", "d=");
    assertThat(chrome.focused()).isEqualTo("heat");
    chrome.press(Keys.ESCAPE);
    assertThat(chrome.hash()).doesNotContain("t=");
  }

  @Test
  void a_trace_tells_repeats_marks_and_reasons() {
    chrome.open(page, "#tab=traces&trace=1600", 1280, "light");

    assertThat(chrome.text("#panel-traces"))
        .contains("×50", "✖", "thread 1", "Where the time went: Db.read");
    chrome.run("document.querySelector('.waterfall tr[data-f]').focus()");
    chrome.press(Keys.ARROW_DOWN, "x");
    assertThat(chrome.text(".waterfall")).contains("longest of 50", "took 400 µs");
    chrome.press(Keys.ARROW_UP, Keys.ARROW_LEFT);
    assertThat(chrome.text(".waterfall")).doesNotContain("Db.read");
    chrome.open(page, "#tab=traces&only=incomplete", 1280, "light");
    assertThat(chrome.text("#panel-traces"))
        .contains(
            "1 of its 3 records are missing", "a chunk of its program is missing", "⋯ Db.read");
  }

  @Test
  void operations_are_sorted_and_filtered() {
    chrome.open(page, "", 1280, "light");
    String first = "#panel-operations tbody th a";

    assertThat(chrome.text(first)).isEqualTo("Db.read");
    chrome.element("[data-f=sort-operations-name]").click();
    assertThat(chrome.hash()).contains("sort=name");
    assertThat(chrome.text(first)).isEqualTo(HOSTILE);
    chrome.element("#panel-operations input").sendKeys("stock");
    assertThat(chrome.text(first)).isEqualTo("Stock.lock");
    assertThat(chrome.text("#panel-operations tbody")).doesNotContain("Shop");
  }

  @Test
  void every_control_is_reached_with_the_tab_key_and_shows_its_focus() {
    chrome.open(page, "#tab=operations", 1280, "light");
    String interactive = "a[href], button, input, select, summary, [tabindex='0']";
    String hidden = "[hidden] *, [tabindex='-1'], .as-table > div, .as-table > div *";
    Long all =
        (Long)
            chrome.run(
                "return [...document.querySelectorAll(arguments[0])].filter(e => !e.matches(arguments[1])).length",
                interactive,
                hidden);

    chrome.run(
        "document.addEventListener('focusin', e => { window.seen ??= new Set(); window.seen.add(e.target); });");
    chrome.tabStops(all.intValue() + 2);

    assertThat((Long) chrome.run("return window.seen.size")).isGreaterThanOrEqualTo(all);
    assertThat(chrome.run("return getComputedStyle(document.activeElement).outlineStyle"))
        .isNotEqualTo("none");
  }

  /** A table is made by an event that the browser sends after the click. */
  private static void openTable(String selector) {
    chrome.element(selector + " summary").click();
    Awaitility.await().until(() -> chrome.count(selector + " td") > 0);
  }

  @Test
  void every_picture_has_a_table() {
    chrome.open(page, "", 1280, "light");
    openTable(".overview .as-table");
    assertThat(chrome.text(".overview .as-table")).contains("p99, about", "18:21:30.0");
    chrome.element("#tab-flame").click();
    openTable("#panel-flame .as-table");
    assertThat(chrome.text("#panel-flame .as-table")).contains("· Db.read", "12,500");
    chrome.element("#tab-resources").click();
    openTable("#panel-resources .as-table");
    assertThat(chrome.text("#panel-resources .as-table"))
        .contains("Processors busy, cpu 0", "95.0 %", "Disk, write 2.00 KiB", "per second");
  }

  @Test
  void gc_pauses_are_on_the_time_axis_of_requests_and_of_resources() {
    chrome.open(page, "", 1280, "light");

    assertThat(chrome.text("[data-f=pauses]")).contains("700 GC pauses, 4.20 s");
    String first = "return document.querySelector('svg%s .pause title').textContent";
    assertThat(chrome.run(first.formatted(".heat"))).isEqualTo("18:21:33.000: GC Pause, 40.0 ms");
    chrome.element("#tab-resources").click();
    assertThat(chrome.run(first.formatted(""))).isEqualTo("18:21:33.000: GC Pause, 40.0 ms");
    openTable("#panel-resources .as-table + .as-table");
    assertThat(chrome.text("#panel-resources .as-table + .as-table")).contains("700 ms");
  }

  @Test
  void the_warm_up_counts_if_it_is_asked_for() {
    chrome.open(page, "", 1280, "light");

    assertThat(chrome.text("svg.heat")).contains("warm-up");
    chrome.element("[data-f=warm]").click();
    assertThat(chrome.hash()).contains("warm=1");
  }

  @Test
  void printed_are_all_views_light_and_without_controls() throws IOException {
    chrome.open(page, "#tab=flame", 700, "dark");

    chrome.paper();

    chrome.picture("report-print");
    assertThat(
            chrome.run("return document.querySelectorAll('[role=tabpanel]:not([hidden])').length"))
        .isEqualTo(TABS.size() - 1L);
    assertThat(chrome.style("body", "color")).isEqualTo("rgb(21, 25, 30)");
    assertThat(chrome.contrastOfFrames()).isGreaterThan(4.5);
    chrome.assertOnPaper();
    assertThat(chrome.print("report")).isBetween(3, 6);
  }

  @Test
  void forced_colours_leave_text_bars_and_choices_to_be_seen() throws IOException {
    for (String scheme : List.of("light", "dark")) {
      for (String state : STATES) {
        chrome.open(page, state, 1280, scheme);
        chrome.forceColours();
        assertThat(chrome.style(".overview .cellbar i", "backgroundColor"))
            .as("bar below its figure")
            .isEqualTo(chrome.style("body", "backgroundColor"));
        assertThat(chrome.style("[role=tab][aria-selected=true]", "outlineStyle"))
            .isEqualTo("solid");
        assertThat(chrome.style("[role=tab][aria-selected=false]", "borderBottomColor"))
            .isEqualTo(chrome.style("body", "backgroundColor"));
        if (state.contains("flame")) {
          assertThat(chrome.contrastOfFrames()).isGreaterThan(4.5);
          chrome.picture("report-flame-forced-" + scheme);
        }
      }
    }
  }
}
