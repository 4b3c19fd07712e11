package dev.sluice.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
  private static final int TRACES = 50;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static void call(
      TestBatch to, long trace, String operation, long tin, long tout, int eoi, int ess) {
    to.add(
        OperationExecutionReader.create().type(),
        "void " + operation,
        null,
        trace,
        tin,
        tout,
        "host",
        eoi,
        ess,
        operation.contains("fail"));
  }

  /** Traces of two calls; every second overlaps with the one before; the last has no root. */
  private Path source() throws IOException {
    TestBatch batch = new TestBatch();
    for (int trace = 1; trace <= TRACES; trace++) {
      long at = trace / 2 * 1_000L + trace % 2 * 100;
      call(batch, trace, "a.Db;x.fail()", at + 10, at + 20, 1, 1);
      if (trace < TRACES) {
        call(batch, trace, "a.Shop.order()", at, at + 500, 0, 0);
      }
    }
    return Chunks.file(directory.resolve("source"), Chunks.only(7, "shop", batch, 1_000_000));
  }

  private Path export(String form) throws IOException {
    Path file = directory.resolve(form + ".out");
    assertThat(run("export", source().toString(), "--to", form + ":" + file)).as(errors()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("from 99 records");
    return file;
  }

  @Test
  void perfetto_gets_nested_slices_on_tracks_that_do_not_overlap() throws IOException {
    UnknownFieldSet trace = UnknownFieldSet.parseFrom(Files.readAllBytes(export("perfetto")));
    int begins = 0;
    Set<Long> sequences = new HashSet<>();
    List<String> names = new ArrayList<>();
    long open = 0;
    for (ByteString packet : trace.getField(1).getLengthDelimitedList()) {
      UnknownFieldSet fields = UnknownFieldSet.parseFrom(packet);
      long sequence = fields.getField(10).getVarintList().get(0);
      for (ByteString event : fields.getField(11).getLengthDelimitedList()) {
        sequences.add(sequence);
        boolean begin = UnknownFieldSet.parseFrom(event).getField(9).getVarintList().get(0) == 1;
        begins += begin ? 1 : 0;
        open += begin ? 1 : -1;
      }
      for (ByteString interned : fields.getField(12).getLengthDelimitedList()) {
        ByteString name =
            UnknownFieldSet.parseFrom(interned).getField(2).getLengthDelimitedList().get(0);
        names.add(
            UnknownFieldSet.parseFrom(name)
                .getField(2)
                .getLengthDelimitedList()
                .get(0)
                .toStringUtf8());
      }
    }
    assertThat(begins).isEqualTo(2 * TRACES - 1);
    assertThat(open).isZero();
    assertThat(sequences).hasSize(2);
    assertThat(names).hasSize(4).contains("Shop.order()");
  }

  @Test
  void otlp_has_a_span_for_each_call_with_its_parent_and_marks_what_is_not_whole()
      throws IOException {
    String lines = Files.readString(export("otlp"));
    Set<String> spans = all(lines, "\"spanId\":\"([0-9a-f]{16})\"");
    assertThat(spans).hasSize(2 * TRACES - 1);
    Set<String> parents = all(lines, "\"parentSpanId\":\"([0-9a-f]{16})\"");
    assertThat(parents).hasSize(TRACES - 1);
    assertThat(spans).containsAll(parents);
    assertThat(lines.split("sluice.trace.state", -1)).hasSize(2);
    assertThat(lines)
        .contains("\"stringValue\":\"incomplete\"")
        .contains("\"status\":{\"code\":2}");
  }

  private static Set<String> all(String text, String pattern) {
    Set<String> found = new HashSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void collapsed_paths_have_self_times_and_no_semicolon_of_a_name() throws IOException {
    assertThat(Files.readAllLines(export("collapsed")))
        .containsExactlyInAnyOrder(
            "Shop.order() " + (TRACES - 1) * 490L,
            "Shop.order();Db_x.fail() " + (TRACES - 1) * 10L,
            "(caller missing);Db_x.fail() 10");
  }

  @Test
  void a_receiver_gets_spans_again_after_it_was_busy() throws IOException {
    List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    int[] answers = {503, 200};
    HttpServer server = server(bodies, answers);
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(run("export", source().toString(), "--to", "otlp:" + url)).as(errors()).isZero();
    } finally {
      server.stop(0);
    }
    assertThat(bodies).hasSize(2);
    assertThat(bodies.get(1)).startsWith("/v1/traces {\"resourceSpans\"").isEqualTo(bodies.get(0));
  }

  @Test
  void a_receiver_that_refuses_is_one_line() throws IOException {
    HttpServer server = server(new ArrayList<>(), 400);
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/x";
      assertThat(run("export", source().toString(), "--to", "otlp:" + url))
          .isEqualTo(ExitCode.USAGE);
      assertThat(errors()).isEqualTo("sluice: " + url + " answered 400; nothing more was sent\n");
    } finally {
      server.stop(0);
    }
  }

  private static HttpServer server(List<String> bodies, int... answers) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    int[] next = {0};
    server.createContext(
        "/",
        exchange -> {
          bodies.add(exchange.getRequestURI() + " " + body(exchange));
          exchange.sendResponseHeaders(answers[next[0]++], -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String body(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void wrong_targets_are_one_line_and_write_nothing() throws IOException {
    String source = source().toString();
    Path there = Files.writeString(directory.resolve("there"), "x");
    for (String to : List.of("perfeto:x", "perfetto", "perfetto:" + there)) {
      assertThat(run("export", source, "--to", to)).isEqualTo(ExitCode.USAGE);
    }
    assertThat(errors().lines())
        .containsExactly(
            "sluice: --to perfeto is unknown; did you mean 'perfetto'?",
            "sluice: --to perfetto: needs a file, as perfetto:FILE",
            "sluice: " + there + " exists already; name another place or remove it");
    assertThat(there).hasContent("x");
  }
}
