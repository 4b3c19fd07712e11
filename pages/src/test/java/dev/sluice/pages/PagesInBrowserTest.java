package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Pages of tables and charts, and live ones, in a real browser, if there is one. */
@Tag("one-jdk")
@Tag("full")
class PagesInBrowserTest {
  private static final String HOSTILE = "<img src=x onerror=window.acted=1></script>";

  private static final String LOSSES =
      "\"missing\":1,\"dropped\":{\"ring_full\":5},\"lost\":[1795458001000,1795458002000]";

  @TempDir private static Path folder;
  private static Chrome chrome;

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

  @AfterEach
  void nothing_is_complained_about_and_no_name_acts() {
    chrome.assertQuiet();
    assertThat(chrome.run("return [window.acted, document.querySelectorAll('img').length].join()"))
        .isEqualTo(",0");
  }

  @Test
  void every_kind_of_chart_is_drawn() throws IOException {
    Path page = folder.resolve("charts.html");
    charts().write(page);

    chrome.open(page, "", 1280, "light");

    assertThat(chrome.run("return document.documentElement.dataset.charts")).isEqualTo("5");
    assertThat(drawn(0)).isEqualTo("14 circles, 16 paths, 0 bars");
    assertThat(drawn(1)).isEqualTo("59 circles, 3 paths, 0 bars");
    assertThat(drawn(2)).isEqualTo("0 circles, 1 paths, 7 bars");
    assertThat(drawn(3)).isEqualTo("0 circles, 2 paths, 4 bars");
    assertThat(drawn(4)).isEqualTo("3 circles, 4 paths, 0 bars");
    assertThat(chrome.text("main")).contains("records a chunk", HOSTILE.substring(0, 12));
    chrome.element("figure summary").click();
    await("figure .as-table", "8,192"); // the table is made after the click
    assertThat(chrome.text("figure .as-table")).contains("binary");
  }

  private static Object drawn(int chart) {
    return chrome.run(
        """
        const picture = document.querySelectorAll(".plot > svg")[arguments[0]];
        const count = (what) => picture.querySelectorAll(what).length;
        return `${count("circle")} circles, ${count("path")} paths, ${count("rect")} bars`;
        """,
        chart);
  }

