package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is wrong with the agent's options, its sink or the application's classes: it runs. Some
 * programs here end when the agent has waited in vain; the others run meanwhile.
 */
@Execution(ExecutionMode.CONCURRENT)
class HarmlessIT {
  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private Program program(Path jdk) {
    return Program.brief(jdk, directory);
  }

  private void startsUnmonitored(Path jdk, String options, String... told) throws Exception {
    Program program = program(jdk).agent(options).shop("recursion");
    Program.Result result = program.run();
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).isEqualTo("recursion 3\n");
    assertThat(result.err())
        .startsWith("sluice: not monitoring: ")
        .contains(told)
        .endsWith("\ndone\n");
    assertThat(result.err().lines()).hasSize(2);
    assertThat(program.records()).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void wrong_options_are_told_in_one_line(Path jdk) throws Exception {
    String sink = "sink=file:" + directory.resolve("records");
    startsUnmonitored(jdk, "", "no sink is configured");
    startsUnmonitored(jdk, sink + ";inclde=com.acme.**", "'inclde'", "did you mean 'include'?");
    startsUnmonitored(jdk, sink + ";include=com/acme/*", "'com/acme/*'", "'com.acme.*'");
    startsUnmonitored(jdk, "sink=fil:x", "'fil'", "did you mean 'file'?");
    startsUnmonitored(jdk, sink + "?dely=1s", "'dely'", "did you mean 'delay'?");
    startsUnmonitored(jdk, sink + "?delay=soon&memory=1", "'delay'", "'memory'");
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void what_only_the_larger_jar_has_is_told_with_its_name(Path jdk) throws Exception {
    String sink = "sink=file:" + directory.resolve("records");
    String where = ", which only sluice-agent-all.jar has";
    startsUnmonitored(jdk, "sink=kafka://127.0.0.1:1/records", "'kafka'", where);
    startsUnmonitored(
        jdk, "sink=kafka://127.0.0.1:1/records?kafka.acks=all;delay=1s", "'kafka'", where);
    startsUnmonitored(jdk, sink + "?compression=zstd", "zstd needs ", where);
    startsUnmonitored(jdk, sink + ";samplers=cpu,jvm", "'cpu'", where);
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void larger_jar_compresses_with_zstd(Path jdk) throws Exception {
    Program.Result result =
        program(jdk)
            .all()
            .agent("sink=file:" + directory.resolve("records") + "?compression=zstd")
            .shop("recursion")
            .run();
    assertThat(result).isEqualTo(new Program.Result(3, "recursion 3\n", "done\n"));
    assertThat(Recording.of(directory.resolve("records")).executions()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void sink_that_cannot_be_written_changes_nothing_but_standard_error(Path jdk) throws Exception {
    Path file = Files.writeString(directory.resolve("a-file"), "in the way");
    Program.Result result =
        program(jdk).agent("sink=file:" + file.resolve("records")).shop("recursion").run();
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).isEqualTo("recursion 3\n");
    assertThat(result.err()).contains("done\n");
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void broker_that_is_down_delays_only_the_end(Path jdk) throws Exception {
    assertDelaysOnlyTheEnd(jdk, "kafka://127.0.0.1:1/records");
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void reader_that_is_down_delays_only_the_end(Path jdk) throws Exception {
    assertDelaysOnlyTheEnd(jdk, "tcp://127.0.0.1:1");
  }

  private void assertDelaysOnlyTheEnd(Path jdk, String sink) throws Exception {
    String options = "sink=" + sink + ";include=com.acme.**;report=report.properties";
    Program.Result result =
        assertTimeout(
            Duration.ofSeconds(20),
            () -> program(jdk).all().agent(options).shop("recursion").run(),
            "contract: the end is delayed by 'exit.timeout' at most; the rest is for a loaded machine");
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).isEqualTo("recursion 3\n");
    // The metadata, and ten executions.
    assertThat(Files.readString(directory.resolve("report.properties")))
        .contains("balanced=true", "emitted=11\n", "acknowledged=0\n");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void method_that_has_no_room_for_a_probe_is_left_alone_and_counted(Path jdk) throws Exception {
    String source =
        "package com.acme; public class Big { public static void main(String[] a) { Small.run(); }"
            + " static int big() { int i = 0; "
            + "i++; ".repeat(21_825)
            + "return i; } static class Small { static void run() { System.out.println(big()); } } }";
    Program program = program(jdk);
    Path classes = program.compile("classes", "com/acme/Big.java", source);
    Program.Result result =
        program.monitored("com.acme.**").arguments("-cp", classes.toString(), "com.acme.Big").run();
    assertThat(result).isEqualTo(new Program.Result(0, "21825\n", ""));
    assertThat(Files.readString(program.report())).contains("failed.classes=0", "left.methods=1");
    assertThat(Recording.of(program.records()).traces())
        .containsExactly(List.of("Big.main 0/0", "Big$Small.run 1/1"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void platform_classes_are_never_instrumented(Path jdk) throws Exception {
    Program program = program(jdk).monitored("java.util.**|java.lang.**").shop("kinds");
    assertThat(program.run().err())
        .startsWith("done\nsluice: warning: rule default (include=java.util.**|java.lang.**)")
        .endsWith(" matched no method; classes of the JDK are not monitored\n");
    assertThat(Recording.of(program.records()).executions()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void second_agent_gives_way(Path jdk) throws Exception {
    Program.Result result =
        program(jdk).monitored("com.acme.**").agent("sink=file:other").shop("recursion").run();
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err())
        .matches(
            "sluice: not monitoring: another Sluice agent is at work in this JVM; remove one of two"
                + " -javaagent options, of which JAVA_TOOL_OPTIONS may have one\ndone\n");
  }
}
