package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testkit.TcpPeers;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Prometheus' own readers say of what is served, of the rules and of the board. {@code
 * promtool} and {@code prometheus} are on the path or in {@code -Dsluice.prometheus=DIRECTORY};
 * {@code -Dsluice.readers=PYTHON} names a Python with the package {@code prometheus_client}.
 */
@Tag("one-jdk")
class MetricsReadersTest {
  private static final String SCRIPT =
      """
      import sys
      from prometheus_client.parser import text_string_to_metric_families
      families = list(text_string_to_metric_families(sys.stdin.read()))
      print(len(families), sum(len(family.samples) for family in families),
            sum(family.type == 'unknown' for family in families))
      """;

  @TempDir private Path directory;
  private Scraped scraped;

  @BeforeEach
  void scrape() throws Exception {
    scraped = new Scraped(directory.resolve("records"));
  }

  @AfterEach
  void close() {
    scraped.close();
  }

  private static void skip(String what) {
    System.out.println("MetricsReadersTest is skipped in part: " + what);
    assumeTrue(false, what);
  }

  /** A program of Prometheus, or the test is skipped. */
  private static String program(String name) {
    String given = System.getProperty("sluice.prometheus");
    Stream<String> path = Stream.of(System.getenv("PATH").split(File.pathSeparator));
    List<Path> found =
        (given == null ? path : Stream.of(given))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .toList();
    if (found.isEmpty()) {
      skip("no " + name + " on the path or in -Dsluice.prometheus=DIRECTORY");
    }
    return found.get(0).toString();
  }

  /** What a program prints that is given a text; it must succeed. */
  private String output(String input, String... command) throws Exception {
    Path file = Files.writeString(directory.resolve("input"), input);
    Process process =
        new ProcessBuilder(command)
            .directory(Queries.DIRECTORY.toFile())
            .redirectInput(file.toFile())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.strip();
  }

  @Test
  void pythons_parser_reads_each_family_and_sample() throws Exception {
    String python = System.getProperty("sluice.readers");
    if (python == null) {
      skip("needs -Dsluice.readers=PYTHON with prometheus_client");
    }
    int families = scraped.all().types().size();
    int samples = scraped.all().samples().size();
    assertThat(output(scraped.ofMonitor() + scraped.ofWatch(), python, "-c", SCRIPT))
        .isEqualTo(families + " " + samples + " 0");
  }

  @Test
  void promtool_finds_nothing_to_object_to_in_what_is_served() throws Exception {
    String promtool = program("promtool");
    for (String page : List.of(scraped.ofMonitor(), scraped.ofWatch())) {
      assertThat(output(page, promtool, "check", "metrics")).isEmpty();
    }
  }

  @Test
  void promtool_takes_the_rules_and_each_fires_when_it_should() throws Exception {
    String promtool = program("promtool");
    assertThat(output("", promtool, "check", "rules", "alerts.yml")).contains("5 rules found");
    assertThat(output("", promtool, "test", "rules", "alerts-test.yml")).contains("SUCCESS");
  }

  @Test
  void prometheus_scrapes_both_and_answers_each_query() throws Exception {
    String prometheus = program("prometheus");
    Path config = directory.resolve("prometheus.yml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 500ms, evaluation_interval: 500ms}
        rule_files: ['%s']
        scrape_configs:
          - {job_name: sluice, static_configs: [{targets: [%s]}]}
        """
            .formatted(
                Queries.DIRECTORY.resolve("alerts.yml").toAbsolutePath().normalize(),
                scraped.targets()));
    int port = TcpPeers.freePort();
    Process process =
        new ProcessBuilder(
                prometheus,
                "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    try {
      String ready = "sum(count_over_time(up[1m]) > 3) > 7 and sum(up) == 2";
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(250))
          .ignoreExceptions()
          .until(
              () -> {
                scraped.work();
                return query(port, ready).contains("\"value\"");
              });
      List<String> empty = new ArrayList<>();
      for (String query : Queries.all()) {
        String answer = query(port, query);
        assertThat(answer).as(query).startsWith("{\"status\":\"success\"");
        if (!answer.contains("\"value\"")) {
          empty.add(query);
        }
      }
      List<String> alerts = Queries.alerts();
      assertThat(empty)
          .as("no alert fires, and the lag is known of topics alone")
          .containsAll(alerts)
          .allMatch(query -> alerts.contains(query) || query.contains("_lag_"));
      assertThat(get(port, "/api/v1/rules?type=alert")).contains("SluiceReaderBehind");
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  private static String query(int port, String query) throws IOException, InterruptedException {
    return get(port, "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
  }

  private static String get(int port, String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
