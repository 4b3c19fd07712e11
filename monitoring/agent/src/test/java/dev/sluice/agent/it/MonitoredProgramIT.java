package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.ChunkLayout;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is recorded of a program, and that the program does not notice. */
class MonitoredProgramIT {
  private static final String SHOP = "com.acme.shop.**";

  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private Recording monitor(Path jdk, String include, String... what) throws Exception {
    Program program = Program.brief(jdk, directory).monitored(include).shop(what);
    Program.Result result = program.run();
    assertThat(result.err()).isEqualTo("done\n");
    assertThat(result.exitCode()).isEqualTo(3);
    return Recording.of(program.records());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void recursion_has_order_and_depth(Path jdk) throws Exception {
    Recording recording = monitor(jdk, "com.acme.shop.Shop#fib*", "recursion");
    assertThat(recording.traces())
        .containsExactly(
            List.of(
                "Shop.fibonacci 0/0",
                "Shop.fibonacci 1/1",
                "Shop.fibonacci 2/2",
                "Shop.fibonacci 3/3",
                "Shop.fibonacci 4/3",
                "Shop.fibonacci 5/2",
                "Shop.fibonacci 6/1",
                "Shop.fibonacci 7/2",
                "Shop.fibonacci 8/2"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void protocol_buffers_are_written_as_well(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory);
    program.agent(
        "sink=file:"
            + program.records()
            + "?serializer=protobuf;report="
            + program.report()
            + ";include=com.acme.shop.Shop#fib*");
    assertThat(program.shop("recursion").run().err()).isEqualTo("done\n");
    try (Stream<Path> files = Files.list(program.records())) {
      Path first = files.filter(file -> file.toString().endsWith(".slu")).findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(first);
      int length = ChunkLayout.claimedLength(bytes, 0, bytes.length);
      assertThat(ChunkLayout.parse(bytes, 0, length).header().serializerId()).isEqualTo(2);
    }
    assertThat(Recording.of(program.records()).traces())
        .singleElement()
        .satisfies(trace -> assertThat(trace).hasSize(9));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void executions_that_throw_are_recorded_and_the_trace_goes_on(Path jdk) throws Exception {
    // System.exit never returns: main itself is still active when the JVM ends.
    Recording recording = monitor(jdk, SHOP, "exceptions");
    assertThat(recording.traces())
        .containsExactly(
            List.of(
                "Shop.perform 1/1",
                "Shop.attempt 2/2",
                "Shop.fail 3/3",
                "Shop.fail 4/4",
                "Shop.fail 5/5",
                "Shop.after 6/3"));
    assertThat(recording.executions())
        .filteredOn(Execution::exception)
        .extracting(Execution::place)
        .containsExactly("Shop.fail 5/5", "Shop.fail 4/4", "Shop.fail 3/3");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void every_thread_has_its_own_traces(Path jdk) throws Exception {
    Recording recording = monitor(jdk, "com.acme.shop.Shop$Task", "threads");
    assertThat(recording.traces())
        .hasSize(4 * 300)
        .allMatch(
            List.of(
                    "Shop$Task.root 0/0",
                    "Shop$Task.left 1/1",
                    "Shop$Task.leaf 2/2",
                    "Shop$Task.right 3/1")
                ::equals);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void signatures_are_kiekers(Path jdk) throws Exception {
    Recording recording = monitor(jdk, SHOP, "kinds");
    assertThat(recording.executions().stream().map(Execution::signature).distinct())
        .containsExactlyInAnyOrder(
            "static java.lang.Object com.acme.shop.Shop.perform(java.lang.String)",
            "public int com.acme.shop.Shop$Item.price()",
            "public int com.acme.shop.Shop$Priced.twice()",
            "protected static int com.acme.shop.Shop.total(com.acme.shop.Shop$Priced[])",
            "static int com.acme.shop.Shop.viaLambda(java.util.function.IntSupplier)");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void executions_enclose_those_inside_them(Path jdk) throws Exception {
    Recording recording = monitor(jdk, SHOP, "recursion");
    Execution perform = recording.executions().get(recording.executions().size() - 1);
    assertThat(perform.method()).isEqualTo("Shop.perform");
    assertThat(recording.executions())
        .allMatch(
            e -> perform.tin() <= e.tin() && e.tin() <= e.tout() && e.tout() <= perform.tout());
    assertThat(perform.tout())
        .isCloseTo(
            System.currentTimeMillis() * 1_000_000,
            org.assertj.core.data.Offset.offset(60_000_000_000L));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void stack_overflow_of_the_application_leaves_the_trace_in_order(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory).monitored(SHOP).shop("overflow", "recursion");
    Program.Result result = program.run();
    // Standard error may tell of a record that was lost because its emit overflowed too.
    assertThat(result.out()).isEqualTo("overflow overflowed/1\nrecursion 3\n");
    assertThat(result.exitCode()).isEqualTo(3);
    Recording recording = Recording.of(program.records());
    List<String> others =
        recording.traces().get(0).stream().filter(place -> !place.contains("endless")).toList();
    assertThat(others.get(0)).isEqualTo("Shop.perform 1/1");
    assertThat(others.get(1)).isEqualTo("Shop.overflow 2/2");
    assertThat(others.get(2)).startsWith("Shop.after ").endsWith("/3");
    assertThat(others.get(3)).startsWith("Shop.perform ").endsWith("/1");
    assertThat(others.stream().filter(place -> place.contains("fibonacci"))).hasSize(9);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void deep_recursion_is_recorded_whole(Path jdk) throws Exception {
    Recording recording = monitor(jdk, "com.acme.shop.Shop#depth", "deep");
    assertThat(recording.traces())
        .containsExactly(
            IntStream.rangeClosed(0, 5_000).mapToObj(i -> "Shop.depth " + i + "/" + i).toList());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void recursion_goes_at_least_half_as_deep_as_without_the_agent(Path jdk) throws Exception {
    String source =
        """
        package com.acme;
        public class Walk {
          static int deepest;
          static int walk(String key, StringBuilder path, int level) {
            deepest = Math.max(deepest, level);
            int length = path.length();
            path.append(key.charAt(level % key.length()));
            int below = walk(key, path, level + 1);
            path.setLength(length);
            return below + key.hashCode() ^ level;
          }
          public static void main(String[] args) {
            for (int i = Integer.parseInt(args[0]); i > 0; i--) {
              deepest = 0;
              try {
                walk("key", new StringBuilder(), 0);
              } catch (StackOverflowError e) {
                // as it should be
              }
            }
            System.out.println(deepest);
          }
        }
        """;
    // What is only interpreted goes as deep the second time as the hundredth.
    Map<String, String> times = Map.of("-Xint", "2", "-Xbatch", "100");
    for (String compiler : times.keySet()) {
      String[] main = {"com.acme.Walk", times.get(compiler)};
      Program without = walk(jdk, compiler, source);
      int deep = Integer.parseInt(without.arguments(main).run().out().trim());
      Program with = walk(jdk, compiler, source).monitored("com.acme.Walk#walk");
      assertThat(Integer.parseInt(with.arguments(main).run().out().trim()))
          .as("%s, %s without the agent", compiler, deep)
          .isBetween(deep / 2, deep);
    }
  }

  private Program walk(Path jdk, String compiler, String source) throws Exception {
    Program program = Program.brief(jdk, directory);
    Path classes = program.compile("classes", "com/acme/Walk.java", source);
    return program.arguments(compiler, "-Xss512k", "-cp", classes.toString());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void output_and_exit_code_are_those_without_the_agent(Path jdk) throws Exception {
    String[] all = {"recursion", "exceptions", "threads", "kinds", "deep"};
    Program.Result without = Program.brief(jdk, directory).shop(all).run();
    Program.Result with = Program.brief(jdk, directory).monitored("**").shop(all).run();
    assertThat(with).isEqualTo(without);
    assertThat(with.exitCode()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void exclude_leaves_classes_and_methods_out(Path jdk) throws Exception {
    Recording recording =
        monitor(jdk, SHOP + ";exclude=com.acme.shop.Shop$*|**#perform", "kinds", "recursion");
    assertThat(recording.executions().stream().map(Execution::method).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder("Shop.total", "Shop.viaLambda", "Shop.fibonacci");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void report_and_last_chunk_agree_that_nothing_is_lost(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory).monitored(SHOP).shop("threads", "kinds");
    program.run();
    Recording recording = Recording.of(program.records());
    Properties report = new Properties();
    try (Reader in = Files.newBufferedReader(program.report())) {
      report.load(in);
    }
    // And the metadata of the producer and of the traces that were handed to other threads.
    int traces = recording.startedTraces();
    String records = Integer.toString(recording.executions().size() + traces + 1);
    assertThat(report)
        .containsEntry("emitted", records)
        .containsEntry("acknowledged", records)
        .containsEntry("pending", "0")
        .containsEntry("dropped", "0")
        .containsEntry("balanced", "true")
        .containsEntry("failed.classes", "0")
        .containsEntry("instrumented.classes", "5")
        .containsEntry("producer", recording.last().producer());
    assertThat(report.getProperty("name")).startsWith("com.acme.shop.Shop@");
    assertThat(recording.last().end()).isTrue();
    assertThat(recording.last().emitted()).hasToString(records);
    assertThat(recording.executions().stream().map(Execution::trace).collect(Collectors.toSet()))
        .hasSizeGreaterThan(1);
    // Below the bits drawn at the start is a counter.
    assertThat(recording.executions()).allMatch(each -> (each.trace() & (1L << 39) - 1) < 4096);
  }
}
