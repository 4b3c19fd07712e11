package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Options;
import dev.sluice.monitoring.select.Rules;
import dev.sluice.source.InstrumentationReport;
import dev.sluice.source.SourceInstrumentation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Instrumented sources record what the agent records of the same program. */
class InstrumentedSourceIT {
  private static final String INCLUDE = "com.acme.all.**";

  /** The compiler writes these methods; there is nothing to instrument in the source. */
  private static final String IMPLICIT =
      "**#main|**#values|**#valueOf|com.acme.all.Workload$Links#n|com.acme.all.Shapes$Point#x";

  @TempDir static Path shared;
  private static Path plain;
  private static Path instrumented;

  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private static Path sources() throws Exception {
    return Path.of(InstrumentedSourceIT.class.getResource("/workload").toURI());
  }

  @BeforeAll
  static void compile() throws Exception {
    plain = compile(sources(), "plain");
    Path output = shared.resolve("instrumented");
    assertThat(instrument(output).untouched()).isEmpty();
    instrumented = compile(output, "classes");
  }

  private static InstrumentationReport instrument(Path output) throws Exception {
    Options options = new Options(Map.of("include", INCLUDE, "exclude", IMPLICIT));
    Rules rules = Rules.read(options);
    options.finish();
    return new SourceInstrumentation(sources(), rules).into(output);
  }

  private static Path compile(Path sources, String name) throws IOException {
    Path classes = Files.createDirectories(shared.resolve(name));
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "--release", "17", "-encoding", "UTF-8"));
    arguments.addAll(List.of("-Xlint:all,-strictfp", "-Werror"));
    arguments.addAll(
        List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(status).as("compiles without a warning").isZero();
    return classes;
  }

  private static String sink(Program program) {
    return "file:" + program.records() + "?metadata=false";
  }

  /** What the traces hold, in the order in which they began. */
  private static List<List<String>> traces(Path records) throws Exception {
    Map<Long, List<String>> traces = new TreeMap<>();
    for (Execution e : Recording.of(records).executions()) {
      traces
          .computeIfAbsent(e.trace(), id -> new ArrayList<>())
          .add(e.signature() + " " + e.eoi() + "/" + e.ess() + (e.exception() ? " throws" : ""));
    }
    return traces.values().stream().map(trace -> trace.stream().sorted().toList()).toList();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void records_and_results_are_those_of_the_agent(Path jdk) throws Exception {
    Program byAgent = Program.brief(jdk, Files.createDirectory(directory.resolve("agent")));
    Program.Result result =
        byAgent
            .agent("sink=%s;include=%s;exclude=%s".formatted(sink(byAgent), INCLUDE, IMPLICIT))
            .arguments("-cp", plain.toString(), "com.acme.all.Workload")
            .run();
    assertThat(result.err()).isEmpty();

    Program bySource = Program.brief(jdk, Files.createDirectory(directory.resolve("source")));
    String classPath = instrumented + File.pathSeparator + System.getProperty("java.class.path");
    Program.Result same =
        bySource
            .arguments("-Dsluice.sink=" + sink(bySource))
            .arguments("-cp", classPath, "com.acme.all.Workload")
            .run();
    assertThat(same.out()).isEqualTo(result.out());
    assertThat(same.exitCode()).isEqualTo(result.exitCode());

    assertThat(traces(bySource.records()))
        .isEqualTo(traces(byAgent.records()))
        .hasSizeGreaterThan(18);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void without_a_sink_the_program_runs_as_if_it_had_no_probes(Path jdk) throws Exception {
    Program.Result result =
        Program.brief(jdk, directory)
            .arguments("-cp", plain.toString(), "com.acme.all.Workload")
            .run();
    String classPath = instrumented + File.pathSeparator + System.getProperty("java.class.path");
    Program.Result same =
        Program.brief(jdk, directory).arguments("-cp", classPath, "com.acme.all.Workload").run();
    assertThat(same.out()).isEqualTo(result.out());
    assertThat(same.exitCode()).isZero();
    assertThat(same.err().lines().collect(Collectors.joining("|"))).contains("not monitoring");
  }
}
