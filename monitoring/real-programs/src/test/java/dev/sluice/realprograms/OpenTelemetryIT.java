package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import dev.sluice.agent.it.Recording;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Beside OpenTelemetry's agent, whichever comes first, both do what they do alone. */
class OpenTelemetryIT {
  private static final int ASKED = 12;
  private static final String APPLICATION = "dev.sluice.realprograms.app.Till";
  private static final Pattern SPAN =
      Pattern.compile(
          ".*LoggingSpanExporter - '(.*)' : (\\p{XDigit}{32}) \\p{XDigit}{16} (\\w+)"
              + " \\[tracer: ([^:]+):.*");

  @TempDir private Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  /** In a directory of its own. */
  private Program program(Path jdk, String name) throws Exception {
    return Program.on(jdk, Files.createDirectory(directory.resolve(name)));
  }

  private static Program withOpenTelemetry(Program program) {
    return program.arguments(
        "-javaagent:" + System.getProperty("sluice.opentelemetry"),
        "-Dotel.traces.exporter=console",
        "-Dotel.metrics.exporter=none",
        "-Dotel.logs.exporter=none");
  }

  private static Program.Result run(Program program) throws Exception {
    Path classes =
        Path.of(OpenTelemetryIT.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path database = Path.of(System.getProperty("sluice.corpus"), "h2.jar");
    Program.Result result =
        program
            .arguments("-cp", classes + File.pathSeparator + database)
            .arguments(APPLICATION, Integer.toString(ASKED))
            .run();
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }

  /** The spans of each trace, as name, kind and instrumentation; sorted. */
  private static List<List<String>> spans(Program.Result result) {
    Map<String, List<String>> traces = new TreeMap<>();
    for (String line : result.err().split("\n")) {
      Matcher span = SPAN.matcher(line);
      if (span.matches()) {
        traces
            .computeIfAbsent(span.group(2), id -> new ArrayList<>())
            .add(span.group(3) + " " + span.group(1) + " " + span.group(4));
      }
    }
    traces.values().forEach(Collections::sort);
    return traces.values().stream().sorted(Comparator.comparing(List::toString)).toList();
  }

  /** What others than OpenTelemetry write to standard error. */
  private static List<String> others(Program.Result result) {
    return result.err().lines().filter(line -> !line.startsWith("[otel.javaagent")).toList();
  }

  private static List<String> records(Program program) throws Exception {
    Recording recording = Recording.of(program.records());
    return Stream.concat(
            recording.traces().stream().map(List::toString), recording.links().stream())
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void both_do_what_they_do_alone(Path jdk) throws Exception {
    Program.Result none = run(program(jdk, "none"));
    Program ours = program(jdk, "ours").monitored(APPLICATION);
    assertThat(run(ours)).isEqualTo(none);
    List<String> records = records(ours);
    assertThat(records)
        .contains("[Till.main 0/0, Till.fill 1/1, Till.open 2/1, Till.ask 3/1]")
        .filteredOn("get < main 3"::equals)
        .hasSize(ASKED);
    Program.Result theirs = run(withOpenTelemetry(program(jdk, "theirs")));
    assertThat(spans(theirs))
        .filteredOn(trace -> trace.contains("SERVER GET /price io.opentelemetry.java-http-server"))
        .hasSize(ASKED);

    Program first = withOpenTelemetry(program(jdk, "first").monitored(APPLICATION));
    assertSame(run(first), theirs, none.out());
    assertThat(records(first)).isEqualTo(records);
    assertNothingLost(first);

    Program last = withOpenTelemetry(program(jdk, "last")).monitored(APPLICATION);
    assertSame(run(last), theirs, none.out());
    assertThat(records(last)).isEqualTo(records);
    assertNothingLost(last);
  }

  /** The database's driver has their calls and our probes. */
  @ParameterizedTest
  @MethodSource("jdks")
  void classes_that_both_change_do_the_same(Path jdk) throws Exception {
    Program.Result theirs = run(withOpenTelemetry(program(jdk, "theirs")));
    Program program = program(jdk, "both");
    program.agent(
        "sink=file:"
            + program.records()
            + "?policy=block;report="
            + program.report()
            + ";probe=execution,events;include="
            + APPLICATION
            + "|org.h2.**|new org.h2.**");
    assertSame(run(withOpenTelemetry(program)), theirs, theirs.out());
    assertNothingLost(program);
  }

  private static void assertSame(Program.Result both, Program.Result theirs, String out) {
    assertThat(both.out()).isEqualTo(out);
    assertThat(spans(both)).isEqualTo(spans(theirs));
    assertThat(others(both)).isEqualTo(others(theirs));
  }

  private static void assertNothingLost(Program program) {
    assertThat(program.report())
        .content()
        .contains("balanced=true", "dropped=0\n", "failed.classes=0", "warnings=0");
  }
}
