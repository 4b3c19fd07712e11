package dev.sluice.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Screen;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.records.OperationDurationAggregateReader;
import dev.sluice.monitoring.records.OperationDurationHistogramReader;
import dev.sluice.monitoring.records.OperationDurationReader;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceCommandsTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    err.reset();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  private List<String> output() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static void call(
      TestBatch to, long trace, String operation, long begin, long micros, int eoi, int ess) {
    boolean failed = operation.startsWith("Log.fail");
    call(to, trace, operation, begin, micros, eoi, ess, failed);
  }

  private static void call(
      TestBatch to,
      long trace,
      String operation,
      long begin,
      long micros,
      int eoi,
      int ess,
      boolean failed) {
    long tin = SECOND + begin * 1_000;
    to.add(
        OperationExecutionReader.create().type(),
        "public void shop." + operation,
        null,
        trace,
        tin,
        tin + micros * 1_000,
        "host",
        eoi,
        ess,
        failed);
  }

  private Path shop(String name, long slower) throws IOException {
    TestBatch batch = new TestBatch();
    for (int trace = 1; trace <= 400; trace++) {
      long at = trace * 10_000L;
      long jitter = trace * 7_919L % 13;
      call(batch, trace, "Catalog.find(java.lang.String)", at + 10, 100 + jitter, 1, 1);
      for (int i = 0; i < 5; i++) {
        call(batch, trace, "Db.get()", at + 210 + i * 10, 5 + jitter % 3, 3 + i, 2);
      }
      call(batch, trace, "Basket.add()", at + 200, 300 + slower + jitter, 2, 1);
      call(batch, trace, "Log.fail()", at + 600 + slower, 10, 8, 1);
      call(batch, trace, "Shop.order()", at, 1_000 + slower + jitter, 0, 0);
    }
    call(batch, 999, "Basket.add()", 9_000_000, 50_000, 3, 1);
    call(batch, 999, "Shop.order()", 9_000_000, 99_000, 0, 0);
    return Chunks.file(directory.resolve(name), Chunks.only(7, "shop", batch, 10 * SECOND));
  }

  @Test
  void top_that_follows_counts_traces_that_were_open_at_the_end() throws IOException {
    TestBatch batch = new TestBatch();
    call(batch, 1, "Basket.add()", 0, 10, 1, 1);
    Path file = Chunks.file(directory.resolve("a"), Chunks.only(7, "shop", batch, 10 * SECOND));

    assertThat(run("top", "file:" + file + "?follow=false", "--follow", "--json")).isZero();

    assertThat(output().get(output().size() - 1)).contains("Basket.add()", "\"calls\":1");
  }

  @Test
  void trace_prints_the_slowest_call_tree_and_why_it_is_incomplete() throws IOException {
    assertThat(run("trace", shop("a", 0).toString())).isZero();
    assertThat(output().get(1))
        .isEqualTo("  401 traces: 400 valid, 1 incomplete, 0 broken (1 not_recorded)");
    assertThat(output().get(2)).isEqualTo("  the slowest of 401 traces");
    assertThat(output().get(4))
        .startsWith("trace 00000000000003e7 of shop, 1970-01-01T00:00:10.000Z, 99.0 ms");
    assertThat(output().get(5))
        .isEqualTo("  incomplete: at least 2 missing; some executions were not recorded");
    assertThat(output().get(6)).startsWith("  Shop.order()");
    assertThat(output().get(7)).startsWith("  └─ Basket.add()");
  }

  @Test
  void a_call_tree_joins_equal_calls_and_tells_failures() throws IOException {
    assertThat(run("trace", shop("a", 0).toString(), "--id", "d")).isZero();
    assertThat(output().subList(3, 9))
        .satisfiesExactly(
            head ->
                assertThat(head)
                    .startsWith("trace 000000000000000d of shop, ")
                    .endsWith(", 9 calls"),
            line -> assertThat(line).matches("  Shop.order\\(\\) +1.00 ms +590 µs"),
            line -> assertThat(line).startsWith("  ├─ Catalog.find(String) "),
            line -> assertThat(line).startsWith("  ├─ Basket.add() "),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "  │  └─ Db.get() × 5        25.0 µs   25.0 µs  p50 5.00 µs, max 5.00 µs"),
            line -> assertThat(line).startsWith("  └─ Log.fail() ").endsWith("  failed"));
  }

  @Test
  void calls_that_alternate_are_a_line_for_each_operation() throws IOException {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < 40; i++) {
      String operation = i == 0 ? "Db.open()" : i % 2 == 1 ? "Row.insert()" : "Log.add()";
      call(batch, 1, operation, 10 + i * 20, 10, i + 1, 1);
    }
    call(batch, 1, "Import.run()", 0, 1_000, 0, 0);
    Path file = Chunks.file(directory.resolve("a"), Chunks.only(7, "shop", batch, 10 * SECOND));

    assertThat(run("trace", file.toString(), "--id", "1")).isZero();

    assertThat(output().subList(4, output().size()))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("  Import.run() "),
            line -> assertThat(line).startsWith("  ├─ Db.open() "),
            line -> assertThat(line).startsWith("  ├─ Row.insert() × 20 "),
            line -> assertThat(line).startsWith("  └─ Log.add() × 19 "));
  }

  @Test
  void a_large_tree_shows_what_matches_and_what_took_longest() throws IOException {
    String file = shop("a", 0).toString();
    assertThat(run("trace", file, "--containing", "Db*get", "--calls", "3")).isZero();
    assertThat(output().subList(5, 9))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("  Shop.order() "),
            line -> assertThat(line).startsWith("  ├─ Basket.add() "),
            line -> assertThat(line).startsWith("  │  └─ Db.get() × 5 "),
            line -> assertThat(line).startsWith("  └─ … 2 calls more "));
    assertThat(run("trace", file, "--containing", "Db*get", "--calls", "3", "--all-calls"))
        .isZero();
    assertThat(output().get(2)).isEqualTo("  the slowest of 400 traces with such a call");
    assertThat(output().subList(5, 9))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("  Shop.order() "),
            line -> assertThat(line).startsWith("  ├─ Basket.add() "),
            line -> assertThat(line).startsWith("  │  ├─ Db.get() "),
            line -> assertThat(line).startsWith("  │  ├─ Db.get() "));
    assertThat(output())
        .anyMatch(line -> line.startsWith("  │  └─ … 2 calls more "))
        .anyMatch(line -> line.startsWith("  └─ … 2 calls more "));
  }

  /** Six queries that read, of which the fourth takes longest and one failed; then four more. */
  private Path queries() throws IOException {
    TestBatch batch = new TestBatch();
    call(batch, 1, "Config.read()", 5, 5, 1, 1);
    int eoi = 2;
    for (int i = 0; i < 6; i++) {
      long begin = 10 + i * 50L;
      int micros = i == 3 ? 200 : 10 + i;
      call(batch, 1, "Page.read()", begin + 1, micros / 2, eoi + 1, 2);
      if (i == 2) {
        call(batch, 1, "Page.miss()", begin + 7, 1, eoi + 2, 2);
      }
      call(batch, 1, "Db.query()", begin, micros, eoi, 1, i == 4);
      eoi += i == 2 ? 3 : 2;
    }
    for (int i = 0; i < 4; i++) {
      call(batch, 1, "Log.fail()", 500 + i * 50L, 20, eoi++, 1);
    }
    call(batch, 1, "Config.read()", 900, 5, eoi, 1);
    call(batch, 1, "Shop.order()", 0, 1_000, 0, 0);
    return Chunks.file(directory.resolve("q"), Chunks.only(7, "shop", batch, 10 * SECOND));
  }

  private List<String> tree(String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("trace", queries().toString()));
    arguments.addAll(List.of(options));
    assertThat(run(arguments.toArray(String[]::new))).isZero();
    return output().subList(4, output().size());
  }

  @Test
  void equal_calls_in_a_row_are_one_line_with_what_the_longest_called() throws IOException {
    assertThat(tree())
        .containsExactly(
            "  Shop.order()           1.00 ms    648 µs",
            "  ├─ Config.read()       5.00 µs   5.00 µs",
            "  ├─ Db.query() × 6       262 µs    131 µs  p50 12.0 µs, max 200 µs, 1 failed",
            "  │  └─ the longest       200 µs    100 µs",
            "  │     └─ Page.read()    100 µs    100 µs",
            "  ├─ Log.fail() × 4      80.0 µs   80.0 µs  p50 20.0 µs, max 20.0 µs, 4 failed",
            "  └─ Config.read()       5.00 µs   5.00 µs");
    assertThat(tree("--calls", "2"))
        .containsExactly(
            "  Shop.order()        1.00 ms    648 µs",
            "  ├─ Db.query() × 6    262 µs    131 µs  p50 12.0 µs, max 200 µs, 1 failed",
            "  └─ … 6 calls more   90.0 µs");
  }

  @Test
  void of_equal_calls_the_one_that_made_a_wanted_call_is_shown() throws IOException {
    assertThat(tree("--containing", "Page.miss"))
        .contains(
            "  ├─ Db.query() × 6       262 µs    131 µs  p50 12.0 µs, max 200 µs, 1 failed",
            "  │  └─ one of them      12.0 µs   5.00 µs",
            "  │     ├─ Page.read()   6.00 µs   6.00 µs",
            "  │     └─ Page.miss()   1.00 µs   1.00 µs");
  }

  /** The lines on a screen of that width. */
  private List<String> shown(int columns, boolean colour, String... arguments) {
    out.reset();
    Screen screen = new Screen(() -> columns, colour);
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    Main.run(new Terminal(out, errors, false, screen), arguments);
    return output();
  }

  private Path longNames() throws IOException {
    TestBatch batch = new TestBatch();
    String repository = "VeryCarefullyNamedCustomerRepositoryWithCache.findAllByCustomer";
    for (int i = 0; i < 4; i++) {
      call(batch, 1, repository + "(java.lang.String, long)", 100 + i * 50L, 20, 2 + i, 2);
    }
    call(batch, 1, "Log.fail()", 500, 50, 6, 2);
    call(batch, 1, "Handler.handle(" + "com.shop.web.Request, ".repeat(4) + "int)", 10, 900, 1, 1);
    call(batch, 1, "Shop.order()", 0, 1_000, 0, 0);
    return Chunks.file(directory.resolve("l"), Chunks.only(7, "shop", batch, 10 * SECOND));
  }

  @Test
  void a_tree_fits_the_screen_and_keeps_the_methods() throws IOException {
    String file = longNames().toString();
    assertThat(shown(80, false, "trace", file).subList(4, output().size()))
        .containsExactly(
            "  Shop.order()                                         1.00 ms    100 µs",
            "  └─ Handler.handle(…)                                  900 µs    770 µs",
            "     ├─ VeryCarefully…Cache.findAllByCustomer(…) × 4   80.0 µs   80.0 µs",
            "     │        p50 20.0 µs, max 20.0 µs",
            "     └─ Log.fail()                                     50.0 µs   50.0 µs  failed");
    assertThat(shown(120, false, "trace", file).subList(4, output().size()))
        .containsExactly(
            "  Shop.order()                                                                  "
                + "            1.00 ms    100 µs",
            "  └─ Handler.handle(Request, Request, Request, Request, int)                    "
                + "             900 µs    770 µs",
            "     ├─ VeryCarefullyNamedCustomerRepositoryWithCache.findAllByCustomer(String, "
                + "long) × 4   80.0 µs   80.0 µs",
            "     │        p50 20.0 µs, max 20.0 µs",
            "     └─ Log.fail()                                                              "
                + "            50.0 µs   50.0 µs  failed");
  }

  @Test
  void a_table_fits_the_screen_and_tells_what_it_leaves_out() throws IOException {
    String file = longNames().toString();
    assertThat(shown(80, false, "top", file).subList(3, 9))
        .containsExactly(
            "  operation                    calls     self      p50      p99      max  failed",
            "  Handler.handle(…)                1   770 µs   900 µs   900 µs   900 µs",
            "  Shop.order()                     1   100 µs  1.00 ms  1.00 ms  1.00 ms",
            "  VeryC….findAllByCustomer(…)      4  80.0 µs  20.0 µs  20.0 µs  20.0 µs",
            "  Log.fail()                       1  50.0 µs  50.0 µs  50.0 µs  50.0 µs       1",
            "  … a wider terminal shows: share, total, mean");
    assertThat(shown(120, false, "top", file).subList(3, 9))
        .containsExactly(
            "  operation                                  calls     self   share    total    "
                + " mean      p50      p99      max  failed",
            "  Handler.handle(…)                              1   770 µs  77.0 %   900 µs   9"
                + "00 µs   900 µs   900 µs   900 µs",
            "  Shop.order()                                   1   100 µs  10.0 %  1.00 ms  1."
                + "00 ms  1.00 ms  1.00 ms  1.00 ms",
            "  VeryCarefully…hCache.findAllByCustomer(…)      4  80.0 µs   8.0 %  80.0 µs  20"
                + ".0 µs  20.0 µs  20.0 µs  20.0 µs",
            "  Log.fail()                                     1  50.0 µs   5.0 %  50.0 µs  50"
                + ".0 µs  50.0 µs  50.0 µs  50.0 µs       1",
            "  all calls count, those of a warm-up too: --without-warm-up leaves them out");
  }

  @Test
  void what_failed_is_red_where_the_screen_has_colours() throws IOException {
    assertThat(shown(120, true, "trace", longNames().toString()))
        .anyMatch(line -> line.endsWith("50.0 µs\033[1;31m  failed\033[m"));
  }

  @Test
  void all_calls_are_lines_of_their_own_if_asked_for() throws IOException {
    assertThat(tree("--all-calls"))
        .hasSize(20)
        .noneMatch(line -> line.contains("×"))
        .contains("  ├─ Db.query()       14.0 µs   7.00 µs  failed");
  }

  @Test
  void no_such_trace_is_said_and_in_the_exit_code() throws IOException {
    String file = shop("a", 0).toString();
    assertThat(run("trace", file, "--id", "3E8")).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output()).contains("  no trace with the id 00000000000003e8");
    assertThat(run("trace", file, "--slowest", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).containsExactly("sluice: --slowest must be 1 to 10000, was 0");
    assertThat(run("top", file, "--timeout", "5")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).singleElement().asString().contains("--timeout");
  }

  @Test
  void top_lists_operations_by_self_time() throws IOException {
    assertThat(run("top", shop("a", 0).toString(), "--limit", "2")).isZero();
    assertThat(output().get(1)).startsWith("  3,602 calls of 5 operations, 401 traces: 400 valid");
    assertThat(output().get(3)).matches("  operation +calls +self +share +total +mean .*failed");
    assertThat(output().get(4)).startsWith("  Shop.order() ");
    assertThat(output().get(5)).startsWith("  Basket.add() ");
    assertThat(output().get(6)).isEqualTo("  … and 3 more: --limit N");
    assertThat(run("top", shop("a", 0).toString(), "--sort", "failed", "-n", "1")).isZero();
    assertThat(output().get(4)).startsWith("  Log.fail() ").endsWith(" 400");
  }

  @Test
  void durations_alone_have_no_self_time() throws IOException {
    TestBatch batch = new TestBatch();
    batch.add(OperationDurationReader.create().type(), SECOND, "a.B.c()", 5_000L, false);
    Path file = Chunks.file(directory.resolve("d"), Chunks.only(7, "shop", batch, 10 * SECOND));
    assertThat(run("top", file.toString())).isZero();
    assertThat(output().get(4)).matches("  B.c\\(\\) +1 +– +– +5.00 µs +5.00 µs .*");
  }

  @Test
  void aggregates_count_all_their_calls_and_histograms_give_quantiles() throws IOException {
    Histogram times = new Histogram(2);
    times.recordValueWithCount(4_000, 98);
    times.recordValueWithCount(9_000_000, 2);
    ByteBuffer bytes = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
    times.encodeIntoByteBuffer(bytes);
    TestBatch batch = new TestBatch();
    batch.add(
        OperationDurationHistogramReader.create().type(),
        SECOND,
        "a.B.c()",
        SECOND,
        100L,
        18_392_000L,
        4_000L,
        9_000_000L,
        3L,
        bytes.array());
    batch.add(
        OperationDurationHistogramReader.create().type(),
        SECOND,
        "a.B.evil()",
        SECOND,
        1L,
        5L,
        5L,
        5L,
        0L,
        new byte[50]);
    batch.add(
        OperationDurationAggregateReader.create().type(),
        SECOND,
        "a.B.d()",
        SECOND,
        7L,
        70L,
        5L,
        20L,
        0L);
    Path file = Chunks.file(directory.resolve("g"), Chunks.only(7, "shop", batch, 10 * SECOND));
    assertThat(run("top", file.toString(), "--sort", "calls")).isZero();
    assertThat(output().get(4))
        .matches("  B.c\\(\\) +100 +– +– +18.4 ms +184 µs +4.0\\d µs +9.0\\d? ms +9.00 ms +3");
    assertThat(output().get(5)).matches("  B.d\\(\\) +7 +– +– +70.0 ns +10.0 ns +– +– +20.0 ns");
    assertThat(output().get(6)).matches("  B.evil\\(\\) +1 +– +– .* +– +– +5.00 ns");
  }

  @Test
  void a_source_without_operations_is_refused() throws IOException {
    Path file = Chunks.file(directory.resolve("n"), Chunks.only(7, "x", Chunks.notes(3, "x")));
    assertThat(run("top", file.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .singleElement()
        .asString()
        .endsWith(" contains no operation: no record of an execution, event or duration");
  }

  @Test
  void compare_finds_what_became_slower_and_nothing_else() throws IOException {
    String before = shop("a", 0).toString();
    String after = shop("b", 30).toString();
    assertThat(run("compare", before, after)).isZero();
    assertThat(output().get(1))
        .endsWith("0 broken (1 not_recorded); those that are not valid are left out");
    assertThat(output())
        .contains(
            "A request of Shop.order() spends 306 µs instead of 276 µs in Basket.add() itself,"
                + " and takes 1.04 ms instead of 1.01 ms.");
    assertThat(row("Basket.add()")).endsWith("slower itself").contains("+");
    assertThat(row("Shop.order()")).endsWith("slower");
    assertThat(row("Catalog.find(String)")).endsWith("no change found");
    assertThat(run("compare", after, before)).isZero();
    assertThat(row("Basket.add()")).endsWith("faster itself");
    assertThat(run("compare", before, before, "--all")).isZero();
    assertThat(output()).noneMatch(line -> line.contains("slower") || line.contains("faster"));
    assertThat(row("Log.fail()")).contains("100 %");
    assertThat(run("compare", before, after, "--json")).isZero();
    assertThat(output())
        .singleElement()
        .asString()
        .contains(
            "\"requests\":400",
            "\"result\":\"slower\",\"cause\":\"self\"",
            "\"main\":\"public void shop.Basket.add()\"");
  }

  @Test
  void compare_says_that_requests_are_not_known_where_there_are_no_traces() throws IOException {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < 1_000; i++) {
      long at = SECOND + i * 10_000_000L;
      batch.add(OperationDurationReader.create().type(), at, "a.B.c()", 5_000L + i % 7, false);
    }
    Path file = Chunks.file(directory.resolve("d"), Chunks.only(7, "shop", batch, 10 * SECOND));
    assertThat(run("compare", file.toString(), file.toString())).isZero();
    assertThat(output())
        .contains("There are no traces, so calls are compared instead of requests.");
    assertThat(row("B.c()")).endsWith("no change found").contains("1,000 → 1,000");
    assertThat(run("compare", file.toString(), file.toString(), "--json")).isZero();
    assertThat(output())
        .singleElement()
        .asString()
        .contains("\"kinds\":[]", "\"calls\":{\"before\":null,\"after\":null")
        .doesNotContain("\"self\":0", "NaN");
    TestBatch torn = new TestBatch();
    call(torn, 1, "Shop.order()", 0, 10, 5, 1);
    Path cut = Chunks.file(directory.resolve("t"), Chunks.only(7, "shop", torn, 10 * SECOND));
    assertThat(run("compare", file.toString(), cut.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).singleElement().asString().contains("contains no whole trace: 1 trace");
  }

  private String row(String operation) {
    return output().stream().filter(line -> line.startsWith("  " + operation)).findFirst().get();
  }

  @Test
  void names_from_records_act_neither_in_the_terminal_nor_in_json() throws IOException {
    TestBatch batch = new TestBatch();
    call(batch, 1, "Evil\u001b[31m\u202e.run\"()", 0, 10, 0, 0);
    String file =
        Chunks.file(directory.resolve("evil"), Chunks.only(7, "\u001b[2J", batch, 10 * SECOND))
            .toString();
    for (String command : List.of("trace", "top", "compare")) {
      for (boolean json : List.of(true, false)) {
        List<String> args = new ArrayList<>(List.of(command, file));
        if (command.equals("compare")) {
          args.add(file);
        }
        if (json) {
          args.add("--json");
        }
        assertThat(run(args.toArray(String[]::new))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b", "\u202e");
      }
    }
  }

  @Test
  void a_truncated_file_is_told_in_the_exit_code() throws IOException {
    byte[] bytes = Files.readAllBytes(shop("a", 0));
    byte[] torn = Arrays.copyOf(bytes, bytes.length * 2 - 100);
    System.arraycopy(bytes, 0, torn, bytes.length, bytes.length - 100);
    Path file = Files.write(directory.resolve("torn"), torn);
    assertThat(run("top", file.toString())).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output()).contains("  damaged");
  }

  @Test
  void trace_lists_traces_by_state() throws IOException {
    String file = shop("a", 0).toString();
    assertThat(run("trace", file, "--state", "incomplete")).isZero();
    assertThat(output()).hasSize(4);
    assertThat(output().get(2))
        .startsWith("  trace 00000000000003e7 of shop, ")
        .endsWith(", 2 calls");
    assertThat(output().get(3))
        .isEqualTo("    incomplete: at least 2 missing; some executions were not recorded");
    assertThat(run("trace", file, "--state", "valid")).isZero();
    assertThat(output()).hasSize(2 + 400);
    assertThat(run("trace", file, "--state", "failed")).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output()).contains("  no trace that is failed");
    assertThat(run("trace", file, "--state", "valid", "--slowest", "1")).isZero();
    assertThat(output()).anyMatch(line -> line.startsWith("  └─ Log.fail()"));
  }

  @Test
  void figures_that_are_not_known_are_null_and_not_0() throws IOException {
    TestBatch batch = new TestBatch();
    batch.add(
        OperationDurationAggregateReader.create().type(),
        SECOND,
        "void shop.Db.get()",
        SECOND,
        10L,
        1_000L,
        50L,
        200L,
        0L);
    Path file = Chunks.file(directory.resolve("a"), Chunks.only(7, "shop", batch, 0));
    assertThat(run("top", file.toString(), "--json")).isZero();
    assertThat(output().get(0))
        .contains("\"self\":null", "\"p50\":null", "\"p99\":null", "\"max\":200");
  }
}
