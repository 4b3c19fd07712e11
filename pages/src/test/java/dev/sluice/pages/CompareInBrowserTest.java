package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** A comparison in a real browser, if there is one. */
@Tag("one-jdk")
@Tag("full")
class CompareInBrowserTest {
  private static final String HOSTILE = "<img src=x onerror=window.acted=1></script>&lt;b&gt;";
  private static final List<String> STATES =
      List.of(
          "",
          "#req=Shop.list",
          "#req=Shop.mail",
          "#req=All+requests&q=db",
          "#t=0-1&d=1000000-100000000",
          "#sort=name&zoom=Shop.order");

  @TempDir private static Path folder;
  private static Chrome chrome;
  private static Path page;

  @BeforeAll
  static void open() throws IOException {
    chrome = Chrome.start();
    page = folder.resolve("compare.html");
    write(page, kinds(), operation("without", "no_change_found", null, 1, 1_000, 1_010));
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

  private static void write(Path file, String kinds, String outside) throws IOException {
    String side =
        """
        {"source":"%1$s","complete":%2$s,"counts":{"incomplete":1,"broken":0},"requests":900,
        "warmUpRequests":9,"begin":1795458090000000000,"from":1795458091000000000,"records":9000,
        "programs":["shop"]}""";
    String json =
        """
        {"before":%1$s,"after":%2$s,"kinds":[%3$s],"operations":[%4$s],
        "result":"more_failures","resultKind":"list","resultOperation":null,"comparisons":17,
        "mixChanged":true,"mean":{"before":6000000,"after":3000000,"low":-0.6,"high":-0.4},
        "whole":%6$s,
        "sameMix":{"before":6240000,"after":2080000,"low":-0.74,"high":-0.56,"result":"faster"},
        "heat":{"width":100000000,"begins":[1795458090000000000,1795458190000000000]},
        "signatures":["order","list","mail","Db.query","find","finds","without"],
        "labels":["Shop.order","Shop.list","Shop.mail","Db.query","Items.find","%5$s","Old.call"],
        "packages":["shop.web","shop.web","shop.web","shop.db","shop.db","%5$s","shop"]}"""
            .formatted(
                side.formatted(HOSTILE, true),
                side.formatted("after", false),
                kinds,
                outside,
                HOSTILE,
                whole());
    byte[] model = json.getBytes(StandardCharsets.UTF_8);
    ModelPage.comparison("Comparison of " + HOSTILE).write(file, target -> target.write(model));
  }

  private static String whole() {
    String programs =
        operation(HOSTILE, "slower", "self", 1, 900_000, 2_900_000)
            + ","
            + operation("shop", "no_change_found", "calls", 1, 3_000_000, 3_010_000);
    return """
        {"before":{"requests":800,"incomplete":0,"of":1},"after":{"requests":700,"incomplete":9,"of":4},
        "kinds":[{"kind":"order","main":"%s",%s,"programs":[%s]}]}"""
        .formatted(
            HOSTILE,
            change("slower", null, 1, 3_000_000, 5_010_000).substring(1).replaceFirst("}$", ""),
            programs.replace("\"operation\"", "\"program\""));
  }

  private static String kinds() {
    String tree =
        "[[0,-1,1,26700000,700000,1,1700000,700000],[4,0,50,26000000,500000,0,0,0],"
            + "[3,1,50,25500000,25500000,0,0,0],[5,0,0,0,0,1,1000000,10000],[3,3,0,0,0,1,990000,990000]]";
    return String.join(
        ",",
        kind("order", "faster", "Db.query", 26_700_000, 1_700_000, tree)
            .replace(
                "[]",
                "["
                    + operation("Db.query", "faster", "calls", 51, 26_000_000, 1_000_000)
                    + ","
                    + operation("finds", "new", null, 0, 0, 1_000_000)
                    + ","
                    + operation("find", "gone", null, 50, 26_000_000, 0)
                    + "]"),
        kind("list", "more_failures", null, 500_000, 510_000, "[[1,-1,1,500000,1,1,510000,2]]"),
        kind("mail", "new", null, 0, 300_000, "[[2,-1,0,0,0,1,300000,300000]]"));
  }

  private static String kind(
      String name, String result, String main, long before, long after, String tree) {
    String heat = before == 0 ? "[[],[3,36,5,1]]" : "[[0,48,400,3,9,49,7,0],[1,41,300,0]]";
    return """
        {"kind":"%s","main":%s,"operations":[],"heat":%s,"tree":%s,%s"""
        .formatted(
            name,
            main == null ? "null" : '"' + main + '"',
            heat,
            tree,
            change(result, null, 1, before, after).substring(1));
  }

  private static String operation(
      String name, String result, String cause, int calls, long before, long after) {
    return "{\"operation\":\"%s\",%s"
        .formatted(name, change(result, cause, calls, before, after).substring(1));
  }

  private static String change(String result, String cause, int calls, long before, long after) {
    String range = before == 0 || after == 0 ? "\"low\":null,\"high\":null" : low(before, after);
    String figure = "{\"before\":%s,\"after\":%s,%s}";
    String time = figure.formatted(before == 0 ? "null" : before, after, range);
    String total = figure.formatted(before, after, range);
    String of = "{\"requests\":900,\"calls\":900,\"failed\":9,\"sum\":%d}";
    return """
        {"result":"%1$s","results":["%1$s"],"words":"%9$s","cause":%2$s,"effect":%3$d,"before":%4$s,"after":%5$s,"figures":{"calls":%6$s,
        "total":%7$s,"self":%7$s,"mean":%8$s,"p50":%8$s,"p99":%8$s,
        "failed":{"before":0.01,"after":0.05,"low":0.01,"high":0.07}}}"""
        .formatted(
            result,
            cause == null ? "null" : '"' + cause + '"',
            before - after, // of its calls and its own code alone: the other way round
            before == 0 ? "null" : of.formatted(900 * before),
            of.formatted(900 * after),
            figure.formatted(calls, calls == 51 ? 2 : 1, "\"low\":null,\"high\":null"),
            total,
            time,
            words(result, cause));
  }

  private static String words(String result, String cause) {
    return switch (result) {
      case "more_failures" -> "fails more";
      case "slower", "faster" ->
          cause == null ? result : cause.equals("calls") ? "fewer calls" : result + " itself";
      default -> result.replace('_', ' ');
    };
  }

  private static String low(long before, long after) {
    double part = (double) after / before - 1;
    return "\"low\":%s,\"high\":%s".formatted(part - 0.1, part + 0.1);
  }

  @Test
  void the_first_screen_gives_a_verdict_of_each_kind_and_its_cause() {
    chrome.open(page, "", 1280, "light");

    assertThat(chrome.text("header")).contains(HOSTILE, "900 requests", "records are missing");
    assertThat(chrome.text(".lead"))
        .contains(
            "Shop.list: fails more.",
            "takes 2.08 ms instead of 6.24 ms: −66.7 %",
            "faster. The mix of kinds changed; with it, a request takes 3.00 ms instead of 6.00 ms: −50.0 %.",
            "3 kinds of requests: 1 faster, 1 fails more, 1 new.",
            "compare two recordings of the same version");
    assertThat(chrome.text("#app")).contains("number, a second").doesNotContain("Unequal warm-ups");
    assertThat(chrome.text(".verdicts"))
        .contains(
            "Shop.order takes 1.70 ms instead of 26.7 ms",
            "it calls Db.query 2.0 times instead of 51.0: −25.0 ms a request",
            "the 95 % interval of the change is −8.0 % to +12.0 %",
            "Shop.mail is new: 900 requests, 300 µs each");
    assertThat(chrome.text("#app"))
        .contains(
            "▼ fewer calls", "Failed: 5.0 % instead of 1.0 %", "Operations without a request");
  }

  @Test
  void arrows_and_colours_are_those_of_the_verdict() {
    chrome.open(page, "", 1280, "light");

    assertThat(
            chrome.run(
                """
                return [...document.querySelectorAll(".tag")].filter((tag) =>
                  tag.textContent.includes("▲") && !tag.classList.contains("more")
                  || tag.textContent.includes("▼") && !tag.classList.contains("less"))
                  .map((tag) => tag.outerHTML).join()"""))
        .isEqualTo("");
    assertThat(chrome.text(".verdicts")).contains("▲ fails more", "▼ faster", "new");
    assertThat(chrome.text("#app")).contains("▼ fewer calls", "▲ slower itself");
  }

  @Test
  void requests_through_several_programs_tell_which_one_changed() throws IOException {
    chrome.open(page, "", 1280, "light");

    assertThat(chrome.text("#app"))
        .contains(
            "800 requests before; 700 requests after, of one in 4, without 9 incomplete ones.")
        .contains("Shop.order takes 5.01 ms instead of 3.00 ms")
        .contains(HOSTILE + " itself takes 2.90 ms instead of 900 µs: +2.00 ms a request");
    for (int width : List.of(1280, 360)) {
      chrome.open(page, "", width, "dark");
      chrome.assertFits();
      chrome.run(
          "[...document.querySelectorAll('h2')].find(h => h.textContent.includes('several')).scrollIntoView()");
      chrome.picture("compare-programs-" + width);
    }
  }

  @Test
  void warm_ups_of_unequal_length_are_told_of() throws IOException {
    String text = Files.readString(page);
    int at = text.lastIndexOf("\"from\":1795458091");
    Path other = folder.resolve("unequal.html");
    Files.writeString(
        other, text.substring(0, at) + "\"from\":1795458097" + text.substring(at + 17));

    chrome.open(other, "", 1280, "dark");

    assertThat(chrome.text(".warning"))
        .contains("1.00 s (9 requests) before, 7.00 s (9 requests) after", "--with-warm-up");
    chrome.assertAccessible("html");
  }

  @Test
  void a_drag_to_the_side_selects_a_time_alone() {
    chrome.open(page, "", 1280, "light");

    chrome.drag("[data-f=heat-before]", new double[] {.1, .5}, new double[] {.3, .55}, false);

    assertThat(chrome.hash()).contains("t=0-").doesNotContain("d=");
    assertThat(chrome.text("#app")).contains("Selected in both:", "400 → 300");
  }

  @Test
  void axe_finds_nothing_in_any_state_and_both_schemes() {
    for (String scheme : List.of("light", "dark")) {
      for (String state : STATES) {
        chrome.open(page, state, 1280, scheme);
        chrome.assertAccessible("html");
      }
      chrome.open(page, "", 320, scheme);
      chrome.assertAccessible("html");
    }
  }

  @Test
  void no_state_is_wider_than_the_window() {
    for (int width : List.of(320, 400, 1280, 2560)) {
      for (String state : STATES) {
        chrome.open(page, state, width, "light");
        chrome.assertFits();
      }
    }
  }

  @Test
  void all_requests_or_a_kind_are_chosen() {
    chrome.open(page, "", 1280, "light");

    chrome.element("[data-f=kind] option:first-child").click();

    assertThat(chrome.hash()).isEqualTo("#req=All+requests");
    assertThat(chrome.text("#app")).contains("Where requests changed", "in Shop.order");
    assertThat(chrome.text("svg.flame")).contains("Shop.order ▼ −12.5 ms");
    assertThat(chrome.focused()).isEqualTo("kind");
    chrome.run("document.activeElement.blur()");
    chrome.press("2");
    assertThat(chrome.text("#app")).contains("Where a request of Shop.list changed");
    chrome.press("0");
    assertThat(chrome.hash()).isEqualTo("#req=All+requests");
  }

  @Test
  void words_filter_operations_and_frames_while_they_are_typed() {
    chrome.open(page, "", 1280, "light");

    chrome.press("/");
    chrome.press("quer");

    assertThat(chrome.hash()).isEqualTo("#req=Shop.order&q=quer");
    assertThat(chrome.run("return document.querySelectorAll('svg.flame g:not(.miss)').length"))
        .isEqualTo(2L);
    assertThat(chrome.text("[data-f=sort-operations-name]")).isEqualTo("operation");
    assertThat(operations()).contains("Db.query").doesNotContain("Items.find");
    chrome.press("y and more");
    assertThat(chrome.text("#app")).contains("No operation name contains this text");
  }

  private static String operations() {
    return (String)
        chrome.run(
            "return document.querySelector('[data-f=sort-operations-name]').closest('table').innerText");
  }

  @Test
  void a_range_of_one_heat_map_filters_both_sides() {
    chrome.open(page, "", 1280, "light");

    chrome.drag("[data-f=heat-before]", new double[] {.1, .05}, new double[] {.3, .5}, false);

    assertThat(chrome.hash()).contains("t=0-", "d=");
    assertThat(chrome.run("return document.querySelectorAll('svg.heat .range').length"))
        .isEqualTo(2L);
    assertThat(chrome.text("#app")).contains("Selected in both:", "400 → 0", "p99, about");
    chrome.element("[data-f=range]").click();
    assertThat(chrome.text("#app")).doesNotContain("Selected in both");
    chrome.run("document.querySelectorAll('svg.heat')[1].focus()");
    chrome.press(Keys.ARROW_LEFT, Keys.chord(Keys.SHIFT, Keys.ARROW_LEFT));
    assertThat(chrome.hash()).contains("t=");
    assertThat(chrome.focused()).isEqualTo("heat-after");
  }

  @Test
  void what_is_not_clear_is_not_coloured_as_a_change() {
    String fill = "svg.flame g:first-child rect";
    chrome.open(page, "#req=Shop.list", 1280, "light");
    assertThat(chrome.style(fill, "fill")).isEqualTo("rgb(232, 234, 237)");
    assertThat(chrome.text("svg.flame")).doesNotContain("▲", "▼");
    chrome.run("document.querySelector('svg.flame [tabindex=\"0\"]').focus()");
    assertThat(chrome.text(".tip")).contains("+10.0 µs, not clear");

    chrome.open(page, "#req=Shop.order", 1280, "light");
    assertThat(chrome.style(fill, "fill")).isEqualTo("rgb(106, 165, 217)");
  }

  @Test
  void printed_is_everything_light_and_without_controls() throws IOException {
    chrome.open(page, "#t=0-1", 700, "dark");

    chrome.paper();

    chrome.picture("compare-print");
    assertThat(chrome.style("body", "color")).isEqualTo("rgb(21, 25, 30)");
    assertThat(chrome.contrastOfFrames()).isGreaterThan(4.5);
    chrome.assertOnPaper();
    assertThat(chrome.print("compare")).isBetween(2, 3);
  }

  @Test
  void forced_colours_leave_frames_and_the_choice_to_be_seen() throws IOException {
    for (String scheme : List.of("light", "dark")) {
      chrome.open(page, "#t=0-1", 1280, scheme);
      chrome.forceColours();
      chrome.picture("compare-forced-" + scheme);
      assertThat(chrome.contrastOfFrames()).isGreaterThan(4.5);
      assertThat(chrome.style("tr.chosen", "outlineStyle")).isEqualTo("solid");
    }
  }

  @Test
  void the_page_has_its_pictures() throws IOException {
    for (String scheme : List.of("light", "dark")) {
      chrome.open(page, "", 1280, scheme);
      chrome.picture("compare-" + scheme);
      chrome.open(page, "#req=All+requests&t=0-1", 1280, scheme);
      chrome.run("document.querySelector('[data-f=kind]').scrollIntoView()");
      chrome.picture("compare-all-" + scheme);
    }
    chrome.open(page, "", 400, "light");
    chrome.picture("compare-phone");
  }

  @Test
  void a_link_or_a_digit_chooses_a_kind_and_back_returns() {
    chrome.open(page, "", 1280, "light");

    chrome.element(".verdicts tr:nth-child(2) a").click();

    assertThat(chrome.hash()).isEqualTo("#req=Shop.list");
    assertThat(chrome.text("#app")).contains("Where a request of Shop.list changed");
    chrome.press("3");
    assertThat(chrome.hash()).isEqualTo("#req=Shop.mail");
    assertThat(chrome.text("#app")).contains("Where a request of Shop.mail changed", "None.");
    chrome.back();
    assertThat(chrome.text("#app")).contains("Where a request of Shop.list changed");
  }

  @Test
  void the_flame_graph_shows_what_is_gone_and_new_and_zooms_by_keys() {
    chrome.open(page, "", 1280, "light");

    assertThat(chrome.text("svg.flame"))
        .contains("Shop.order ▼ −25.0 ms", "Items.find gone ×50.0 ▼ −26.0 ms");
    chrome.run("document.querySelector('svg.flame [tabindex=\"0\"]').focus()");
    chrome.press(Keys.ARROW_DOWN, Keys.ENTER);
    assertThat(chrome.hash()).contains("zoom=Shop.order+%3E+Items.find");
    assertThat(chrome.text(".tip")).contains("before 26.0 ms", "50.0 calls a request", "after 0");
  }

  @Test
  void both_heat_maps_have_one_scale_and_tell_their_cells_by_keys() {
    chrome.open(page, "", 1280, "light");

    assertThat(
            chrome.run(
                """
                const lines = [...document.querySelectorAll("svg.heat")].map((map) =>
                  [...map.querySelectorAll("text.dim")].map((text) => text.textContent).join());
                return lines[0] === lines[1] && lines[0].includes("10 ms");"""))
        .isEqualTo(true);
    chrome.run("document.querySelectorAll('svg.heat')[1].focus()");
    chrome.press(Keys.ARROW_LEFT);
    assertThat(
            (String) chrome.run("return document.querySelectorAll('[aria-live]')[1].textContent"))
        .contains("0 requests");
    assertThat(chrome.focused()).isEqualTo("heat-after");
  }

  @Test
  void operations_are_sorted_and_each_picture_has_a_table() {
    chrome.open(page, "", 1280, "light");

    chrome.element("[data-f='sort-operations-name']").click();

    assertThat(chrome.hash()).isEqualTo("#req=Shop.order&sort=name");
    chrome.run("document.querySelectorAll('details').forEach((one) => (one.open = true))");
    assertThat(chrome.text("#app"))
        .contains("Differences by path as a table", "Latency before as a table");
    assertThat(chrome.focused()).isEqualTo("sort-operations-name");
  }

  @Test
  void a_comparison_without_requests_tells_of_calls() throws IOException {
    Path other = folder.resolve("calls.html");
    write(other, "", operation("without", "slower", null, 1, 1_000, 2_000));

    chrome.open(other, "", 400, "dark");

    assertThat(chrome.text(".lead")).contains("There are no traces");
    assertThat(chrome.text("#app")).contains("Old.call", "+1.00 µs");
    chrome.assertFits();
    chrome.assertAccessible("html");
  }
}