  @Test
  void a_figure_of_any_decade_says_its_value_to_three_digits() throws IOException {
    String units;
    try (InputStream script = Page.class.getResourceAsStream("common/units.js")) {
      units = new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
    Object wrong =
        chrome.run(
            units
                + """
            const size = {k: 1e3, M: 1e6, G: 1e9, ns: 1, "µs": 1e3, ms: 1e6, s: 1e9, min: 60e9, h: 3600e9, d: 86400e9,
              bytes: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30};
            const valueOf = (text) => {
              const [figure, unit] = text.split(" ");
              return figure.replace(/,/g, "") * (unit ? size[unit] : 1);
            };
            const wrong = [];
            for (let decade = 1; decade < 16; decade++) {
              for (const first of [1, 1.5, 2.1419, 4.99, 5, 9.94, 9.99, 9.996]) {
                const value = first * 10 ** decade;
                for (const show of [units.brief, (n) => units.amount(n, "bytes"), units.duration]) {
                  const off = Math.abs(valueOf(show(value)) - value);
                  if (off > value * .00501) wrong.push(`${value} is ${show(value)}`);
                }
              }
            }
            return wrong;
            """);
    assertThat((List<?>) wrong).isEmpty();
  }

  @Test
  void labels_of_axes_rise_as_their_values_do() throws IOException {
    Path page = folder.resolve("decades.html");
    List<Point> decades =
        IntStream.range(0, 8)
            .mapToObj(i -> Point.of(Math.pow(10, i), Math.pow(10, 7 - i)))
            .toList();
    Page.titled("Decades")
        .chart(Chart.of("Decades", Axis.log("x"), Axis.log("y")).line("a", decades))
        .chart(Chart.of("Sizes", Axis.log("x"), Axis.linear("y")).line("a", decades.subList(3, 6)))
        .write(page);
    chrome.open(page, "", 1280, "light");

    Object labels =
        chrome.run(
            """
            const size = {k: 1e3, M: 1e6, G: 1e9};
            return [...document.querySelectorAll(".plot > svg")].flatMap((picture) => ["middle", "end"].map((anchor) => {
              const found = [...picture.querySelectorAll(`text.dim[text-anchor=${anchor}]`)].map((node) => {
                const [figure, unit] = node.textContent.split(" ");
                return [figure.replace(/,/g, "") * (size[unit] ?? 1), +node.getAttribute(anchor === "end" ? "y" : "x")];
              });
              const isUp = (i) => anchor === "end" ? found[i][1] < found[i - 1][1] : found[i][1] > found[i - 1][1];
              return found.length > 2 && found.every(([value], i) => !i || (value > found[i - 1][0] && isUp(i)));
            }));
            """);
    assertThat(labels).isEqualTo(List.of(true, true, true, true));
  }

  @Test
  void a_table_of_many_rows_is_folded() throws IOException {
    Path page = folder.resolve("rows.html");
    List<List<String>> rows =
        IntStream.range(0, 220).mapToObj(i -> List.of("setting " + i, i + ".5")).toList();
    Page.titled("Rows").table(List.of("setting", ">ns"), rows).write(page);
    chrome.open(page, "", 1280, "light");

    assertThat(chrome.text("main")).contains("220 rows").doesNotContain("setting 7");
    chrome.element("summary").click();
    assertThat(chrome.text("main")).contains("setting 219");
    chrome.assertAccessible("html");
  }

  @Test
  void a_page_that_catches_up_tells_its_own_speed_from_that_of_the_programs() throws IOException {
    String late = status(40, LOSSES).replace("2000000,1500000]", "2000000,95000000000]");
    try (Told told = new Told(LivePage.ofSource(), late)) {
      open(told, 1280, "light");
      assertThat(chrome.text("section[aria-label=Figures]"))
          .contains("catching up: reads 471/s", "Delay\n95.0 s")
          .contains("Requests/s\n50\n");
      told.tell(late.replace("\"producers\":1,\"ended\":0", "\"producers\":1,\"ended\":1"));
      await("#badge", "ended");
      assertThat(chrome.text("#about")).contains("last chunk at 18:20:01 UTC");
      assertThat(chrome.text("section[aria-label=Figures]")).contains("Delay\n–\nall is read");
    }
  }

  @Test
  void a_page_of_charts_fits_and_axe_finds_nothing() throws IOException {
    Path page = folder.resolve("charts.html");
    charts().write(page);
    for (String scheme : List.of("light", "dark")) {
      chrome.open(page, "", 1280, scheme);
      chrome.assertAccessible("html");
      chrome.picture("charts-" + scheme);
    }
    for (int width : List.of(320, 400, 2560)) {
      chrome.open(page, "", width, "dark");
      chrome.assertFits();
    }
    chrome.open(page, "", 400, "dark");
    chrome.picture("charts-phone");
  }

  @Test
  void a_page_begins_with_what_was_found_and_arrows_go_from_value_to_value() throws IOException {
    Path page = folder.resolve("charts.html");
    charts().write(page);
    chrome.open(page, "", 1280, "light");

    assertThat(chrome.text("main .lead"))
        .contains("3.20 times the 1.2 ns of floor", "▲ Not measured");
    chrome.run("document.querySelectorAll('.plot > svg')[4].focus()");
    chrome.press(Keys.HOME);
    assertThat(chrome.text("[data-f=chart4] + .plot-tip")).contains("values", "floor, 1");
    chrome.press(Keys.END, Keys.ARROW_LEFT);
    assertThat(chrome.text("[data-f=chart4] + .plot-tip")).contains("collect, 4");
    chrome.press(Keys.ESCAPE);
    assertThat(chrome.element("[data-f=chart4] + .plot-tip").isDisplayed()).isFalse();
  }

  /** Begins of tables that are wider than their place. */
  private static final String CUT =
      """
      return [...document.querySelectorAll(".scroll, .scroll-x, main section > div")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.innerText.slice(0, 60) + one.scrollWidth).join()""";

  /** Counts neighbouring labels of one line of an axis that are less than 3 px apart. */
  private static final String TOUCHING =
      """
      const texts = [...document.querySelectorAll("svg text.dim:not([transform])")];
      const boxes = texts.map((one) => [one.closest("svg"), one.getBoundingClientRect()]);
      return boxes.filter(([svg, a], i) => boxes.some(([other, b], j) => j > i && svg === other
        && Math.abs(a.y - b.y) < 3 && a.left < b.right + 3 && b.left < a.right + 3)).length""";

  private static Path tuning(String choice) throws IOException {
    Path page = folder.resolve("tune.html");
    String answers =
        answer(256, "10ms", 12, 4.5, ",\"front\":true,\"default\":true")
            + answer(1024, "10ms", 13, 4.4, ",\"front\":true,\"default\":false")
            + answer(256, "50ms", 55, 4.3, ",\"front\":false,\"default\":false")
            + answer(1024, "50ms", 56, 4.2, ",\"front\":true,\"default\":false")
            + answer(256, "1s", 900, 4.2, ",\"front\":false,\"default\":false")
            + answer(1024, "1s", 1100, 4.1, ",\"front\":true,\"default\":false");
    String model =
        """
        {"verdict":"Proven, run end to end: delay p99 60 ms","command":"sluice tune %1$s","machine":"two processors",
        "time":"2026-11-25T20:10:11Z","source":"%1$s","sink":"file:records","goal":"p99<250ms","minimize":null,
        "records":780000,"recordsPerSecond":20123.4,"remarks":["a sample","chunk.bytes=9 is left out: %1$s"],
        "limits":{"p99":250000000},"promised":{"p99":0.15,"bytes":0.01,"cpu":0.15},
        "leftOut":[{"what":"chunk.bytes=9","settings":6,"reason":"%1$s"}],
        "sinkAlone":{"sizes":[%2$s,%3$s]},"settings":[%4$s],
        "mainEffects":{"chunk.records":{"p99":0.01,"bytes":0.015},"delay":{"p99":0.98,"bytes":0.7}},%5$s
        "proof":[%6$s,%7$s]}"""
            .formatted(
                HOSTILE,
                size(300),
                size(60_000),
                answers.substring(1),
                choice,
                proof("best by prediction", 1024, "50ms", 1.05, 0),
                proof("default", 256, "10ms", 1.4, 3));
    ModelPage.tuning("Settings for " + HOSTILE)
        .write(page, target -> target.write(model.getBytes(StandardCharsets.UTF_8)));
    return page;
  }

  private static String recommended(String basis, boolean met) {
    return "\"recommended\":%s,\"basis\":\"%s\",\"goalMet\":%s,\"reason\":\"It is least.\"},"
        .formatted(
            answer(1024, "50ms", 56, 4.2, "").substring(1).replaceFirst("}$", ""), basis, met);
  }

  private static String answer(int records, String delay, double p99, double bytes, String more) {
    return ",{\"setting\":%s,%s%s}".formatted(setting(records, delay), figures(p99, bytes), more);
  }

  private static String setting(int records, String delay) {
    return """
        {"chunk.records":"%d","chunk.bytes":"921600","delay":"%s","serializer":"%s","compression":"none"}"""
        .formatted(records, delay, HOSTILE);
  }

  private static String figures(double p99, double bytes) {
    return "\"p50\":%s,\"p99\":%s,\"bytes\":%s,\"cpu\":512,\"messages\":20.5"
        .formatted(p99 * 5e5, p99 * 1e6, bytes);
  }

  private static String proof(String role, int records, String delay, double off, int dropped) {
    return """
        {"role":"%s","setting":%s,"chunks":120,"dropped":%d,"lateNanos":9000000,"contradicts":[%s],"predicted":{%s},"measured":{%s}}"""
        .formatted(
            role,
            setting(records, delay),
            dropped,
            off > 1.3 ? "\"p99\"" : "",
            figures(56, 4.2),
            figures(56 * off, 4.2));
  }

  private static String size(int bytes) {
    return """
        {"bytes":%d,"chunks":90,"roundTrip":{"mean":2000000,"low":1900000,"high":2100000},"p50":1800000,"p99":7000000,
        "cpu":{"mean":60000}}"""
        .formatted(bytes);
  }

  @Test
  void a_tuning_begins_with_what_to_take_and_whether_the_proof_agrees() throws IOException {
    chrome.open(tuning(recommended("proven", true)), "", 1280, "light");

    assertThat(chrome.text("main .lead"))
        .contains("Take 1,024 records, 900 KiB, 50ms", "Delay p99 56.0 ms, 4.2 bytes a record");
    assertThat(chrome.text("main"))
        .contains("▲ the proof agrees, but 1 of 2 runs contradicts", "× 4.67", "−6.7 %")
        .doesNotContain("✓ the proof agrees", "NaN", "Infinity");
    assertThat(chrome.text("main"))
        .contains(
            "1 of 2 settings that ran end to end keeps to the prediction, 1 contradicts it",
            "✗ +40.0 %")
        .contains("refused: " + HOSTILE, "misses delay p99 below 250 ms", "by 260 %")
        .contains(
            "lost records when run",
            "chunk.records decides less than 2 % of each measure",
            "emitted up to 9.00 ms late");
    assertThat(chrome.text(".settings"))
        .contains("✗ delay p99 260 % above the limit", "✗ lost 3 records when run");
    chrome.open(tuning(recommended("measured", false)), "", 1280, "light");
    assertThat(chrome.text("main"))
        .contains("Nearest to the goal", "▲ the proof contradicts", "▲ no setting keeps to p99");
    assertThat(chrome.text("main")).contains("Some intervals are unknown: repeat it");
    chrome.open(tuning(recommended("not contradicted", true)), "", 1280, "light");
    assertThat(chrome.text(".badge.bad")).contains("▲ neither proven nor contradicted");
    chrome.open(tuning(""), "", 1280, "light");
    assertThat(chrome.text("main")).contains("stopped before it had a result", "The sink alone");
  }

  @Test
  void settings_of_a_tuning_tell_by_keys_why_they_cannot_be_taken_and_are_sorted()
      throws IOException {
    chrome.open(tuning(recommended("proven", true)), "#y=cpu", 1280, "light");

    chrome.run("document.querySelector('[data-f=front]').focus()");
    chrome.press(Keys.END);
    assertThat(chrome.text("[data-f=front] + .plot-tip"))
        .contains("miss the goal", "1,024 records", "delay p99 340 % above the limit");
    chrome.element("[data-f=y-messages]").click();
    assertThat(chrome.hash()).isEqualTo("#y=messages");
    assertThat(chrome.focused()).isEqualTo("y-messages");
    chrome.element("[data-f=sort-settings-p99]").click();
    assertThat(chrome.hash()).isEqualTo("#y=messages&sort=-p99");
    assertThat(chrome.text(".settings tbody tr")).contains("1.10 s");
    chrome.run("document.querySelectorAll('details').forEach((one) => (one.open = true))");
    assertThat(chrome.text("main"))
        .contains("with the other options as recommended", "1.9 ms, 2.1 ms");
  }

  @Test
  void a_tuning_cuts_no_column_and_no_label_touches_another() throws IOException {
    for (int width : List.of(1280, 1400, 1920)) {
      chrome.open(tuning(recommended("proven", true)), "", width, "light");
      assertThat(chrome.run(CUT)).as("cut at %s", width).isEqualTo("");
      assertThat(chrome.run(TOUCHING)).as("touching at %s", width).isEqualTo(0L);
    }
  }

  @Test
  void a_tuning_fits_and_axe_finds_nothing() throws IOException {
    Path page = tuning(recommended("proven", true));
    for (String scheme : List.of("light", "dark")) {
      chrome.open(page, "", 1280, scheme);
      chrome.run("document.querySelectorAll('details').forEach((one) => (one.open = true))");
      chrome.assertAccessible("html");
      chrome.open(page, "", 320, scheme);
      chrome.assertAccessible("html");
      chrome.open(page, "", 1280, scheme);
      chrome.picture("tune-" + scheme);
    }
    for (int width : List.of(320, 400, 1280, 2560)) {
      chrome.open(page, "", width, "light");
      chrome.assertFits();
    }
    chrome.open(page, "", 400, "light");
    chrome.picture("tune-phone");
  }

  @Test
  void the_live_page_of_a_source_shows_a_report_with_what_is_lost_and_fits() throws IOException {
    try (Told told = new Told(LivePage.ofSource(), status(40, LOSSES))) {
      for (String scheme : List.of("light", "dark", "active")) {
        open(told, 1280, scheme);
        assertThat(chrome.text("#badge")).isEqualTo("running");
        assertThat(chrome.text(".losses"))
            .contains(HOSTILE + " lost 5 records because its buffer was full")
            .contains("(ring_full); 1 chunk, unless late", "since 18:20:01, last at 18:20:02 UTC");
        assertThat(chrome.text("section[aria-label=Figures]"))
            .contains("Requests/s", "Failed/s", "Programs at work\n1\nnone ended")
            .contains("Delay\n1.50 ms");
        assertThat(chrome.text("section[aria-label=Findings]")).contains("one after another");
        assertThat(chrome.count("svg.heat")).isEqualTo(1);
        assertThat(chrome.count("table.cards tbody tr")).isEqualTo(5);
        assertThat(chrome.count("#collecting .plot > svg")).isEqualTo(4);
        chrome.assertAccessible("html");
        chrome.picture("watch-" + scheme);
      }
      for (int width : List.of(320, 400, 2560)) {
        open(told, width, "dark");
        chrome.assertFits();
      }
      open(told, 400, "light");
      chrome.picture("watch-phone");
    }
  }

  @Test
  void nothing_lost_is_one_line_and_running_programs_are_no_fault() throws IOException {
    String whole = status(40, "\"missing\":0,\"dropped\":{},\"lost\":null");
    try (Told told = new Told(LivePage.ofSource(), whole)) {
      open(told, 1280, "light");
      assertThat(chrome.text(".losses")).startsWith("✓ Nothing is lost: 40 records of 1 program");
      assertThat(chrome.text("body")).doesNotContain("without an end", "incomplete:");
      assertThat(chrome.count("#collecting .plot > svg")).isEqualTo(3);
      chrome.picture("watch-nothing-lost");

      told.tell(whole.replace("\"producers\":1,\"ended\":0", "\"producers\":1,\"ended\":1"));
      await("#badge", "ended");
      assertThat(chrome.text("#about")).contains("The program has ended", "when a program starts");
      told.tell(whole.replace("\"lastChunk\":1795458001500", "\"lastChunk\":1795457901500"));
      await("#badge", "silent");
    }
  }

  @Test
  void pause_and_a_selection_hold_the_picture_and_resume_shows_what_came() throws IOException {
    try (Told told = new Told(LivePage.ofSource(), status(40, LOSSES))) {
      open(told, 1280, "light");
      chrome.press("p");
      assertThat(chrome.text("button[data-f=pause]")).isEqualTo("Resume");
      told.tell(status(1_040, LOSSES));
      await(".held", "is not updated: paused. Collection continues, 1,000 records more came");
      assertThat(shown()).isEqualTo("40");
      chrome.picture("watch-paused");
      chrome.element("button[data-f=pause]").click();
      awaitShown("1040");

      chrome.drag("svg.heat", new double[] {.54, .1}, new double[] {.54, .1}, false);
      await(".held", "a part of it is selected");
      assertThat(chrome.text(".overview")).contains("Slowest in the selection");
      chrome.element("a[data-f^=slowest-]").click();
      assertThat(chrome.count("table.waterfall")).isEqualTo(1);
      chrome.picture("watch-trace");
      told.tell(status(2_040, LOSSES));
      await(".held", "1,000 records more came");
      chrome.press("p");
      awaitShown("2040");
      assertThat(chrome.hash()).doesNotContain("t=", "trace=");
    }
  }

  @Test
  void the_last_minute_and_a_filter_stay_while_the_page_goes_on() throws IOException {
    try (Told told = new Told(LivePage.ofSource(), status(40, LOSSES))) {
      open(told, 1280, "light");
      chrome.element("button[data-minutes='1']").click();
      Awaitility.await().until(() -> told.asked.contains("/report-1.json"));
      chrome.element("a[data-f=request-0]").click();
      WebElement field = chrome.element("input[type=search]");
      field.sendKeys("lock");
      told.tell(status(50, LOSSES));
      awaitShown("50");
      assertThat(chrome.count("table.cards tbody tr")).isEqualTo(1);
      assertThat(chrome.focused()).isEqualTo("search-Filter operations");
      assertThat(chrome.hash()).contains("req=", "q=lock");
    }
  }

  @Test
  void a_command_that_ended_is_told_in_words_and_one_that_began_anew_is_shown() throws IOException {
    String first = status(40, LOSSES);
    int port;
    try (Told told = new Told(LivePage.ofSource(), first)) {
      port = told.server.getAddress().getPort();
      open(told, 1280, "light");
    }
    await("#badge", "no answer");
    assertThat(chrome.text("#about")).contains("the command has ended or is unreachable since");
    assertThat(chrome.count("svg.heat")).isEqualTo(1);
    chrome.picture("watch-no-answer");
    chrome.forget();
    String second =
        status(7, LOSSES).replace("\"started\":1795458000000", "\"started\":1795458900000");
    try (Told told = new Told(LivePage.ofSource(), second, port)) {
      awaitShown("7");
      assertThat(chrome.text("#badge")).isEqualTo("running");
      assertThat(told.asked).contains("/", "/status.json"); // with the scripts of the new one
      chrome.forget();
    }
  }

  @Test
  void the_page_of_a_distributed_analysis_fits_and_axe_finds_nothing() throws IOException {
    try (Told told = new Told(LivePage.ofDistributed(), distributed())) {
      for (String scheme : List.of("light", "dark", "active")) {
        open(told, 1280, scheme);
        assertThat(chrome.text("#badge")).isEqualTo("running");
        assertThat(chrome.text("main")).contains("records 0–1", "nobody", "Messages not read yet");
        chrome.assertAccessible("html");
        chrome.picture("watch-distributed-" + scheme);
      }
      for (int width : List.of(320, 400, 2560)) {
        open(told, width, "light");
        chrome.assertFits();
      }
      open(told, 400, "light");
      chrome.picture("watch-distributed-phone");
    }
  }

  private static void open(Told told, int width, String scheme) {
    chrome.open(told.address(), width, scheme);
    awaitShown("40");
  }

  private static Object shown() {
    return chrome.run("return document.documentElement.dataset.shown");
  }

  private static void awaitShown(String records) {
    Awaitility.await().until(() -> records.equals(shown()));
  }

  private static void await(String selector, String text) {
    Awaitility.await().until(() -> chrome.text(selector).contains(text));
  }

  /** A command that tells the page what the test says. */
  private static final class Told implements AutoCloseable {
    private final HttpServer server;
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private volatile String status;

    Told(LivePage page, String status) throws IOException {
      this(page, status, 0);
    }

    Told(LivePage page, String status, int port) throws IOException {
      this.status = status;
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      String report = ExampleReport.json(HOSTILE);
      server.createContext("/", exchange -> answer(exchange, page, report));
      server.start();
    }

    private void answer(HttpExchange exchange, LivePage page, String report) throws IOException {
      String path = exchange.getRequestURI().getPath();
      asked.add(path);
      exchange.getResponseHeaders().set("Content-Security-Policy", page.policy());
      exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      byte[] body =
          path.equals("/")
              ? page.html()
              : (path.equals("/status.json") ? status : report).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }

    void tell(String next) {
      status = next;
    }

    String address() {
      return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  /** Three seconds in which one program lost that. */
  private static String status(int records, String losses) {
    boolean none = losses.contains("\"missing\":0");
    String series =
        """
        {"time":[1795458000000,1795458001000,1795458002000],"records":[1,20,19],"bytes":[100,2000,1900],
        "requests":[0,700,714],"p50":[null,1000000,1200000],"p99":[null,5000000,9000000],"max":[null,6000000,1400000000],
        "behind":[1000000,2000000,1500000],"lag":[null,null,null],"dropped":%s,"missing":%s}"""
            .formatted(none ? "{}" : "{\"ring_full\":[0,5,0]}", none ? "[0,0,0]" : "[0,0,1]");
    return """
        {"version":1,"state":"running","source":"%1$s","started":1795458000000,"time":1795458002000,"trouble":null,
        "records":%2$d,"recordsPerSecond":19,"bytesPerSecond":1900,
        "lag":{"messages":null,"lastChunk":1795458001500,"partitions":{}},
        "audit":{"verdict":"-","producers":1,"ended":0,"damaged":0,"unknown":0,"conflicts":0,"rejected":0,"forgotten":0},
        "minutes":%3$s,"day":%3$s,
        "producers":[{"id":"a","name":"%1$s","rate":19,"emitted":45,"delivered":40,"duplicates":0,"ended":false,%4$s}],
        "losses":[%5$s]}
        """
        .formatted(
            HOSTILE,
            records,
            series,
            losses,
            none
                ? ""
                : "{\"time\":1795458001000,\"name\":\"%s\",\"missing\":1,\"dropped\":{},\"damage\":null}"
                    .formatted(HOSTILE));
  }

  private static String distributed() {
    String series =
        """
        {"time":[1795458000000,1795458001000],"records":[900,1000],"lag":[30,11],"dropped":{"ring_full":[0,5]},
        "missing":[0,1]}""";
    return """
        {"version":1,"source":"kafka://b/records","applicationId":"shop","state":"running","trouble":null,
        "started":1795458000000,"time":1795458002000,"lastCommit":1795458001000,"recordsPerSecond":1000,"lag":11,
        "records":40,"chunks":30,"damaged":0,"instances":[{"id":"abcd","client":"shop-abcd","host":"%1$s","threads":2,
          "partitions":2}],
        "partitions":[{"name":"records-0","instance":"abcd","committed":30,"end":40,"lag":10,"perSecond":10},
          {"name":"records-1","instance":"abcd","committed":7,"end":7,"lag":0,"perSecond":0},
          {"name":"shop-parts-repartition-0","instance":null,"committed":5,"end":6,"lag":1,"perSecond":null}],
        "audit":{"producers":1,"ended":0,"damaged":0,"unknown":0,"conflicts":0,"rejected":0,"forgotten":0},
        "producers":[{"id":"07","name":"%1$s","rate":1000,"emitted":45,"delivered":40,"missing":1,"duplicates":0,
          "dropped":{"ring_full":5},"ended":false,"lost":null}],
        "minutes":%2$s,"day":%2$s}
        """
        .formatted(HOSTILE, series);
  }

  private static Page charts() {
    List<Point> rising =
        IntStream.range(0, 14).mapToObj(i -> Point.of(1 << i, 100 + 900.0 / (1 << i))).toList();
    List<Point> cloud =
        IntStream.range(1, 60)
            .mapToObj(i -> new Point(i * 3.7 % 50, i * i % 97 + 1, "setting " + i))
            .toList();
    List<String> stages = List.of("floor", "collect", HOSTILE, "file");
    return Page.titled("What a page can show")
        .items(
            List.of("time, collect: 3.8 ns, 3.20 times the 1.2 ns of floor (3.10 to 3.30 times)."),
            List.of("Not measured: " + HOSTILE))
        .paragraph("Measured on a machine with two processors & one disk.")
        .lines("./sluice bench method-calls --quick --stage none,floor")
        .heading("Figures")
        .table(
            List.of("stage", ">mean ns", ">p99"),
            List.of(List.of("floor", "64.2", "71"), List.of(HOSTILE, "1,064.2", "1,171")))
        .heading("Charts")
        .chart(
            Chart.of("A line", Axis.log("records a chunk"), Axis.linear("ns a record"))
                .line("binary", rising)
                .intervals(
                    "binary",
                    rising.stream().map(p -> new Interval(p.x(), p.y() - 40, p.y() + 60)).toList()))
        .chart(
            Chart.of("A scatter plot", Axis.linear("delay, ms"), Axis.log("bytes a record"))
                .scatter("settings", cloud)
                .scatter("front", List.of(Point.of(12, 4)))
                .scatter("recommended", List.of(new Point(10, 2, HOSTILE))))
        .chart(
            Chart.of("Stacked bars", Axis.names("stage", stages), Axis.linear("µs"))
                .stacked("instrumentation", List.of(1.0, 2.0, 3.0, 4.0))
                .stacked("collecting", List.of(0.0, 2.0, 2.0, 2.5)))
        .chart(
            Chart.of("Bars", Axis.names("", stages), Axis.log("µs"))
                .sideways()
                .bars("ours", List.of(1.0, 20.0, 300.0, 4.0))
                .intervals("ours", List.of(new Interval(1, 15, 30))))
        .chart(
            Chart.of("Values", Axis.names("", stages), Axis.linear("ns"))
                .sideways()
                .values("values", List.of(Point.of(0, 1), Point.of(0, 3), Point.of(1, 4)))
                .intervals("mean, 95 %", List.of(new Interval(0, 1, 3)))
                .scatter("mean, 95 %", List.of(Point.of(0, 2), Point.of(1, 4))));
  }
}
