package dev.sluice.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordType;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.AfterOperationReader;
import dev.sluice.monitoring.records.BeforeOperationReader;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.monitoring.records.RemoteParentReader;
import dev.sluice.monitoring.records.TraceMetadataReader;
import dev.sluice.testkit.TestBatch;
import dev.sluice.tools.export.CallPathExport;
import dev.sluice.tools.export.OtlpExport;
import dev.sluice.tools.export.OtlpHttp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportCommandTest {
  static final int TRACES = 50;
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
  static Path source(Path directory) throws IOException {
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
    assertThat(run("export", source(directory).toString(), "--to", form + ":" + file))
        .as(errors())
        .isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("from 99 records");
    return file;
  }

  /** Marks of lost packets for traces in chunks of these places, one of which may be a range. */
  private long marks(int replaced, int... places) throws IOException {
    byte[][] chunks = new byte[places.length][];
    for (int i = 0; i < places.length; i++) {
      TestBatch batch = new TestBatch();
      long at = 1_000L * places[i];
      call(batch, places[i], "shop.A.a()", at, at + 100, 0, 0);
      Accounting.Builder accounting = new Accounting.Builder(1).sequence(places[i]);
      accounting
          .replacing(i == 0 ? 0 : replaced)
          .emitted(places[i] + 1L)
          .end(places[i] == 6)
          .times(at + 100, at + 100);
      chunks[i] = Chunks.of(accounting.build(), batch);
    }
    Path from = Chunks.file(directory.resolve("chunks" + Arrays.hashCode(places)), chunks);
    Path to = directory.resolve("marks" + Arrays.hashCode(places));
    int code = run("export", from.toString(), "--to", "perfetto:" + to);
    long marks =
        UnknownFieldSet.parseFrom(Files.readAllBytes(to))
            .getField(1)
            .getLengthDelimitedList()
            .stream()
            .filter(packet -> packet(packet).hasField(42))
            .count();
    // A range here has fewer records than it stands for.
    assertThat(code).isEqualTo(marks + replaced > 0 ? 1 : 0);
    return marks;
  }

  private static UnknownFieldSet packet(ByteString bytes) {
    try {
      return UnknownFieldSet.parseFrom(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void perfetto_is_told_of_a_gap_and_not_of_chunks_that_moved_or_became_one() throws IOException {
    assertThat(marks(0, 0, 1, 2, 3, 4, 5, 6)).isZero();
    assertThat(marks(0, 0, 3, 1, 2, 6, 5, 4)).isZero();
    assertThat(marks(1, 0, 2, 4, 6)).isZero();
    assertThat(marks(0, 0, 1, 3, 4, 5, 6)).isEqualTo(1);
  }

  @Test
  void perfetto_is_told_of_a_source_that_begins_later() throws IOException {
    assertThat(marks(0, 1, 2, 3)).isEqualTo(1);
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

  @Test
  void otlp_spans_of_one_request_have_different_ids_in_neighbouring_traces_of_any_length()
      throws IOException {
    int traces = 64;
    int calls = 100;
    TestBatch batch = new TestBatch();
    for (int trace = 1; trace <= traces; trace++) {
      batch.add(RemoteParentReader.TYPE, 0L, (long) trace, -1, 0, false, 1L, 2L, 1_000L + trace);
      for (int order = 1; order < calls; order++) {
        call(batch, trace, "a.Db.load()", order, order + 1, order, 1);
      }
      call(batch, trace, "a.Back.serve()", 0, calls + 1, 0, 0);
    }
    Path source = Chunks.file(directory.resolve("request"), Chunks.only(7, "shop", batch, 1_000));
    Path file = directory.resolve("request.otlp");
    assertThat(run("export", source.toString(), "--to", "otlp:" + file)).as(errors()).isZero();

    String spans = Files.readString(file);
    assertThat(all(spans, "\"traceId\":\"([0-9a-f]{32})\"")).hasSize(1);
    assertThat(all(spans, "\"spanId\":\"([0-9a-f]{16})\"")).hasSize(traces * calls);
  }

  /** The trace was started by trace 1. */
  private static void started(TestBatch to, long trace, int order, int depth) {
    to.add(TraceMetadataReader.TYPE, 50L, trace, 42L, null, "host", 1L, order, depth);
    call(to, trace, "a.Job.run" + trace + "()", 50, 55, 0, 0);
  }

  private static void event(TestBatch to, RecordType type, String operation, int order) {
    to.add(type, 10L * order, 1L, order, operation, "a.Shop");
  }

  /** Names of spans that started others, by the names of those; null without a link. */
  private Map<String, String> starters(TestBatch batch) throws IOException {
    Path source = Chunks.file(directory.resolve("links"), Chunks.only(7, "shop", batch, 1_000));
    Path file = directory.resolve("links.otlp");
    assertThat(run("export", source.toString(), "--to", "otlp:" + file)).as(errors()).isZero();
    List<JsonNode> spans = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      new ObjectMapper().readTree(line).findValues("spans").forEach(all -> all.forEach(spans::add));
    }
    Map<String, String> names = new HashMap<>();
    spans.forEach(span -> names.put(span.get("spanId").asText(), span.get("name").asText()));
    Map<String, String> starters = new HashMap<>();
    for (JsonNode span : spans) {
      if (span.get("name").asText().startsWith("Job")) {
        String linked = span.at("/links/0/spanId").asText(null);
        starters.put(span.get("name").asText(), names.getOrDefault(linked, linked));
        assertThat(span.toString().contains("sluice.parent.trace")).isEqualTo(linked == null);
      }
    }
    return starters;
  }

  @Test
  void otlp_links_a_trace_to_the_execution_that_started_it_and_to_no_other() throws IOException {
    TestBatch batch = new TestBatch();
    started(batch, 2, 3, 2);
    call(batch, 1, "a.Shop.done()", 10, 20, 1, 1);
    call(batch, 1, "a.Shop.also()", 40, 45, 3, 2);
    call(batch, 1, "a.Shop.start()", 30, 60, 2, 1);
    call(batch, 1, "a.Shop.main()", 0, 100, 0, 0);
    started(batch, 3, 3, 1);
    started(batch, 4, 9, 3);
    Map<String, String> expected = new HashMap<>();
    expected.put("Job.run2()", "Shop.start()");
    expected.put("Job.run3()", "Shop.main()");
    expected.put("Job.run4()", null);
    assertThat(starters(batch)).isEqualTo(expected);
  }

  @Test
  void otlp_links_to_the_execution_where_the_place_is_that_of_an_event() throws IOException {
    TestBatch batch = new TestBatch();
    batch.add(TraceMetadataReader.TYPE, 0L, 1L, 41L, null, "host", 1L, -1, 0);
    event(batch, BeforeOperationReader.TYPE, "void a.Shop.main()", 0);
    event(batch, BeforeOperationReader.TYPE, "void a.Shop.done()", 1);
    event(batch, AfterOperationReader.TYPE, "void a.Shop.done()", 2);
    event(batch, BeforeOperationReader.TYPE, "void a.Shop.start()", 3);
    event(batch, BeforeOperationReader.TYPE, "void a.Shop.also()", 4);
    event(batch, AfterOperationReader.TYPE, "void a.Shop.also()", 5);
    event(batch, AfterOperationReader.TYPE, "void a.Shop.start()", 6);
    event(batch, AfterOperationReader.TYPE, "void a.Shop.main()", 7);
    started(batch, 2, 3, 2);
    started(batch, 3, 6, 1);
    assertThat(starters(batch))
        .isEqualTo(Map.of("Job.run2()", "Shop.start()", "Job.run3()", "Shop.main()"));
  }

  @Test
  void otlp_links_to_an_execution_that_is_far_away_only_if_it_is_known() throws IOException {
    TestBatch batch = new TestBatch();
    started(batch, 2, 1, 2);
    started(batch, 3, 1, 1);
    for (int i = 0; i < 2 * OtlpExport.NEAR; i++) {
      call(batch, 10L + i, "a.Shop.other()", 60, 70, 0, 0);
    }
    started(batch, 4, 1, 2);
    call(batch, 1, "a.Shop.start()", 30, 90, 1, 1);
    call(batch, 1, "a.Shop.main()", 0, 100, 0, 0);
    Map<String, String> expected = new HashMap<>();
    expected.put("Job.run2()", null);
    expected.put("Job.run3()", "Shop.main()");
    expected.put("Job.run4()", "Shop.start()");
    assertThat(starters(batch)).isEqualTo(expected);
  }

  @Test
  void otlp_names_the_service_that_the_producer_names_and_keeps_its_attributes()
      throws IOException {
    Path source = directory.resolve("said");
    ChunkingCollector collector =
        ChunkingCollector.open(
            Endpoint.parse(
                "file:" + source + "?producer=p1&attributes.service=shop&attributes.env=test"));
    OperationExecutionWriter.create(collector.rows())
        .emit(collector.rows().symbol("void a.B.c()"), null, 1, 1, 2, null, 0, 0, false);
    collector.close(Duration.ofSeconds(10));
    Path file = directory.resolve("spans");

    assertThat(run("export", source.toString(), "--to", "otlp:" + file)).as(errors()).isZero();

    assertThat(Files.readString(file))
        .contains("{\"key\":\"service.name\",\"value\":{\"stringValue\":\"shop\"}}")
        .contains("{\"key\":\"env\",\"value\":{\"stringValue\":\"test\"}}");
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
  void pprof_has_calls_and_self_times_by_call_path() throws IOException {
    byte[] bytes;
    try (var in = new GZIPInputStream(Files.newInputStream(export("pprof")))) {
      bytes = in.readAllBytes();
    }
    UnknownFieldSet profile = UnknownFieldSet.parseFrom(bytes);
    List<String> strings =
        profile.getField(6).getLengthDelimitedList().stream()
            .map(ByteString::toStringUtf8)
            .toList();
    assertThat(strings).startsWith("").contains("calls", "count", "time", "nanoseconds");
    Map<Long, String> names = new HashMap<>();
    for (ByteString function : profile.getField(5).getLengthDelimitedList()) {
      UnknownFieldSet fields = UnknownFieldSet.parseFrom(function);
      names.put(number(fields, 1), strings.get((int) number(fields, 2)));
    }
    List<String> samples = new ArrayList<>();
    for (ByteString sample : profile.getField(2).getLengthDelimitedList()) {
      UnknownFieldSet fields = UnknownFieldSet.parseFrom(sample);
      List<Long> path = fields.getField(1).getVarintList();
      samples.add(
          path.stream().map(names::get).toList() + " " + fields.getField(2).getVarintList());
    }
    assertThat(samples)
        .containsExactlyInAnyOrder(
            "[Shop.order()] [" + (TRACES - 1) + ", " + (TRACES - 1) * 490L + "]",
            "[Db;x.fail(), Shop.order()] [" + (TRACES - 1) + ", " + (TRACES - 1) * 10L + "]",
            "[Db;x.fail(), (caller missing)] [1, 10]");
    assertThat(number(profile, 9)).as("begin").isEqualTo(100);
    assertThat(number(profile, 10)).as("duration").isEqualTo(25_020 - 100);
  }

  private static long number(UnknownFieldSet message, int field) {
    return message.getField(field).getVarintList().get(0);
  }

  @Test
  void endless_recursion_gives_paths_of_bounded_length() throws IOException {
    TestBatch batch = new TestBatch();
    int deep = 3 * CallPathExport.DEEPEST;
    for (int depth = deep - 1; depth >= 0; depth--) {
      call(batch, 1, "a.Shop.order()", depth, 2L * deep - depth, depth, depth);
    }
    Path source = Chunks.file(directory.resolve("deep"), Chunks.only(7, "shop", batch, 100_000));
    Path file = directory.resolve("deep.txt");

    assertThat(run("export", source.toString(), "--to", "collapsed:" + file)).isZero();
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(CallPathExport.DEEPEST);
    assertThat(lines.stream().mapToLong(line -> Long.parseLong(line.split(" ")[1])).sum())
        .isEqualTo(2L * deep);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jsonl", "csv"})
  void records_as_text_are_those_that_cat_prints(String form) throws IOException {
    Path file = export(form);
    out.reset();
    assertThat(run("cat", directory.resolve("source").toString(), "-f", form)).isZero();
    assertThat(file)
        .content(StandardCharsets.UTF_8)
        .isEqualTo(out.toString(StandardCharsets.UTF_8));
    assertThat(out.toString(StandardCharsets.UTF_8).lines().count()).isGreaterThanOrEqualTo(99);
  }

  @Test
  void csv_of_several_types_asks_for_one_and_leaves_no_file() throws IOException {
    TestBatch batch = new TestBatch();
    call(batch, 1, "a.Shop.order()", 10, 20, 0, 0);
    Path source =
        Chunks.file(
            directory.resolve("two"),
            Chunks.only(7, "shop", batch, 100),
            Chunks.only(8, "shop", Chunks.notes(1, "a"), 100));
    Path file = directory.resolve("notes.csv");
    String to = "csv:" + file;

    assertThat(run("export", source.toString(), "--to", to)).isEqualTo(ExitCode.USAGE);
    assertThat(errors().lines()).hasSize(1).first().asString().contains("choose one with --type");
    assertThat(file).doesNotExist();
    assertThat(run("export", source.toString(), "--to", to, "--type", "test.note")).isZero();
    assertThat(Files.readAllLines(file)).hasSize(2);
    Path table = directory.resolve("notes.parquet");
    String parquet = "parquet:" + table;
    assertThat(run("export", source.toString(), "--to", parquet, "--type", "test.nte"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(errors()).contains("no record of type 'test.nte'", "did you mean 'test.note");
    assertThat(table).doesNotExist();
    assertThat(run("export", source.toString(), "--to", parquet, "--type", "test.note")).isZero();
    assertThat(table).isNotEmptyFile();
  }

  @Test
  void a_receiver_gets_spans_again_after_it_was_busy() throws IOException {
    List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    int[] answers = {503, 200};
    HttpServer server = server(bodies, answers);
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(run("export", source(directory).toString(), "--to", "otlp:" + url))
          .as(errors())
          .isZero();
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
      assertThat(run("export", source(directory).toString(), "--to", "otlp:" + url))
          .isEqualTo(ExitCode.USAGE);
      assertThat(errors()).isEqualTo("sluice: " + url + " answered 400; nothing more was sent\n");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void spans_that_a_receiver_does_not_keep_are_told_with_its_reason() throws IOException {
    String answer =
        "{\"partialSuccess\":{\"rejectedSpans\":\"3\",\"errorMessage\":\"out of\\u001b quota\"}}";
    HttpServer server = serverOf(out -> out.write(answer.getBytes(StandardCharsets.UTF_8)));
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(run("export", source(directory).toString(), "--to", "otlp:" + url))
          .isEqualTo(ExitCode.INCOMPLETE);
      assertThat(out.toString(StandardCharsets.UTF_8))
          .contains("3 spans rejected by the receiver: out of")
          .doesNotContain("\u001b");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void an_answer_without_end_is_none_and_one_without_bound_is_not_read() throws IOException {
    HttpServer endless =
        serverOf(
            out -> {
              out.write('{');
              out.flush();
              CountDownLatch never = new CountDownLatch(1);
              try {
                never.await(20, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
            });
    HttpServer flood =
        serverOf(
            out -> {
              for (int i = 0; i < 4096; i++) {
                out.write(new byte[1 << 20]);
              }
            });
    try {
      OtlpHttp waiting = new OtlpHttp(uri(endless), Duration.ofMillis(200), 1);
      assertThatThrownBy(() -> waiting.send(new byte[2]))
          .hasMessageContaining("no whole answer within 200 ms, 5 times");
      OtlpHttp flooded = new OtlpHttp(uri(flood), Duration.ofSeconds(20), 1);
      flooded.send(new byte[2]);
      assertThat(flooded.rejected()).isZero();
    } finally {
      endless.stop(0);
      flood.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://", "http://a b/", "https://[::1"})
  void an_address_that_is_none_is_one_line(String url) throws IOException {
    assertThat(run("export", source(directory).toString(), "--to", "otlp:" + url))
        .isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .isEqualTo("sluice: --to otlp: '" + url + "' is not an address such as http://host:4318\n");
  }

  private static URI uri(HttpServer server) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Writes an answer. */
  @FunctionalInterface
  private interface Answer {
    void write(OutputStream out) throws IOException;
  }

  private static HttpServer serverOf(Answer answer) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(
        work -> {
          Thread thread = new Thread(work);
          thread.setDaemon(true);
          thread.start();
        });
    server.createContext(
        "/",
        exchange -> {
          body(exchange);
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            answer.write(out);
          }
        });
    server.start();
    return server;
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
    String source = source(directory).toString();
    Path there = Files.writeString(directory.resolve("there"), "x");
    for (String to : List.of("perfeto:x", "perfetto", "perfetto:" + there)) {
      assertThat(run("export", source, "--to", to)).isEqualTo(ExitCode.USAGE);
    }
    assertThat(run("export", source, "--to", "pprof:x", "--bare")).isEqualTo(ExitCode.USAGE);
    assertThat(errors().lines())
        .containsExactly(
            "sluice: --to perfeto is unknown; did you mean 'perfetto'?",
            "sluice: --to perfetto: needs a file, as perfetto:FILE",
            "sluice: " + there + " exists already; choose another name or remove it",
            "sluice: --bare, --long-as-string and --chunk-text are for --to jsonl and csv,"
                + " not pprof");
    assertThat(there).hasContent("x");
  }
}
