package dev.sluice.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.records.OperationDurationReader;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.testkit.TestBatch;
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
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of {@code compare} and its data, beside a plain computation. */
class ComparePageTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String LIST = "public void shop.Shop.list()";
  private static final String ORDER = "public void shop.Shop.order()";
  private static final String GET = "public void shop.Db.get(<img>)";
  private static final String LOG = "public void shop.Log.write()";
  private static final String MAIL = "public void shop.Mail.send()";

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

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(file));
  }

  /** Requests whose truth is known: calls, total and self time of each path, and begins. */
  private static final class Recording {
    private final Map<String, long[]> paths = new TreeMap<>();
    private final Map<String, List<long[]>> requests = new TreeMap<>();
    private final TestBatch batch = new TestBatch();
    private final Random random;
    private long trace;

    Recording(long seed, int gets, String last) {
      random = new Random(seed);
      for (int i = 0; i < 500; i++) {
        boolean lists = random.nextBoolean();
        int calls = lists ? 1 + random.nextInt(3) : gets;
        request(lists ? LIST : ORDER, i * SECOND / 50, calls, lists ? null : last);
      }
    }

    private void request(String kind, long at, int gets, String last) {
      trace++;
      long begin = SECOND + at + random.nextInt(1_000_000);
      long time = begin + 1_000 + random.nextInt(5_000);
      long below = 0;
      List<String> calls = new ArrayList<>();
      for (int i = 0; i < gets; i++) {
        calls.add(GET);
      }
      if (last != null) {
        calls.add(last);
      }
      int order = 1;
      for (String call : calls) {
        long nanos = 50_000 + random.nextInt(200_000);
        record(call, time, nanos, order++, 1, false);
        add(kind + " > " + call, nanos, nanos);
        time += nanos;
        below += nanos;
      }
      long whole = time - begin + random.nextInt(10_000);
      boolean failed = random.nextInt(20) == 0;
      record(kind, begin, whole, 0, 0, failed);
      add(kind, whole, whole - below);
      requests
          .computeIfAbsent(kind, none -> new ArrayList<>())
          .add(new long[] {begin, whole, failed ? 1 : 0});
    }

    private void record(String call, long begin, long nanos, int eoi, int ess, boolean failed) {
      batch.add(
          OperationExecutionReader.create().type(),
          call,
          null,
          trace,
          begin,
          begin + nanos,
          "host",
          eoi,
          ess,
          failed);
    }

    private void add(String path, long total, long self) {
      long[] sums = paths.computeIfAbsent(path, none -> new long[3]);
      sums[0]++;
      sums[1] += total;
      sums[2] += self;
    }

    String file(Path at) throws IOException {
      return Chunks.file(at, Chunks.only(7, "shop", batch, 20 * SECOND)).toString();
    }

    double[] means(String path) {
      int number = requests.get(path.split(" > ", 2)[0]).size();
      long[] sums = paths.getOrDefault(path, new long[3]);
      return new double[] {
        (double) sums[0] / number, (double) sums[1] / number, (double) sums[2] / number
      };
    }

    /** Requests and failed ones by cell, as a page says when a cell is. */
    Map<List<Long>, List<Long>> cells(String kind, long width) {
      long first =
          requests.values().stream()
              .flatMap(List::stream)
              .mapToLong(r -> r[0] / width)
              .min()
              .orElse(0);
      Map<List<Long>, List<Long>> cells = new HashMap<>();
      for (long[] request : requests.get(kind)) {
        long level = (long) Math.floor(2 * Math.log(request[1]) / Math.log(2));
        cells.merge(
            List.of(request[0] / width - first, level),
            List.of(1L, request[2]),
            (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1)));
      }
      return cells;
    }
  }

  private final Recording before = new Recording(1, 6, LOG);
  private final Recording after = new Recording(2, 2, MAIL);

  private Path compared(String... more) throws IOException {
    Path page = directory.resolve("page");
    List<String> args =
        new ArrayList<>(
            List.of(
                "compare",
                before.file(directory.resolve("a")),
                after.file(directory.resolve("b")),
                "--with-warm-up",
                "-o",
                page.toString()));
    args.addAll(List.of(more));
    assertThat(run(args.toArray(String[]::new))).isZero();
    return page;
  }

  @Test
  void calls_by_path_are_those_of_a_request_of_either_side() throws IOException {
    JsonNode json = json(compared().resolve("compare.json"));

    List<String> seen = new ArrayList<>();
    for (JsonNode kind : json.get("kinds")) {
      List<String> paths = new ArrayList<>();
      for (JsonNode row : kind.get("tree")) {
        String operation = json.get("signatures").get(row.get(0).intValue()).textValue();
        int caller = row.get(1).intValue();
        String path = caller < 0 ? operation : paths.get(caller) + " > " + operation;
        paths.add(path);
        for (int i = 0; i < 3; i++) {
          assertThat(row.get(2 + i).doubleValue()).isEqualTo(before.means(path)[i], within(0.51));
          assertThat(row.get(5 + i).doubleValue()).isEqualTo(after.means(path)[i], within(0.51));
        }
        assertThat(row.get(2).doubleValue()).isEqualTo(before.means(path)[0], within(1e-6));
        assertThat(row.get(5).doubleValue()).isEqualTo(after.means(path)[0], within(1e-6));
      }
      assertThat(paths).startsWith(kind.get("kind").textValue());
      seen.addAll(paths);
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            LIST,
            LIST + " > " + GET,
            ORDER,
            ORDER + " > " + GET,
            ORDER + " > " + LOG,
            ORDER + " > " + MAIL);
  }

  @Test
  void heat_maps_have_all_requests_by_time_and_duration_with_the_same_slots() throws IOException {
    JsonNode json = json(compared().resolve("compare.json"));
    long width = json.get("heat").get("width").longValue();

    for (JsonNode kind : json.get("kinds")) {
      String name = kind.get("kind").textValue();
      List<Map<List<Long>, List<Long>>> found = new ArrayList<>();
      for (JsonNode side : kind.get("heat")) {
        Map<List<Long>, List<Long>> cells = new HashMap<>();
        for (int i = 0; i < side.size(); i += 4) {
          cells.put(
              List.of(side.get(i).longValue(), side.get(i + 1).longValue()),
              List.of(side.get(i + 2).longValue(), side.get(i + 3).longValue()));
        }
        found.add(cells);
      }
      assertThat(found).containsExactly(before.cells(name, width), after.cells(name, width));
    }
    assertThat(json.get("before").get("programs").get(0).textValue()).isEqualTo("shop");
    assertThat(json.get("after").get("records").intValue()).isEqualTo(after.batch.size());
  }

  @Test
  void the_text_stays_and_names_the_page_at_its_end() throws IOException {
    Path page = compared().resolve("compare.html");
    List<String> with = output();

    assertThat(with.get(with.size() - 1)).isEqualTo(page.toString());
    assertThat(with.get(with.size() - 2)).isEmpty();
    assertThat(
            run(
                "compare",
                directory.resolve("a").toString(),
                directory.resolve("b").toString(),
                "--with-warm-up"))
        .isZero();
    assertThat(output()).isEqualTo(with.subList(0, with.size() - 2));
    assertThat(page)
        .content()
        .contains("default-src 'none'", "shop.Db.get(\\u003cimg>)")
        .doesNotContain("<img");
  }

  @Test
  void json_on_standard_output_stays_one_object_and_has_no_pictures_unless_there_is_a_page()
      throws IOException {
    Path page = compared("--json");

    assertThat(output()).containsExactly(Files.readString(page.resolve("compare.json")).strip());
    assertThat(
            run(
                "compare",
                directory.resolve("a").toString(),
                directory.resolve("b").toString(),
                "--json"))
        .isZero();
    assertThat(output()).singleElement().asString().doesNotContain("\"tree\"", "\"heat\"");
  }

  @Test
  void a_kind_that_one_recording_lacks_has_calls_on_one_side() throws IOException {
    Recording other = new Recording(3, 1, MAIL);
    TestBatch batch = new TestBatch();
    for (int i = 0; i < 9; i++) {
      batch.add(
          OperationExecutionReader.create().type(),
          LIST,
          null,
          1L + i,
          SECOND + i,
          SECOND + i + 100,
          "host",
          0,
          0,
          false);
    }
    Path only = Chunks.file(directory.resolve("c"), Chunks.only(7, "shop", batch, 20 * SECOND));
    Path page = directory.resolve("other");

    assertThat(
            run(
                "compare",
                other.file(directory.resolve("d")),
                only.toString(),
                "-o",
                page.toString()))
        .isZero();

    for (JsonNode kind : json(page.resolve("compare.json")).get("kinds")) {
      boolean gone = kind.get("kind").textValue().equals(ORDER);
      JsonNode first = kind.get("tree").get(0);
      assertThat(first.get(2).doubleValue()).isEqualTo(1);
      assertThat(first.get(5).doubleValue()).isEqualTo(gone ? 0 : 1);
      assertThat(first.get(6).longValue()).isEqualTo(gone ? 0 : 100);
      assertThat(kind.get("heat").get(1).size()).isEqualTo(gone ? 0 : 4);
    }
  }

  @Test
  void there_is_a_page_without_requests() throws IOException {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < 100; i++) {
      long at = SECOND + i * 10_000_000L;
      batch.add(OperationDurationReader.create().type(), at, "a.B.c()", 5_000L + i, false);
    }
    String file =
        Chunks.file(directory.resolve("d"), Chunks.only(7, "shop", batch, 10 * SECOND)).toString();
    Path page = directory.resolve("page");

    assertThat(run("compare", file, file, "-o", page.toString())).isZero();

    JsonNode json = json(page.resolve("compare.json"));
    assertThat(json.get("kinds")).isEmpty();
    assertThat(json.get("labels").get(0).textValue()).isEqualTo("B.c");
  }

  @Test
  void a_file_in_place_of_the_directory_is_refused_before_anything_is_read() throws IOException {
    Path file = Files.writeString(directory.resolve("f"), "mine");

    assertThat(run("compare", "nowhere", "nowhere", "-o", file.toString()))
        .isEqualTo(ExitCode.USAGE);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains("--output must be a directory");
    assertThat(file).content().isEqualTo("mine");
  }
}
