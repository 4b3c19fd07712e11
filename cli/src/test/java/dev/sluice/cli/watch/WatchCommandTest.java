package dev.sluice.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Recorded;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.testkit.Browser;
import dev.sluice.testkit.TestBatch;
import dev.sluice.tools.watch.LiveServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class WatchCommandTest {
  private static final String HOSTILE = "void a.<img/src=x/onerror=acted=1>\u202e.run()";
  private static final Pattern FIELD = Pattern.compile("\"([a-zA-Z0-9]+)\":");

  @TempDir private Path directory;

  /** One chunk of ten traces of two calls each. */
  private static byte[] chunk(long sequence, long emitted, Map<String, Long> dropped) {
    return chunk(sequence, emitted, dropped, Duration.ZERO);
  }

  /** The same of so long ago. */
  private static byte[] chunk(
      long sequence, long emitted, Map<String, Long> dropped, Duration ago) {
    long now = Instant.now().minus(ago).toEpochMilli() * 1_000_000;
    TestBatch batch = new TestBatch();
    for (int trace = 0; trace < 10; trace++) {
      call(batch, sequence * 10 + trace, HOSTILE, now + 10, now + 3_000_010, 1);
      call(batch, sequence * 10 + trace, "public void shop.Shop.order()", now, now + 5_000_000, 0);
    }
    Accounting accounting =
        new Accounting.Builder(7)
            .name("<b>shop</b>")
            .sequence(sequence)
            .emitted(emitted)
            .dropped(DropCounts.ofLabels(dropped))
            .times(now, now + 5_000_000)
            .build();
    return Chunks.of(accounting, batch);
  }

  private static void call(TestBatch to, long trace, String name, long tin, long tout, int eoi) {
    to.add(
        OperationExecutionReader.create().type(),
        name,
        null,
        trace,
        tin,
        tout,
        "host",
        eoi,
        eoi,
        false);
  }

  private Path growing() throws IOException {
    return Chunks.file(directory.resolve("growing.slu"), chunk(0, 20, Map.of()));
  }

  @Test
  void a_growing_file_shows_operations_gaps_and_drops_by_cause() throws Exception {
    Path file = growing();
    try (Watching watching = Watching.of(file.toString())) {
      String before = watching.await(json -> json.contains("\"records\":20,"));
      assertThat(before)
          .contains("\"state\":\"running\"", "\"missing\":0", "\"dropped\":{}")
          .contains("\"verdict\":\"nothing lost so far\"");

      Files.write(file, chunk(2, 65, Map.of("ring_full", 5L)), StandardOpenOption.APPEND);

      String after = watching.await(json -> json.contains("\"records\":40,"));
      assertThat(after)
          .contains("\"missing\":1,\"unknown\":0", "\"dropped\":{\"ring_full\":5}")
          .contains("\"losses\":[{\"time\":")
          .contains("\"producer\":\"0000000000000007\",\"name\":\"<b>shop</b>\",\"missing\":1")
          .containsPattern("\"complete\":false,\"lost\":\\[\\d{13},\\d{13}]")
          .contains("\"verdict\":\"incomplete: 1 chunk missing, 5 records dropped\"")
          .contains("\"name\":\"Shop.order()\",\"operation\":\"public void shop.Shop.order()\"")
          .contains("\"name\":\"a.<img/src=x/onerror=acted=1>\\\\u202e.run()\"")
          .doesNotContain("\u202e");
      assertThat(after.length()).isLessThan(10_000);
    }
  }

  @Test
  void a_directory_that_is_made_later_is_waited_for() throws Exception {
    Path later = directory.resolve("later");
    try (Watching watching = Watching.of(later.toString())) {
      assertThat(watching.errors().toString()).contains(later + "' does not exist yet: waiting");

      Chunks.file(Files.createDirectory(later).resolve("0.slu"), chunk(0, 20, Map.of()));

      assertThat(watching.await(json -> json.contains("\"records\":20,"))).contains("running");
    }
  }

  @Test
  void the_page_holds_no_text_of_a_record_and_may_load_nothing() throws Exception {
    try (Watching watching = Watching.of(growing().toString())) {
      watching.await(json -> json.contains("\"records\":20,"));
      HttpResponse<String> page = watching.get("/");

      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body()).doesNotContain("shop", "http-equiv").contains("const plot");
      assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none'; script-src 'sha256-")
          .contains("connect-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("http");
      HttpResponse<String> data = watching.get("status.json");
      assertThat(data.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(data.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(data.headers().map()).doesNotContainKey("access-control-allow-origin");
    }
  }

  @Tag("full")
  @Test
  void a_browser_shows_all_of_it_and_texts_do_not_act() throws Exception {
    Browser browser = Browser.in(directory);
    Path file = growing();
    Files.write(file, chunk(2, 65, Map.of("ring_full", 5L)), StandardOpenOption.APPEND);
    try (Watching watching = Watching.of(file.toString())) {
      watching.await(json -> json.contains("\"records\":40,"));
      // the browser's clock runs ahead while nothing loads: its 3 s end before a report is made
      watching.await("/report-5.json", json -> json.contains("Shop.order"));

      String dom = browser.open(watching.page());

      assertThat(dom).contains("data-shown=\"40\"", ">running<", "5 ring_full", "Shop.order()");
      assertThat(dom).contains("&lt;img/src=x", "&lt;b&gt;shop").doesNotContain("<img/", "<b>shop");
      assertThat(dom.split("role=\"img\"", -1)).hasSizeGreaterThan(4);
      assertThat(dom).contains("Latency over time", "class=\"heat\"");
    }
  }

  @Test
  void other_names_methods_and_paths_are_refused() throws Exception {
    try (Watching watching = Watching.of(growing().toString())) {
      String end = "Connection: close\r\n\r\n";
      assertThat(watching.page().toString()).startsWith("http://127.0.0.1:");
      assertThat(watching.answer("GET /status.json HTTP/1.1\r\nHost: localhost:80\r\n" + end))
          .contains(" 200 ");
      assertThat(watching.answer("GET /status.json HTTP/1.1\r\nHost: evil.example\r\n" + end))
          .contains(" 421 ");
      assertThat(watching.answer("GET /status.json HTTP/1.1\r\n" + end)).contains(" 421 ");
      assertThat(watching.answer("POST / HTTP/1.1\r\nHost: localhost\r\n" + end)).contains(" 405 ");
      assertThat(watching.answer("OPTIONS / HTTP/1.1\r\nHost: localhost\r\n" + end))
          .contains(" 405 ");
      assertThat(watching.answer("GET /../etc/passwd HTTP/1.1\r\nHost: localhost\r\n" + end))
          .contains(" 404 ");
    }
  }

  @Test
  void others_get_nothing_without_the_token() throws Exception {
    try (Watching watching = Watching.of(growing().toString(), "--host", "0.0.0.0")) {
      assertThat(watching.errors().get(0))
          .startsWith("sluice: warning: anyone with this address and its token can see");
      String root = watching.page().getPath();
      assertThat(root).matches("/[A-Za-z0-9_-]{22}/");
      String end = " HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n";
      watching.await(json -> json.contains("\"records\":20,"));
      for (String path : List.of("", "status.json", "report-5.json")) {
        assertThat(watching.answer("GET " + root + path + end)).containsAnyOf(" 200 ", " 204 ");
      }
      String other = root.replace(root.charAt(1), root.charAt(1) == 'a' ? 'b' : 'a');
      List<String> paths =
          List.of(
              "/",
              "/status.json",
              "/report-5.json",
              "//status.json",
              other,
              other + "status.json",
              root.substring(0, root.length() - 1),
              "/" + root + "status.json",
              "/%2e%2e" + root,
              "/." + root,
              "*",
              "http://localhost/status.json",
              "/status.json?token=" + root,
              "/status.json;" + root);
      for (String path : paths) {
        for (String method : List.of("GET", "HEAD", "OPTIONS", "POST", "TRACE", "X")) {
          List<String> lines = watching.lines(method + " " + path + end);
          assertThat(lines.get(0)).as(method + " " + path).containsAnyOf(" 404 ", " 400 ");
          assertThat(String.join("\n", lines)).doesNotContain("records", "script", "Allow", "shop");
        }
      }
    }
  }

  @Test
  void the_report_of_the_last_minutes_is_made_if_somebody_asks_for_it() throws Exception {
    Path file = growing();
    Files.write(file, chunk(1, 40, Map.of()), StandardOpenOption.APPEND); // ends the traces before
    try (Watching watching = Watching.of(file.toString())) {
      watching.await(json -> json.contains("\"records\":40,"));
      for (int minutes : List.of(1, 5, 15)) {
        String path = "/report-" + minutes + ".json";
        assertThat(watching.get(path).statusCode()).isEqualTo(204);
        assertThat(watching.await(path, json -> json.contains("\"requests\":[{")))
            .contains("\"findings\":", "\"heat\":{\"width\":1073741824", "Shop.order");
      }
      assertThat(watching.get("/report-2.json").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void a_report_has_the_requests_of_its_minutes_in_whatever_order_they_come() throws Exception {
    List<Integer> seconds = List.of(2000, 800, 225, 700, 90, 20, 0, 130, 210, 0);
    Path file = directory.resolve("minutes.slu");
    for (int i = 0; i < seconds.size(); i++) {
      byte[] chunk = chunk(i, 20 + 20L * i, Map.of(), Duration.ofSeconds(seconds.get(i)));
      Files.write(file, chunk, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    try (Watching watching = Watching.of(file.toString())) {
      watching.await(json -> json.contains("\"records\":200,"));
      Map<Integer, Integer> traces = Map.of(1, 30, 5, 70, 15, 90);
      traces.forEach(
          (minutes, all) ->
              watching.await(
                  "/report-" + minutes + ".json",
                  json -> json.contains("\"all\":{\"name\":\"\",\"n\":" + all + ",")));
    }
  }

  @Test
  void slow_clients_keep_neither_others_nor_the_analysis_waiting() throws Exception {
    Path file = growing();
    List<Socket> slow = new ArrayList<>();
    try (Watching watching = Watching.of(file.toString())) {
      for (int i = 0; i < LiveServer.MAX_CONCURRENT_REQUESTS / 4; i++) {
        slow.add(watching.connect("GET / HTTP/1.1\r\nHo")); // never ends its request
        slow.add(watching.connect("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")); // never reads
      }
      Files.write(file, chunk(1, 40, Map.of()), StandardOpenOption.APPEND);
      watching.await(json -> json.contains("\"records\":40,"));
      for (int i = 0; i < 2 * LiveServer.MAX_CONCURRENT_REQUESTS; i++) {
        slow.add(watching.connect("GET / HTTP/1.1\r\nHo")); // more than there are threads for
      }
      Files.write(file, chunk(2, 60, Map.of()), StandardOpenOption.APPEND);
      for (Socket socket : slow) {
        socket.close();
      }
      watching.await(json -> json.contains("\"records\":60,"));
    }
  }

  @Test
  void a_port_in_use_is_one_clear_line() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      Watching watching = Watching.of(growing().toString(), "--port", port);
      assertThat(watching.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(watching.errors())
          .singleElement()
          .asString()
          .startsWith("sluice: cannot listen on 127.0.0.1 port " + port + ": ")
          .endsWith("; --port N sets another port, 0 any free one");
    }
  }

  @Test
  void options_that_do_not_go_together_are_one_clear_line() throws Exception {
    String topic = "kafka://127.0.0.1:1/topic";
    Map<List<String>, String> wrong =
        Map.of(
            List.of(topic, "--terminal"),
            "--application-id, --terminal and --json need --distributed",
            List.of(topic, "--distributed", "--json", "--terminal"),
            "--json and --terminal cannot be used together",
            List.of(topic, "--distributed", "--from", "-5m"),
            "--from and --until cannot be used with --distributed, which analyzes the whole topic",
            List.of("file:records", "--distributed"),
            "'file:records' is no topic; a distributed analysis reads kafka://host/topic");
    for (Map.Entry<List<String>, String> line : wrong.entrySet()) {
      Watching watching = Watching.of(line.getKey().toArray(String[]::new));
      assertThat(watching.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(watching.errors()).containsExactly("sluice: " + line.getValue());
    }
  }

  @Test
  void a_source_that_ends_keeps_the_page_up_and_says_so() throws Exception {
    String source = "file:" + Recorded.file(directory, 50) + "?follow=false";
    try (Watching watching = Watching.of(source, "--host", "0.0.0.0")) {
      assertThat(watching.await(json -> json.contains("\"state\":\"ended\"")))
          .contains("\"records\":51,", "\"verdict\":\"complete\"");
      assertThat(watching.errors().get(0))
          .startsWith("sluice: warning: anyone with this address and its token can see");
      assertThat(watching.errors())
          .contains("sluice: the source has ended; the page stays until Ctrl-C");
    }
  }

  @Test
  void exit_at_end_ends_with_the_source() throws Exception {
    Watching watching = Watching.of(Recorded.file(directory, 50).toString(), "--exit-at-end");
    assertThat(watching.exitCode()).isZero();
    assertThat(watching.errors())
        .last()
        .asString()
        .isEqualTo("sluice: 51 records in 7 chunks, complete");
  }

  @Test
  void every_field_of_the_status_is_documented() throws Exception {
    String page = Files.readString(Path.of("../docs/watch.md"));
    try (Watching watching = Watching.of(growing().toString())) {
      String json = watching.await(text -> text.contains("\"records\":20,"));
      List<String> fields = FIELD.matcher(json).results().map(MatchResult::group).toList();
      assertThat(fields)
          .hasSizeGreaterThan(40)
          .allSatisfy(field -> assertThat(page).contains(field.substring(1, field.length() - 2)));
    }
  }
}
