package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the program is started with, seen by a script that is called java. */
class RunCommandTest {
  private static final String HOME = "sluice.home";
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required"
          + " username=\"u\" password=\"s3c;ret,report=x\";";

  @TempDir private Path directory;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private List<String> program = List.of("Shop");
  private String home;

  @BeforeEach
  void installs_an_agent_and_a_java() throws Exception {
    home = System.getProperty(HOME);
    System.setProperty(HOME, directory.toString());
    Files.createDirectory(directory.resolve("agent"));
    Files.createFile(directory.resolve("agent/sluice-agent-all.jar"));
    Path java = directory.resolve("java");
    // Copies what it was handed over, and leaves a report where it was told to.
    Files.writeString(
        java,
        """
        #!/bin/sh
        [ "$1" = -version ] && echo 'openjdk version "17.0.1"' && exit
        cd "$(dirname "$0")"
        echo "$@" > arguments
        options="${1#*=options=}"
        cp -p "$options" options
        report=$(sed -n 's/^report.copy=//p' options)
        echo emitted=7 > "$report"
        """);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
  }

  @AfterEach
  void end() {
    if (home == null) {
      System.clearProperty(HOME);
    } else {
      System.setProperty(HOME, home);
    }
  }

  private int exitCode(String... arguments) {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--", directory.resolve("java").toString()));
    all.addAll(program);
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(new ByteArrayOutputStream(), errors, false);
    return Main.run(terminal, all.toArray(String[]::new));
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private Properties run(String... arguments) throws Exception {
    int exitCode = exitCode(arguments);
    assertThat(exitCode).as(err.toString(StandardCharsets.UTF_8)).isZero();
    Properties options = new Properties();
    try (Reader reader = Files.newBufferedReader(directory.resolve("options"))) {
      options.load(reader);
    }
    return options;
  }

  @Test
  void secrets_are_in_a_private_file_and_not_on_the_command_line() throws Exception {
    String sink = "kafka://h/t?memory=1MiB";
    Properties options =
        run(
            "--sink",
            sink,
            "--option",
            "kafka.sasl.jaas.config=" + LOGIN,
            "-i",
            "a.B",
            "-i",
            "a.C");
    assertThat(options)
        .containsEntry("sink", sink)
        .containsEntry("kafka.sasl.jaas.config", LOGIN)
        .containsEntry("include", "a.B|a.C");
    String arguments = Files.readString(directory.resolve("arguments"));
    assertThat(arguments)
        .startsWith("-javaagent:" + directory.resolve("agent/sluice-agent-all.jar") + "=options=")
        .endsWith(" Shop\n")
        .doesNotContain("s3c", "memory");
    assertThat(Files.getPosixFilePermissions(directory.resolve("options")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    Path handedOver = Path.of(arguments.replaceFirst("(?s).*=options=(\\S+) .*", "$1"));
    assertThat(handedOver).doesNotExist();
  }

  @Test
  void program_is_not_started_with_an_option_that_the_agent_would_refuse() throws Exception {
    Path config =
        Files.writeString(directory.resolve("c"), "sluice.samplng.rate=1\nsluice.memory=x\n");
    assertThat(
            exitCode(
                "--sink",
                "file:x?rotat.age=1s",
                "--config",
                config.toString(),
                "--option",
                "name=shop"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("unknown option 'name' (option)")
        .contains("unknown option 'rotat.age'; did you mean 'rotate.age'?")
        .contains("'samplng.rate' (sluice.samplng.rate in " + config + "); did you mean 'sampling.")
        .contains("option 'memory' must be bytes");
    assertThat(directory.resolve("arguments")).doesNotExist();
  }

  @Test
  void sink_that_does_not_work_is_told_before_the_program_is_started() throws Exception {
    Path file = Files.createFile(directory.resolve("plain"));
    assertThat(exitCode("--doctor", "-s", "file:" + file)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("is a file, not a directory", "give a directory", "the program was not started");
    assertThat(directory.resolve("arguments")).doesNotExist();

    Path config = Files.writeString(directory.resolve("c"), "sluice.sink=file:" + file + "/x\n");
    assertThat(exitCode("--doctor", "--config", config.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(directory.resolve("arguments")).doesNotExist();

    run("--doctor", "-s", "file:" + directory.resolve("new"), "-i", "a.B");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("can be used: 0 failed");
    assertThat(directory.resolve("arguments")).isNotEmptyFile();
  }

  @Test
  void options_of_a_plug_in_are_left_to_the_agent() throws Exception {
    assertThat(run("--sink", "file:x", "--option", "plugins=a.jar", "--option", "their.own=1"))
        .containsEntry("their.own", "1");
  }

  @Test
  void report_that_the_user_wants_does_not_take_the_closing_figures_away() throws Exception {
    Properties options = run("--sink", "file:x", "--option", "report=own.rep");
    assertThat(options).containsEntry("report", "own.rep");
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("sluice: 7 records emitted");
  }

  @Test
  void presets_are_those_of_the_libraries_unless_something_says_what_is_recorded()
      throws Exception {
    Files.createDirectories(directory.resolve("jakarta/servlet"));
    Files.createFile(directory.resolve("jakarta/servlet/Servlet.class"));
    program = List.of("-cp", directory.toString(), "Shop");
    assertThat(run("--sink", "file:x")).containsEntry("preset", "http");
    assertThat(errors())
        .contains("sluice: recording with --preset http, whose libraries are in " + directory);
    assertThat(run("--sink", "file:x", "-i", "a.B")).doesNotContainKey("preset");
    assertThat(run("--sink", "file:x", "-r", "r.include=a.B")).doesNotContainKey("preset");
    assertThat(run("--sink", "file:x", "--preset", "jdbc,kafka", "--preset", "spring"))
        .containsEntry("preset", "jdbc,kafka,spring");
    program = List.of("-Dsluice.include=a.B", "-cp", directory.toString(), "Shop");
    assertThat(run("--sink", "file:x")).doesNotContainKey("preset");
    program = List.of("-cp", directory.toString(), "Shop");
    Path config = Files.writeString(directory.resolve("c"), "sluice.include=a.B\n");
    assertThat(run("--sink", "file:x", "--config", config.toString())).doesNotContainKey("preset");
  }

  @Test
  void preset_that_there_is_not_is_told_before_the_program_is_started() {
    assertThat(exitCode("--sink", "file:x", "--preset", "http,jdcb")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).contains("no preset 'jdcb'", "did you mean 'jdbc'?");
    assertThat(directory.resolve("arguments")).doesNotExist();
  }

  @Test
  void watched_program_has_a_page_while_it_runs_and_a_report_after_it() throws Exception {
    Path recorded = Recorded.file(directory, 30);
    Path sink = directory.resolve("new");
    // As a program records: the file comes while it runs.
    Files.writeString(
        directory.resolve("java"), "cp " + recorded + " " + sink + "\n", StandardOpenOption.APPEND);
    run("--watch", "--sink", "file:" + sink);
    assertThat(errors())
        .containsPattern("the live page is at http://127.0.0.1:\\d+/; records are in " + sink)
        .contains("the report is " + sink + "-report/report.html", "requests, p50");
    assertThat(directory.resolve("new-report/report.html")).isNotEmptyFile();
  }

  @Test
  void program_that_records_nothing_leaves_no_directory_and_has_no_report() throws Exception {
    run("--watch", "--sink", "file:" + directory.resolve("new"));
    assertThat(errors()).contains("nothing was recorded, so there is no report");
    assertThat(directory.resolve("new")).doesNotExist();

    Path own = Files.createDirectory(directory.resolve("own"));
    run("--watch", "--sink", "file:" + own);
    assertThat(errors()).contains("there is no report: there are no segments");
    assertThat(own).exists();
  }

  @Test
  void live_page_needs_a_sink_of_files() {
    assertThat(exitCode("--watch", "--sink", "tcp://h:1")).isEqualTo(ExitCode.USAGE);
    assertThat(exitCode("--watch", "--sink", "file:x.slu")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).contains("--watch reads what is recorded", "'sluice watch SOURCE'");
    assertThat(directory.resolve("arguments")).doesNotExist();
  }
}
