package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of tables and charts, and live ones, in a real browser, if there is one. */
class PagesInBrowserTest {
  private static final String HOSTILE = "<img src=x onerror=window.acted=1></script>";

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
    assertThat(drawn(4)).isEqualTo("0 circles, 1 paths, 20 bars");
    assertThat(chrome.text("main")).contains("records a chunk", HOSTILE.substring(0, 12));
    chrome.picture("charts-light");
    chrome.element("figure summary").click();
    assertThat(chrome.text("figure .as-table")).contains("8,192", "binary");
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
  void a_page_of_charts_fits_and_axe_finds_nothing() throws IOException {
    Path page = folder.resolve("charts.html");
    charts().write(page);
    for (String scheme : List.of("light", "dark")) {
      chrome.open(page, "", 1280, scheme);
      chrome.assertAccessible("html");
    }
    for (int width : List.of(320, 400, 2560)) {
      chrome.open(page, "", width, "dark");
      chrome.assertFits();
    }
    chrome.open(page, "", 400, "dark");
    chrome.picture("charts-phone");
  }

  @Test
  void the_live_page_of_a_source_shows_what_it_is_told() throws IOException {
    HttpServer server = serve(LivePage.ofSource(), status());
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      for (String scheme : List.of("light", "dark")) {
        chrome.open(address, 1280, scheme);
        Awaitility.await()
            .until(() -> "40".equals(chrome.run("return document.documentElement.dataset.shown")));
        assertThat(chrome.text("main")).contains("running", "5 ring_full", HOSTILE);
        assertThat(chrome.run("return document.querySelectorAll('.plot > svg').length"))
            .isEqualTo(5L);
        chrome.assertAccessible("html");
        chrome.picture("watch-" + scheme);
      }
      chrome.open(address, 320, "light");
      chrome.assertFits();
    } finally {
      server.stop(0);
    }
  }

  private static HttpServer serve(LivePage page, String status) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Security-Policy", page.policy());
          exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
          answer(exchange, page.html());
        });
    server.createContext(
        "/status.json", exchange -> answer(exchange, status.getBytes(StandardCharsets.UTF_8)));
    server.start();
    return server;
  }

  private static void answer(HttpExchange exchange, byte[] body) throws IOException {
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String status() {
    String times = "[1795458000000,1795458001000,1795458002000]";
    String series =
        """
        {"time":%s,"records":[1,20,19],"bytes":[100,2000,1900],"p50":[null,1000000,1200000],"p99":[null,5000000,9000000],
        "max":[null,6000000,1400000000],"behind":[1000000,2000000,1500000],"lag":[0,1,2],"dropped":{"ring_full":[0,5,0]},
        "missing":[0,0,1]}"""
            .formatted(times);
    return """
        {"version":1,"state":"running","source":"%1$s","started":1795458000000,"time":1795458002000,"trouble":null,
        "records":40,"recordsPerSecond":19,"bytesPerSecond":1900,
        "lag":{"messages":null,"lastChunk":1795458001500,"partitions":{}},
        "audit":{"verdict":"incomplete","producers":1,"ended":0,"missing":1,"damaged":0,"dropped":{"ring_full":5}},
        "minutes":%2$s,"day":%2$s,
        "operations":{"recent":[{"name":"%1$s","calls":40,"self":1000000,"share":0.5,"total":2000000,"mean":50000,"p50":40000,
          "p99":900000,"max":1000000,"failed":1}],"all":[],"recentSeconds":10,"known":1},
        "traces":{"counts":{"valid":40,"incomplete":0,"broken":0,"reasons":{}}},
        "producers":[{"id":"a","name":"%1$s","rate":19,"emitted":45,"delivered":40,"missing":1,"duplicates":0,
          "dropped":{"ring_full":5},"ended":false}],
        "losses":[{"time":1795458001000,"name":"%1$s","missing":1,"dropped":{},"damage":null}]}
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
        .paragraph("Measured on a machine with two processors & one disk.")
        .lines("./sluice bench method-calls --quick --stages none,floor")
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
            Chart.of("Boxes", Axis.names("stage", stages), Axis.linear("ns"))
                .boxes(
                    "all",
                    List.of(
                        new Box(1, 2, 3, 4, 9),
                        new Box(2, 3, 4, 6, 8),
                        new Box(1, 5, 6, 7, 12),
                        new Box(3, 4, 5, 6, 7))));
  }
}
