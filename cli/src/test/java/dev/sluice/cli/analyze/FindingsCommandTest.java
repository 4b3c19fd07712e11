package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.laboratory.Service;
import dev.sluice.cli.laboratory.Service.Lane;
import dev.sluice.monitoring.records.JfrRecordingReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FindingsCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    err.reset();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  private List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Of ten calls each request looks up as many items; one in fifty fails. */
  private static void orders(Lane lane) {
    lane.call(
        "Orders.list",
        () -> {
          for (int i = 0; i < 10; i++) {
            lane.call("Items.find", 1_000);
          }
          if (lane.chance(0.02)) {
            throw new Service.Failure();
          }
        });
  }

  private static Service service() {
    return new Service(3).serve(4, 100, 1_000, FindingsCommandTest::orders);
  }

  private String recording() throws IOException {
    return service().write(directory.resolve("records")).toString();
  }

  @Test
  void sentences_have_the_rule_how_sure_it_is_what_it_costs_and_an_example() throws IOException {
    assertThat(run("findings", recording())).isZero();
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.get(0)).startsWith("400 requests, p50 ").endsWith(" in Orders.list.");
    assertThat(lines.get(1))
        .startsWith(
            "Orders.list calls Items.find about 10 times in a row, in 400 of its 400 calls. Together")
        .endsWith(
            " One call for all items may be enough (N+1), or the calls fetch the same data again; arguments are not recorded.");
    assertThat(lines.get(2)).matches(" {2}n\\+1, likely, [\\d.]+ s, as in trace [0-9a-f]{16}");
    assertThat(lines)
        .anyMatch(line -> line.matches("\\d+ of 400 requests of Orders.list failed.*"));
  }

  /** Three kinds of requests with a fault each, and one that fails often. */
  private String several() throws IOException {
    Service service =
        new Service(5)
            .serve(
                4,
                300,
                1_000,
                lane -> {
                  String kind = List.of("A", "B", "C").get((int) (3 * lane.random()));
                  lane.call(
                      kind + ".list",
                      () -> {
                        for (int i = 0; i < 10; i++) {
                          lane.call(kind + "Items.find", 1_000);
                        }
                        lane.call(
                            "Log.write",
                            () -> {
                              if (lane.chance(kind.equals("A") ? 0.3 : 0)) {
                                throw new Service.Failure();
                              }
                            });
                      });
                });
    return service.write(directory.resolve("several")).toString();
  }

  @Test
  void findings_of_one_rule_are_a_row_after_failures_and_each_counts() throws IOException {
    String several = several();
    assertThat(run("findings", several, "--fail-on", "findings<4")).isZero();
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(1)).contains(" requests of A.list failed (");
    assertThat(lines.get(2)).startsWith("  failing, certain, as in trace ");
    assertThat(lines.get(3)).contains("about 10 times in a row");
    assertThat(lines.get(4))
        .matches(
            "  n\\+1, likely, [\\d.]+ s, as in trace \\w+; 2 more: "
                + "([ABC])Items\\.find in \\1\\.list \\([\\d.]+ s\\), "
                + "([ABC])Items\\.find in \\2\\.list \\([\\d.]+ s\\)");
    assertThat(run("findings", several, "--json")).isZero();
    JsonNode found = JSON.readTree(out.toByteArray()).get("findings");
    List<Integer> rows = new ArrayList<>();
    found.forEach(one -> rows.add(one.get("row").asInt()));
    assertThat(rows).containsExactly(0, 1, 1, 1);
    assertThat(found.get(0).get("failing").asDouble()).isBetween(0.2, 0.4);
    assertThat(found.get(1).get("failing").isNull()).isTrue();
    assertThat(found.get(1).get("cost").asLong()).isGreaterThan(found.get(3).get("cost").asLong());
  }

  @Test
  void time_in_which_the_flight_recorder_did_not_run_is_said() throws IOException {
    for (int late = 0; late < 2; late++) {
      Service service = new Service(3).serve(4, 400, 1_000, FindingsCommandTest::orders);
      long begin = Service.START + 1_234_000_000L * late;
      Object[] values = {begin, "host", "begin", "gc,locks", 10_000_000L};
      String file =
          service
              .record(JfrRecordingReader.TYPE, begin, values)
              .write(directory.resolve("late" + late))
              .toString();
      assertThat(run("findings", file)).isZero();
      String text = out.toString(StandardCharsets.UTF_8);
      assertThat(run("findings", file, "--json")).isZero();
      JsonNode unseen = JSON.readTree(out.toByteArray()).get("unseen");
      if (late == 0) {
        assertThat(text).doesNotContain("flight recorder");
        assertThat(unseen.isNull()).isTrue();
      } else {
        assertThat(text)
            .containsPattern("Pauses and lock waits are known only from 2023-11-14T22:13:21\\.[23]")
            .contains(unseen.asText());
        String report = directory.resolve("report").toString();
        assertThat(run("analyze", file, "-o", report)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains(unseen.asText());
      }
    }
  }

  @Test
  void analyze_begins_with_the_same_sentences() throws IOException {
    String report = directory.resolve("report").toString();
    assertThat(run("analyze", recording(), "-o", report, "--fail-on", "n+1>9"))
        .isEqualTo(ExitCode.CONDITION);
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.get(0)).startsWith("400 requests, p50 ");
    assertThat(lines.get(1)).startsWith("Orders.list calls Items.find about 10 times");
    assertThat(errors()).hasSize(1);
    JsonNode data = JSON.readTree(directory.resolve("report/report.json").toFile());
    assertThat(data.get("all").get("n").asLong()).isEqualTo(400);
    assertThat(data.get("findings").get(0).get("rule").asText()).isEqualTo("n+1");
    assertThat(data.get("met")).hasSize(1);
    assertThat(errors().get(0)).endsWith("--fail-on " + data.get("met").get(0).asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n+1>5 | 3 | n+1>5: it is 10.0. Orders.list calls Items.find",
        "n+1>=10.5 | 0 |",
        "p50(Orders)>1ms | 3 | p50(Orders)>1ms: it is 1",
        "p50(Orders)>1s | 0 |",
        "p99(GET /orders)>200ms | 3 | that cannot be told: there is no such request",
        "failed(*.list) > 50% | 0 |",
        "p99>1m | 0 |",
        "p99<0.5h | 3 | p99<0.5h: it is",
        "max>1d,mean<=2d | 3 | mean<=2d: it is",
        "failed>0 | 3 | of all requests",
        "requests<401 | 3 | it is 400",
        "serial>0, max(void app.Orders.list())>0.5us | 3 | max(void app.Orders.list())>0.5us: it",
        "findings<1,missing>0 | 0 |"
      })
  void a_condition_that_is_met_or_cannot_be_told_is_named_and_is_exit_code_3(
      String conditions, int code, String line) throws IOException {
    assertThat(run("findings", recording(), "--fail-on", conditions)).isEqualTo(code);
    if (line == null) {
      assertThat(errors()).isEmpty();
    } else {
      assertThat(errors()).hasSize(1);
      assertThat(errors().get(0)).startsWith("sluice: --fail-on ").contains(line);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "n+1",
        "n+1>",
        "n+1>5ms",
        "p99>5",
        "p99>5%",
        "p98>1s",
        "requests>1s",
        "failed>1ms",
        "n+1(Orders)>5",
        "n+1>5,,p99>1s",
        "p99(Orders>1s",
        "p99=1s",
        "p99>1w",
        "failed(x)>1m",
        "n+1>5%"
      })
  void a_wrong_condition_is_one_line_and_nothing_is_read(String conditions) {
    assertThat(run("findings", "nowhere", "--fail-on", conditions)).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).hasSize(1);
    assertThat(errors().get(0))
        .contains("--fail-on: '")
        .endsWith(", as n+1>5 or p99(GET /orders)>200ms")
        .doesNotContain("nowhere");
  }

  @Test
  void records_that_are_missing_are_said_where_no_condition_is_met() throws IOException {
    String lossy = service().lose(1).write(directory.resolve("lossy")).toString();
    assertThat(run("findings", lossy, "--fail-on", "n+1>500")).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(errors()).hasSize(1);
    assertThat(errors().get(0)).contains("some are missing");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("1,000 of 4,400 records are missing");
    assertThat(run("findings", lossy, "--fail-on", "missing>0")).isEqualTo(ExitCode.CONDITION);
  }

  @Test
  void of_a_program_without_an_end_nobody_knows_what_is_missing() throws IOException {
    String killed = service().lose(4).write(directory.resolve("killed")).toString();
    assertThat(run("findings", killed, "--fail-on", "missing>0")).isEqualTo(ExitCode.CONDITION);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("It is not known whether records are missing (incomplete: 1 producer without")
        .doesNotContain("of 4,000 records");
  }

  @Test
  void sarif_has_what_its_schema_asks_for() throws IOException {
    Path file = directory.resolve("findings.sarif");
    assertThat(run("findings", recording(), "--sarif", file.toString())).isZero();
    JsonNode sarif = JSON.readTree(file.toFile());
    assertThat(sarif.get("version").asText()).isEqualTo("2.1.0");
    assertThat(sarif.get("$schema").asText()).contains("sarif-2.1.0");
    JsonNode run = sarif.get("runs").get(0);
    JsonNode driver = run.get("tool").get("driver");
    assertThat(driver.get("name").asText()).isEqualTo("Sluice");
    assertThat(run.get("results")).isNotEmpty();
    for (JsonNode result : run.get("results")) {
      assertThat(result.get("message").get("text").asText()).isNotEmpty();
      assertThat(result.get("level").asText()).isIn("none", "note", "warning", "error");
      JsonNode rule = driver.get("rules").get(result.get("ruleIndex").asInt());
      assertThat(rule.get("id")).isEqualTo(result.get("ruleId"));
      assertThat(rule.get("shortDescription").get("text").asText()).isNotEmpty();
    }
    JsonNode place = run.get("results").get(0).get("locations").get(0);
    JsonNode physical = place.get("physicalLocation");
    assertThat(physical.get("artifactLocation").get("uri").asText()).isEqualTo("app/Items.java");
    assertThat(physical.get("region").get("startLine").asInt()).isEqualTo(1);
    assertThat(place.get("logicalLocations").get(0).get("fullyQualifiedName").asText())
        .isEqualTo("public void app.Items.find()");
  }

  @Test
  void json_goes_to_standard_output_or_to_a_file() throws IOException {
    String file = directory.resolve("findings.json").toString();
    String recording = recording();
    assertThat(run("findings", recording, "--json=" + file)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("400 requests");
    String written = Files.readString(Path.of(file));
    assertThat(run("findings", recording, "--json")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(written);
    JsonNode first = JSON.readTree(written).get("findings").get(0);
    assertThat(StreamSupport.stream(((Iterable<String>) first::fieldNames).spliterator(), false))
        .containsExactly(
            "rule",
            "severity",
            "text",
            "cost",
            "share",
            "confidence",
            "trace",
            "program",
            "count",
            "row",
            "failing",
            "operation",
            "request");
  }

  /** The first requests take longer than later ones. */
  private String warm() throws IOException {
    return Faults.web(
            107,
            lane ->
                lane.call(
                    "Home.show",
                    () -> lane.call("Db.query", lane.seconds() < 0.15 ? 6_000 : 1_500)))
        .write(directory.resolve("warm"))
        .toString();
  }

  private JsonNode json(String... args) throws IOException {
    assertThat(run(args)).isZero();
    return JSON.readTree(out.toByteArray());
  }

  @Test
  void report_files_and_top_have_the_same_calls_without_a_warm_up_and_with_it() throws IOException {
    String warm = warm();
    String report = directory.resolve("report").toString();
    for (boolean counted : new boolean[] {false, true}) {
      String[] analyze = {"analyze", warm, "-o", report, "--with-warm-up"};
      assertThat(run(Arrays.copyOf(analyze, counted ? 5 : 4))).isZero();
      String[] top = {"top", warm, "--json", "--without-warm-up"};
      JsonNode list = json(Arrays.copyOf(top, counted ? 3 : 4));
      JsonNode data = JSON.readTree(Path.of(report, "report.json").toFile());
      long left = data.get("warmUpLeftOut").asLong();
      assertThat(left).matches(requests -> counted ? requests == 0 : requests > 50);
      assertThat(list.get("warmUpLeftOut").asLong()).isEqualTo(left);
      List<String> files = Files.readAllLines(Path.of(report, "operations.csv"));
      List<String> lines = new ArrayList<>();
      for (JsonNode one : list.get("operations")) {
        assertThat(one.get("calls").asLong()).isEqualTo(2_000 - left);
        List<String> cells = new ArrayList<>();
        String[] names = {"operation", "calls", "failed", "total", "self", "p50", "p99", "max"};
        List.of(names).forEach(name -> cells.add(one.get(name).asText()));
        lines.add(String.join(",", cells));
      }
      assertThat(files.subList(1, files.size())).isEqualTo(lines);
      JsonNode first = data.get("ops").get(0).get(0);
      assertThat(first.get(1).asLong()).isEqualTo(2_000 - left);
      assertThat(data.get("all").get("n").asLong()).isEqualTo(2_000 - left);
      assertThat(Files.readString(Path.of(report, "operations.dot")))
          .contains("[label=\"" + (2_000 - left) + "\"]");
    }
  }

  @Test
  void growth_after_a_slow_start_is_no_warm_up_of_half_of_the_recording() throws IOException {
    String file =
        Faults.web(
                107,
                lane ->
                    lane.call(
                        "Home.show",
                        () ->
                            lane.call(
                                "Db.query",
                                lane.seconds() < 0.5 ? 9_000 : 1_500 + 4_000 * lane.seconds())))
            .write(directory.resolve("growing"))
            .toString();
    assertThat(json("findings", file, "--json").get("warmUpLeftOut").asLong()).isZero();
  }

  @Test
  void top_says_which_calls_count() throws IOException {
    String warm = warm();
    assertThat(run("top", warm)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("all calls count, those of a warm-up");
    assertThat(run("top", warm, "--without-warm-up")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("left out: \\d+ requests of a");
    assertThat(run("top", recording(), "--without-warm-up")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("left out: nothing, no warm-up was found");
    assertThat(run("top", warm, "--without-warm-up", "--follow")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void the_page_is_told_what_ran() throws IOException {
    Map<String, String> said = Map.of("service", "shop", "host", "\u001b<b>" + "x".repeat(240));
    String file = service().says(said).write(directory.resolve("said")).toString();
    String report = directory.resolve("report").toString();
    for (String threads : List.of("1", "3")) {
      assertThat(run("analyze", file, "-o", report, "--threads", threads)).isZero();
      JsonNode data = JSON.readTree(Path.of(report, "report.json").toFile());
      JsonNode told = data.get("programs").get(0).get("attributes");
      assertThat(told.get("service").asText()).isEqualTo("shop");
      assertThat(told.get("host").asText()).endsWith("xxx").doesNotContain("\u001b");
    }
  }

  @Test
  void traces_of_two_programs_with_one_id_have_addresses_of_their_own() throws IOException {
    byte[] one = Files.readAllBytes(Path.of(recording()));
    byte[] other = Files.readAllBytes(service().producer(8).write(directory.resolve("other")));
    Path both = Chunks.file(directory.resolve("both"), one, other);
    String report = directory.resolve("report").toString();
    assertThat(run("analyze", both.toString(), "-o", report)).isZero();
    JsonNode data = JSON.readTree(Path.of(report, "report.json").toFile());
    List<String> ids = new ArrayList<>();
    data.get("traces").forEach(trace -> ids.add(trace.get(0).asText()));
    assertThat(ids).doesNotHaveDuplicates().anyMatch(id -> id.endsWith("@0000000000000008"));
    data.get("findings")
        .forEach(
            finding -> {
              JsonNode trace = finding.get("link").get("trace");
              assertThat(trace == null || ids.contains(trace.asText())).isTrue();
            });
  }

  @Test
  void each_trace_that_a_finding_names_is_one_that_trace_prints() throws IOException {
    Service service = new Service(8).pause(200, 300).serve(8, 60, 500, FindingsCommandTest::orders);
    String file = service.write(directory.resolve("paused")).toString();
    assertThat(run("findings", file)).isZero();
    List<String> ids =
        Pattern.compile("trace ([0-9a-zA-Z]+)")
            .matcher(out.toString(StandardCharsets.UTF_8))
            .results()
            .map(one -> one.group(1))
            .toList();
    assertThat(ids).hasSizeGreaterThan(2);
    for (String id : ids) {
      assertThat(run("trace", file, "--id", id)).as(id).isZero();
    }
  }

  /** Requests of a second, and two threads that run all the time. */
  private String looping() throws IOException {
    return new Service(5)
        .serve(4, 1.0, second -> 2_000, lane -> lane.call("Orders.find", 3_000))
        .loop(1.0, lane -> lane.call("Queue.poll", 9_000))
        .serve(
            1,
            1,
            1,
            lane ->
                lane.call(
                    "Notifier.loop", () -> Faults.times(30, () -> lane.call("Queue.take", 33_000))))
        .write(directory.resolve("looping"))
        .toString();
  }

  @Test
  void threads_that_loop_for_ever_are_no_requests() throws IOException {
    String file = looping();
    assertThat(run("findings", file)).isZero();
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.get(0)).endsWith("; 100 % of the time in Orders.find.");
    assertThat(lines).noneMatch(line -> line.contains("Queue") || line.contains("Notifier"));
    JsonNode traces = json("trace", file, "--slowest", "5", "--json").get("traces");
    assertThat(traces).hasSize(5);
    traces.forEach(
        trace ->
            assertThat(trace.get("calls").get(0).get("operation").asText()).contains("Orders"));
    JsonNode all = json("trace", file, "--slowest", "10000", "--json").get("traces");
    assertThat(all.get(all.size() - 1).toString()).contains("Queue");
  }

  @Test
  void a_recording_without_requests_is_not_fine() throws IOException {
    Path file =
        new Service(4)
            .serve(1, 1, 1, lane -> lane.call("Job.run", 5))
            .write(directory.resolve("one"));
    assertThat(run("findings", file.toString(), "--fail-on", "p99(Orders)>1s"))
        .isEqualTo(ExitCode.CONDITION);
  }
}
