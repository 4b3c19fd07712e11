package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the agent has to say while it works, the application's streams and logging are its. */
@Execution(ExecutionMode.CONCURRENT)
class QuietIT {
  private static final String OWN = "200000 calls\nOwnLogManager\nOwnBuilder\n";

  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void lost_records_of_a_slow_file_leave_the_applications_logging_alone(Path jdk) throws Exception {
    // A file and a force for each record: no disk is as fast as the program.
    Properties report = floods(jdk, "file:records?chunk.records=1&fsync=chunk&memory=1MiB");
    assertThat(report.getProperty("dropped.ring_full")).isNotEqualTo("0");
    assertThat(report.getProperty("warning.01")).contains("records are refused");
    assertThat(beforeTheApplicationSetsUp())
        .noneMatch(line -> line.contains(" java.util.logging."))
        .noneMatch(line -> line.contains(" javax.management."))
        .noneMatch(line -> line.contains(" java.lang.management."));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void reader_that_is_away_leaves_the_applications_logging_alone(Path jdk) throws Exception {
    Properties report = floods(jdk, "tcp://127.0.0.1:1?memory=1MiB");
    assertThat(report.getProperty("acknowledged")).isEqualTo("0");
    assertThat(report.toString()).contains("Connection refused", "records are refused");
    assertThat(beforeTheApplicationSetsUp())
        .noneMatch(line -> line.contains(" Initializing 'java/util/logging/"))
        .noneMatch(line -> line.contains(" Initializing 'javax/management/MBeanServerFactory'"));
  }

  private Properties floods(Path jdk, String sink) throws Exception {
    Program program = Program.on(jdk, directory);
    String options = "sink=" + sink + ";include=com.acme.**;log=agent.log;report=";
    Program.Result result =
        program
            .agent(options + program.report())
            .arguments("-Xlog:class+load,class+init:file=classes.log")
            .classPath()
            .arguments("com.acme.shop.Flood", "200000")
            .run();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).isEqualTo(OWN);
    assertThat(result.err().lines())
        .allMatch(line -> line.startsWith("sluice: "))
        .anyMatch(line -> line.contains(" dropped ("));
    Properties report = new Properties();
    try (Reader reader = Files.newBufferedReader(program.report())) {
      report.load(reader);
    }
    assertThat(report.getProperty("balanced")).isEqualTo("true");
    assertThat(report.getProperty("warnings")).isNotEqualTo("0");
    assertThat(Files.readAllLines(directory.resolve("agent.log")))
        .allMatch(line -> line.matches("\\d{4}-.+Z (INFO|WARNING) .+"))
        .anyMatch(line -> line.endsWith("Z WARNING " + report.getProperty("warning.01")));
    return report;
  }

  /** What was loaded and initialized until then. */
  private List<String> beforeTheApplicationSetsUp() throws Exception {
    List<String> lines = Files.readAllLines(directory.resolve("classes.log"));
    assertThat(lines).anyMatch(line -> line.contains(" java.util.logging.LogManager "));
    assertThat(lines)
        .anyMatch(line -> line.contains(" Initializing 'java/util/logging/LogManager'"))
        .anyMatch(line -> line.contains(" Initializing 'javax/management/MBeanServerFactory'"));
    List<String> before =
        lines.stream().takeWhile(line -> !line.contains(" com.acme.shop.Flood$Setup ")).toList();
    assertThat(before)
        .hasSizeLessThan(lines.size())
        .anyMatch(line -> line.contains(" com.acme.shop.Flood "));
    return before;
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void log_that_cannot_be_written_is_a_mistake_in_the_options(Path jdk) throws Exception {
    Program.Result result =
        Program.on(jdk, directory).agent("sink=file:records;log=none/log").shop("recursion").run();
    assertThat(result.err())
        .startsWith("sluice: not monitoring: option 'log' must name a file that can be written")
        .endsWith("\ndone\n");
    assertThat(result.err().lines()).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void program_does_not_wait_for_pipes_in_place_of_files(Path jdk) throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Program.Result result =
        Program.on(jdk, directory)
            .agent("sink=file:records;watch=pipe;log=pipe;report=pipe")
            .shop("recursion")
            .run();
    assertThat(result.err())
        .startsWith("sluice: not monitoring: option 'log': 'pipe' must be a file, no directory")
        .contains("option 'report': 'pipe' must be a file")
        .endsWith("\ndone\n");
    assertThat(
            Program.on(jdk, directory)
                .agent("sink=file:records;watch=pipe")
                .shop("recursion")
                .run()
                .err())
        .contains("pipe: cannot be read: it is a pipe or a device; what is on stays as it was")
        .endsWith("\ndone\n");
  }
}
