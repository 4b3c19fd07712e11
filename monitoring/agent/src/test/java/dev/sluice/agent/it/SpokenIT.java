package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody who starts a program with the agent should know stands on standard error. */
@Execution(ExecutionMode.CONCURRENT)
class SpokenIT {
  @TempDir Path directory;

  private final Path jdk = Path.of(System.getProperty("java.home"));

  /** What the agent says of the shop's recursion, which records eleven records. */
  private List<String> said(String options) throws Exception {
    Program.Result result = Program.brief(jdk, directory).agent(options).shop("recursion").run();
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).isEqualTo("recursion 3\n");
    assertThat(result.err()).contains("done\n");
    return result.err().lines().filter(line -> line.startsWith("sluice: ")).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "kafka://127.0.0.1:1/records, 127.0.0.1:1",
    "kafka://no-such-host.invalid:9092/records, no-such-host.invalid",
    "tcp://127.0.0.1:1, Connection refused",
    "file:a-file/records, a-file"
  })
  void sink_that_takes_nothing_is_told_once_while_the_program_runs_and_so_is_the_loss(
      String sink, String why) throws Exception {
    Files.writeString(directory.resolve("a-file"), "in the way");
    String options = "sink=" + sink + ";include=com.acme.**;exit.timeout=1s";
    Program program = Program.brief(jdk, directory).all().agent(options);
    program.classPath().arguments("com.acme.shop.Till");
    List<String> said;
    try (Conversation till = Conversation.with(program, directory)) {
      assertThat(till.add(1)).isEqualTo("1");
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(Files.readString(directory.resolve("err")))
                      .startsWith("sluice: warning: ")
                      .contains(why));
      said = till.end().err().lines().filter(line -> line.startsWith("sluice: ")).toList();
    }
    assertThat(said).hasSize(2);
    Matcher loss =
        Pattern.compile(
                "sluice: of (\\d+) records 0 arrived, (\\d+) dropped \\(closed \\2\\)"
                    + "(?:, of (\\d+) nobody knows)?; .*exit\\.timeout.*")
            .matcher(said.get(1));
    assertThat(loss.matches()).as(said.get(1)).isTrue();
    long unknown = loss.group(3) == null ? 0 : Long.parseLong(loss.group(3));
    assertThat(Long.parseLong(loss.group(2)) + unknown)
        .isEqualTo(Long.parseLong(loss.group(1)))
        .isPositive();
  }

  @Test
  void jar_that_is_started_as_a_program_tells_version_and_usage() throws Exception {
    Program.Result result = Program.brief(jdk, directory).arguments("-jar", Program.AGENT).run();
    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .anyMatch(line -> line.matches("Sluice agent \\d+\\.\\d+\\.\\d+\\S*\\. .*"))
        .anyMatch(line -> line.contains("java '-javaagent:sluice-agent.jar=sink=file:records,"));
  }

  @Test
  void quiet_agent_says_nothing() throws Exception {
    assertThat(said("sink=tcp://127.0.0.1:1;include=com.acme.**;exit.timeout=100ms;quiet=true"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme, 'classes under com.acme were loaded, write com.acme.**'",
    "com.acme.shop.Shop.fibonacci, write com.acme.shop.Shop#fibonacci",
    "@Service, 'an annotation is written with its package, or as @..Service'",
    "com.acne.shop.**, did you mean com.acme.shop.**?",
    "Shop, com.acme.shop.Shop",
    "java.util.**, classes of the JDK are not monitored",
    "org.elsewhere.**, classes under com.acme were loaded"
  })
  void pattern_that_matched_nothing_is_told_with_what_was_meant(String include, String meant)
      throws Exception {
    List<String> said = said("sink=file:records;include=" + include);
    assertThat(said)
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .startsWith(
                        "sluice: warning: rule default (include="
                            + include
                            + ") matched no method; ")
                    .contains(meant));
  }

  @Test
  void what_would_act_in_a_terminal_is_left_out() throws Exception {
    List<String> said = said("sink=file:records;include=com.acme.**;report=no-\u001b[2J/report");
    assertThat(said)
        .singleElement()
        .satisfies(line -> assertThat(line).contains("cannot write the report: ").contains("[2J"))
        .satisfies(line -> assertThat(line).doesNotContain("\u001b"));
  }
}
