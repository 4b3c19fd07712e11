package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.testkit.Browser;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalyzeCommandTest {
  private static final String HOSTILE = "</script><img src=x onerror=alert(1)>\"\n=1+1.run()";

  @TempDir private Path directory;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(new ByteArrayOutputStream(), errors, false), args);
  }

  private static void call(TestBatch to, long trace, String operation, int eoi, int ess) {
    long tin = trace * 1_000_000 + eoi * 1_000;
    to.add(
        OperationExecutionReader.create().type(),
        operation,
        null,
        trace,
        tin,
        tin + 10_000 - eoi * 2_000,
        "host",
        eoi,
        ess,
        false);
  }

  private Path recording() throws IOException {
    TestBatch batch = new TestBatch();
    for (int trace = 1; trace <= 20; trace++) {
      call(batch, trace, HOSTILE, 1, 1);
      call(batch, trace, "public void shop.Shop.order()", 0, 0);
    }
    return Chunks.file(directory.resolve("a"), Chunks.only(7, "<b>shop</b>", batch, 1_000_000_000));
  }

  @Test
  void a_report_has_every_part_and_texts_of_records_do_not_act_in_it() throws IOException {
    Path report = directory.resolve("report");
    assertThat(run("analyze", recording().toString(), "-o", report.toString())).isZero();

    assertThat(Files.readString(report.resolve("report.html")))
        .contains("\"badge\":{\"complete\":true", "\"valid\":20", "shop.Shop.order()")
        .contains("\\u003cb>shop\\u003c/b>")
        .doesNotContain("<img src=x", "<b>shop");
    assertThat(Files.readString(report.resolve("operations.csv")))
        .contains("onerror=alert(1)>\"\"\\n=1+1.run()");
    assertThat(Files.readString(report.resolve("operations.dot"))).contains("alert(1)>\\\" =1+1");
    assertThat(Files.readString(report.resolve("sequence.mmd")))
        .contains("sequenceDiagram", ": order")
        .doesNotContain("<");
    try (var files = Files.list(report)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "report.html",
              "operations.csv",
              "operations.dot",
              "components.dot",
              "services.dot",
              "sequence.mmd",
              "audit.json",
              "report.json");
    }
  }

  @Tag("full")
  @Test
  void a_browser_draws_every_view_of_a_report() throws Exception {
    Browser browser = Browser.in(directory);
    Path report = directory.resolve("report");
    assertThat(run("analyze", recording().toString(), "-o", report.toString())).isZero();

    for (String view : List.of("operations", "flame", "traces", "resources", "dependencies")) {
      URI page = URI.create(report.resolve("report.html").toUri() + "#tab=" + view);
      String dom = browser.open(page);
      assertThat(dom.substring(dom.indexOf("id=\"panel-" + view)))
          .as(view)
          .contains(view.equals("resources") ? "Requests" : "Shop.order");
      assertThat(dom).contains("class=\"heat\"").doesNotContain("<img", "<b>shop");
    }
  }

  @Test
  void the_trace_that_was_asked_for_is_in_the_report_with_its_calls() throws IOException {
    String report = directory.resolve("report").toString();
    assertThat(run("analyze", recording().toString(), "-o", report, "--trace", "f")).isZero();
    assertThat(Files.readString(Path.of(report, "report.html"))).contains("[\"000000000000000f\",");
    assertThat(Files.readString(Path.of(report, "sequence.mmd"))).contains(": order");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();

    assertThat(run("analyze", recording().toString(), "-o", report, "--trace", "f,63")).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines("sluice: some traces of --trace were not found");
  }

  @Test
  void two_operations_never_have_one_label() throws IOException {
    TestBatch batch = new TestBatch();
    call(batch, 1, "void b.Shop.order()", 1, 1);
    call(batch, 1, "void a.Shop.order()", 0, 0);
    Path file = Chunks.file(directory.resolve("a"), Chunks.only(7, "shop", batch, 1_000_000_000));
    Path report = directory.resolve("report");
    assertThat(run("analyze", file.toString(), "-o", report.toString(), "--timeout", "1h"))
        .isZero();
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("void a.Shop.order()", "void b.Shop.order()", "\"a.Shop.order", "\"b.Shop.order")
        .doesNotContain("\"Shop.order()\"", "\"Shop.order\"");
    assertThat(Files.readString(report.resolve("sequence.mmd"))).contains("as a.Shop", "as b.Shop");
  }

  @Test
  void an_empty_source_leaves_no_report() throws IOException {
    Path empty = Files.createFile(directory.resolve("empty"));
    Path report = directory.resolve("report");
    assertThat(run("analyze", empty.toString(), "-o", report.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(report).doesNotExist();
    assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
  }
}
