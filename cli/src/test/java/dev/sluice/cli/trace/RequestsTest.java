package dev.sluice.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.TraceContext;
import dev.sluice.monitoring.probe.TraceLink;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests through programs that were monitored for real. */
class RequestsTest {
  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private List<String> trace(int code, String... options) {
    List<String> arguments = new ArrayList<>(List.of("trace", directory.toString()));
    arguments.addAll(List.of(options));
    out.reset();
    PrintStream errors = new PrintStream(out, true, StandardCharsets.UTF_8);
    int exit = Main.run(new Terminal(out, errors, false), arguments.toArray(String[]::new));
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(exit).as("%s", lines).isEqualTo(code);
    return lines;
  }

  private JsonNode json(String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("--json");
    return new ObjectMapper().readTree(trace(0, arguments.toArray(String[]::new)).get(0));
  }

  /** A program that calls another by HTTP, between two calls of its own. */
  private void order(Programs shop, Programs stock, Runnable inStock) {
    shop.call(
        "Shop.order",
        () -> {
          shop.call("Shop.check", () -> {});
          shop.call(
              "Client.get", () -> shop.send("http", to -> stock.serve(to, "Stock.find", inStock)));
          shop.call("Shop.pay", () -> {});
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"EXECUTION", "EVENTS"})
  void a_request_through_three_programs_is_one_tree(ProbeKind kind) throws IOException {
    try (Programs shop = new Programs(directory, "shop", kind);
        Programs stock = new Programs(directory, "stock", kind);
        Programs store = new Programs(directory, "store", kind)) {
      for (int i = 0; i < 3; i++) {
        order(shop, stock, () -> stock.send("http", to -> store.serve(to, "Store.read", () -> {})));
      }
    }
    JsonNode request = json("--containing", "Stock.find").get("requests").get(0);
    assertThat(request.get("complete").asBoolean()).isTrue();
    assertThat(request.get("traces")).hasSize(3);
    String id = request.get("w3cTrace").asText();
    assertThat(id).matches("[0-9a-f]{32}");
    List<String> lines = trace(0, "--id", id);
    assertThat(lines).contains("request " + id + ", 3 traces of shop, stock and store: complete");
    assertThat(lines)
        .anyMatch(line -> line.matches("  shop → stock: their clocks differ by .* ± .*, 3 calls"));
    assertThat(tree(lines))
        .containsExactly(
            "shop: Shop.order()",
            "├─ Shop.check()",
            "├─ Client.get()",
            "│  └─ stock: Stock.find()",
            "│     └─ store: Store.read()",
            "└─ Shop.pay()");
  }

  /** The names of the calls, with their branches. */
  private static List<String> tree(List<String> lines) {
    return lines.stream()
        .filter(line -> line.matches(".* \\d[0-9.,]* .?s +\\d[0-9.,]* .?s.*"))
        .map(line -> line.replaceAll("\\)  .*", ")").substring(2))
        .toList();
  }

  @Test
  void a_report_tells_which_program_calls_which() throws IOException {
    try (Programs shop = new Programs(directory, "shop", ProbeKind.EXECUTION);
        Programs stock = new Programs(directory, "stock", ProbeKind.EXECUTION)) {
      for (int i = 0; i < 20; i++) {
        order(shop, stock, () -> {});
      }
    }
    Path report = directory.resolve("report");
    PrintStream errors = new PrintStream(out, true, StandardCharsets.UTF_8);
    String source = directory.toString();
    Terminal terminal = new Terminal(out, errors, false);
    assertThat(Main.run(terminal, "analyze", source, "-o", report.toString())).isZero();
    JsonNode json = new ObjectMapper().readTree(report.resolve("report.json").toFile());
    JsonNode edge = json.get("services").get(0);
    assertThat(edge.get("from").asText()).isEqualTo("shop");
    assertThat(edge.get("to").asText()).isEqualTo("stock");
    assertThat(edge.get("calls").asLong()).isEqualTo(20);
    assertThat(edge.get("failed").asLong()).isZero();
    assertThat(edge.get("p50").asLong()).isPositive();
    JsonNode clock = json.get("clocks").get(0);
    assertThat(clock.get("agreeing").asLong()).isEqualTo(20);
    assertThat(clock.get("least").asLong()).isLessThanOrEqualTo(clock.get("most").asLong());
    assertThat(Files.readString(report.resolve("services.dot")))
        .contains("\"shop\" -> \"stock\" [label=\"20\"]");
  }

  @Test
  void a_report_has_the_slowest_requests_as_a_whole() throws IOException {
    try (Programs shop = new Programs(directory, "shop", ProbeKind.EXECUTION);
        Programs stock = new Programs(directory, "stock", ProbeKind.EXECUTION)) {
      for (int i = 0; i < 400; i++) {
        order(shop, stock, () -> {});
      }
      shop.call("Shop.lost", () -> shop.send("http", to -> {}));
    }
    SourceSpec source = SourceSpec.of(directory.toString());
    Notices none = Notices.NONE;
    Report report = Report.of(source, Set.of(), TraceLimits.DEFAULT, 2, true, none);
    for (JsonNode request : joined(report)) {
      assertThat(request.get("whole").asBoolean()).isFalse();
    }
    report.readRequests(source, TraceLimits.DEFAULT, none);
    int complete = 0;
    for (JsonNode request : joined(report)) {
      if (request.get("whole").asBoolean() && request.get("complete").asBoolean()) {
        complete++;
        assertThat(request.get("parts")).hasSize(2);
        JsonNode part = request.at("/parts/1");
        assertThat(part.get(1).asInt()).as("below the first").isZero();
        assertThat(part.get(2).asInt()).as("line of Client.get").isEqualTo(2);
        assertThat(part.get(4).isNumber()).as("when the call left").isTrue();
        assertThat(part.get(5).asText()).isEqualTo("call");
      } else if (request.get("whole").asBoolean()) {
        assertThat(request.at("/lacks/0/3").asText()).contains("no trace belongs to its call");
        assertThat(request.at("/lacks/0/1").asInt()).isZero();
      }
    }
    assertThat(complete).isGreaterThanOrEqualTo(10);
  }

  @Test
  void a_request_whose_caller_is_not_recorded_is_complete_all_the_same() throws IOException {
    Path elsewhere = directory.resolve("elsewhere");
    Path read = directory.resolve("read");
    try (Programs browser = new Programs(elsewhere, "browser", ProbeKind.EXECUTION);
        Programs shop = new Programs(read, "shop", ProbeKind.EXECUTION);
        Programs stock = new Programs(read, "stock", ProbeKind.EXECUTION)) {
      Runnable order = () -> shop.send("http", to -> stock.serve(to, "Stock.find", () -> {}));
      browser.call(
          "Page.open", () -> browser.send("http", to -> shop.serve(to, "Shop.order", order)));
    }
    SourceSpec source = SourceSpec.of(read.toString());
    Report report = Report.of(source, Set.of(), TraceLimits.DEFAULT, 2, true, Notices.NONE);
    report.readRequests(source, TraceLimits.DEFAULT, Notices.NONE);

    JsonNode request = joined(report).get(0);

    assertThat(request.get("parts")).hasSize(2);
    assertThat(request.get("complete").asBoolean()).isTrue();
    assertThat(request.get("entered").asBoolean()).isTrue();
    assertThat(request.get("lacks")).isEmpty();
  }

  private JsonNode joined(Report report) throws IOException {
    out.reset();
    report.writeJson(out);
    return new ObjectMapper().readTree(out.toByteArray()).get("joined");
  }

  @Test
  void spans_of_several_programs_are_one_trace_in_otlp() throws IOException {
    try (Programs shop = new Programs(directory, "shop", ProbeKind.EXECUTION);
        Programs stock = new Programs(directory, "stock", ProbeKind.EXECUTION);
        Programs mail = new Programs(directory, "mail", ProbeKind.EXECUTION)) {
      order(shop, stock, () -> stock.send("kafka", to -> mail.serve(to, "Mail.send", () -> {})));
    }
    Path file = directory.resolve("spans.jsonl");
    PrintStream errors = new PrintStream(out, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(out, errors, false);
    String source = directory.toString();
    assertThat(Main.run(terminal, "export", source, "--to", "otlp:" + file)).isZero();
    Map<String, JsonNode> byId = new HashMap<>();
    Map<String, String> services = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode resource = new ObjectMapper().readTree(line).get("resourceSpans").get(0);
      String service = resource.at("/resource/attributes/0/value/stringValue").asText();
      for (JsonNode span : resource.at("/scopeSpans/0/spans")) {
        assertThat(byId.put(span.get("spanId").asText(), span)).isNull();
        services.put(span.get("spanId").asText(), service);
      }
    }
    assertThat(byId.values().stream().map(span -> span.get("traceId").asText()).distinct())
        .hasSize(1);
    List<String> ways = new ArrayList<>();
    for (JsonNode span : byId.values()) {
      StringBuilder way = new StringBuilder();
      for (JsonNode at = span; at != null; at = byId.get(at.path("parentSpanId").asText())) {
        way.append(services.get(at.get("spanId").asText())).append(' ');
        way.append(at.get("name").asText()).append(' ').append(at.get("kind")).append(" < ");
      }
      ways.add(way.toString());
    }
    String top = "shop Shop.order() 1 < ";
    String stock = "stock Stock.find() 2 < shop call 3 < shop Client.get() 1 < " + top;
    assertThat(ways)
        .containsExactlyInAnyOrder(
            top,
            "shop Shop.check() 1 < " + top,
            "shop Shop.pay() 1 < " + top,
            "shop Client.get() 1 < " + top,
            "shop call 3 < shop Client.get() 1 < " + top,
            stock,
            "stock send 4 < " + stock,
            "mail Mail.send() 5 < stock send 4 < " + stock);
  }

  @Test
  void what_is_called_and_not_recorded_makes_a_request_incomplete() throws IOException {
    try (Programs shop = new Programs(directory, "shop", ProbeKind.EXECUTION)) {
      shop.call("Shop.order", () -> shop.send("http", to -> {}));
    }
    List<String> lines = trace(0);
    assertThat(lines).anyMatch(line -> line.matches("request .*, 1 trace of shop: incomplete"));
    assertThat(lines)
        .anyMatch(
            line ->
                line.matches(
                    "  trace .* of shop: no trace belongs to its call [0-9a-f]{16}; the called"
                        + " program is not monitored, not in this source, or did not pass the id on"));
  }

  @Test
  void a_trace_whose_caller_is_not_read_reports_it() throws IOException {
    try (Programs stock = new Programs(directory, "stock", ProbeKind.EXECUTION)) {
      String parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
      TraceContext context = TraceContext.parse(List.of(parent), List.of());
      stock.serve(context, "Stock.find", () -> {});
    }
    List<String> lines = trace(0, "--id", "4BF92F3577B34DA6A3CE929D0E0E4736");
    assertThat(lines)
        .contains("request 4bf92f3577b34da6a3ce929d0e0e4736, 1 trace of stock: incomplete");
    assertThat(lines).anyMatch(line -> line.contains("the call 00f067aa0ba902b7 that caused it"));
  }

  @Test
  void what_another_thread_calls_is_part_of_the_request() throws Exception {
    try (Programs shop = new Programs(directory, "shop", ProbeKind.EXECUTION);
        Programs stock = new Programs(directory, "stock", ProbeKind.EXECUTION)) {
      shop.call(
          "Shop.order",
          () -> {
            TraceLink place = shop.thread().capture();
            Thread other =
                new Thread(
                    () -> {
                      ProbeThread thread = shop.thread();
                      Object before = thread.adopt(place);
                      shop.call(
                          "Worker.run",
                          () -> shop.send("http", to -> stock.serve(to, "Stock.find", () -> {})));
                      thread.release(before);
                    });
            other.start();
            try {
              other.join();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          });
    }
    JsonNode answer = json();
    assertThat(answer.get("requests").get(0).get("traces")).hasSize(3);
    assertThat(tree(trace(0)))
        .containsExactly(
            "shop: Shop.order()",
            "└─ in another thread: Worker.run()",
            "   └─ stock: Stock.find()");
  }

  @Test
  void one_of_several_messages_is_no_parent() throws IOException {
    try (Programs shop = new Programs(directory, "shop", ProbeKind.EXECUTION);
        Programs audit = new Programs(directory, "audit", ProbeKind.EXECUTION)) {
      List<TraceContext> messages = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        shop.call("Shop.order", () -> shop.send("kafka", messages::add));
      }
      audit.call("Audit.poll", () -> messages.forEach(one -> audit.thread().arrive(one)));
    }
    JsonNode answer = json("--slowest", "3");
    assertThat(answer.get("requests")).hasSize(2);
    for (JsonNode request : answer.get("requests")) {
      assertThat(request.get("complete").asBoolean()).isTrue();
      assertThat(request.get("traces")).hasSize(1);
      assertThat(request.get("linked")).hasSize(1);
    }
    assertThat(trace(0, "--containing", "Shop.order"))
        .anyMatch(line -> line.matches("  trace .* of audit works for 2 messages, among them.*"));
  }

  @Test
  void names_that_act_on_a_terminal_are_escaped() throws IOException {
    String hostile = "st\u001b[2Jock";
    try (Programs shop = new Programs(directory, "shop", ProbeKind.EXECUTION);
        Programs stock = new Programs(directory, hostile, ProbeKind.EXECUTION)) {
      order(shop, stock, () -> {});
    }
    assertThat(String.join("\n", trace(0))).contains("st\\u001b[2Jock").doesNotContain("\u001b");
  }

  @Test
  void a_program_whose_file_is_missing_leaves_the_request_incomplete() throws IOException {
    try (Programs shop = new Programs(directory, "shop", ProbeKind.EXECUTION);
        Programs stock = new Programs(directory, "stock", ProbeKind.EXECUTION)) {
      order(shop, stock, () -> {});
    }
    assertThat(json().get("requests").get(0).get("complete").asBoolean()).isTrue();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file :
          files.filter(one -> one.toString().contains("" + "stock".hashCode())).toList()) {
        Files.delete(file);
      }
    }
    assertThat(json().get("requests").get(0).get("complete").asBoolean()).isFalse();
  }
}
