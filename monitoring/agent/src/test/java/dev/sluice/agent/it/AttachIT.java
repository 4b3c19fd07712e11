package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent comes into a JVM that is running, and goes. */
class AttachIT {
  private static final List<String> TRACE = List.of("Till.add 0/0", "Till.plus 1/1");

  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private Program till(Path jdk) throws Exception {
    return Program.brief(jdk, directory)
        // Else newer JDKs print a warning; JDK 17 knows the flag too.
        .arguments("-XX:+EnableDynamicAgentLoading")
        .classPath()
        .arguments("com.acme.shop.Till");
  }

  private String sink() {
    return "sink=file:" + directory.resolve("records") + ";include=com.acme.**";
  }

  private Recording recording() throws Exception {
    return Recording.of(directory.resolve("records"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void classes_that_are_loaded_are_monitored_from_then_on(Path jdk) throws Exception {
    try (Conversation till = Conversation.with(till(jdk), directory)) {
      assertThat(till.add(1)).isEqualTo("1");
      assertThat(till.attach(Program.AGENT, sink()))
          .startsWith("ok\n")
          .contains("instrumented.classes=1", "instrumented.methods=3", "failed.classes=0");
      assertThat(till.add(2)).isEqualTo("3");
      assertThat(till.add(3)).isEqualTo("6");
      assertThat(till.end()).isEqualTo(new Program.Result(0, "closed", ""));
    }
    assertThat(recording().traces()).containsExactly(TRACE, TRACE);
    assertThat(recording().last().end()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void stopping_takes_the_probes_out_and_tells_the_figures(Path jdk) throws Exception {
    try (Conversation till = Conversation.with(till(jdk), directory)) {
      till.attach(Program.AGENT, sink());
      assertThat(till.add(1)).isEqualTo("1");
      assertThat(till.attach(Program.AGENT, "stop"))
          .startsWith("ok\n")
          .contains("emitted=3", "acknowledged=3", "balanced=true");
      assertThat(till.add(2)).isEqualTo("3");
      assertThat(till.attach(Program.AGENT, "stop"))
          .isEqualTo("failed\nno Sluice agent is at work in this JVM");
      assertThat(till.end()).isEqualTo(new Program.Result(0, "closed", ""));
    }
    assertThat(recording().traces()).containsExactly(TRACE);
    assertThat(recording().last().end()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void agent_that_was_started_with_the_program_can_be_stopped_too(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory).monitored("com.acme.**");
    program.arguments("-XX:+EnableDynamicAgentLoading").classPath();
    program.arguments("com.acme.shop.Till");
    try (Conversation till = Conversation.with(program, directory)) {
      assertThat(till.add(1)).isEqualTo("1");
      assertThat(till.attach(Program.AGENT, "stop")).contains("emitted=3", "balanced=true");
      assertThat(till.add(2)).isEqualTo("3");
      assertThat(till.end()).isEqualTo(new Program.Result(0, "closed", ""));
    }
    // Execution of main was active when monitoring ended.
    assertThat(recording().executions()).hasSize(2);
    assertThat(program.report()).content().contains("emitted=3");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void stopped_agent_may_be_started_again(Path jdk) throws Exception {
    try (Conversation till = Conversation.with(till(jdk), directory)) {
      for (int i = 1; i <= 3; i++) {
        assertThat(till.attach(Program.AGENT, sink())).startsWith("ok\n");
        assertThat(till.add(1)).isEqualTo(Integer.toString(i));
        assertThat(till.attach(Program.AGENT, "stop")).contains("emitted=3");
      }
      assertThat(till.end()).isEqualTo(new Program.Result(0, "closed", ""));
    }
    assertThat(recording().executions()).hasSize(6);
    assertThat(recording().executions().stream().map(Execution::place))
        .containsOnly("Till.add 0/0", "Till.plus 1/1");
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void second_agent_and_wrong_options_are_refused_in_one_line(Path jdk) throws Exception {
    try (Conversation till = Conversation.with(till(jdk), directory)) {
      assertThat(till.attach(Program.AGENT, "include=com.acme.**"))
          .startsWith("failed\n")
          .contains("no sink is configured");
      assertThat(till.attach(Program.AGENT, sink() + ";inclde=x"))
          .startsWith("failed\n")
          .contains("did you mean 'include'?");
      assertThat(till.attach(Program.AGENT, sink())).startsWith("ok\n");
      assertThat(till.attach(Program.AGENT, sink()))
          .matches(
              "failed\nanother Sluice agent is at work in this JVM;"
                  + " './sluice attach \\d+ --stop' stops it");
      assertThat(till.add(1)).isEqualTo("1");
      assertThat(till.end()).isEqualTo(new Program.Result(0, "closed", ""));
    }
    assertThat(recording().traces()).containsExactly(TRACE);
  }
}
