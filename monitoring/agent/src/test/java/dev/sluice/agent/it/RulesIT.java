package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What rules choose and record, and that programs with all their methods chosen do not notice. */
class RulesIT {
  private static final String EVERYTHING =
      ";include=com.acme.shop.**|new com.acme.shop.**|com.acme.shop.**#<clinit>";

  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private Program program(Path jdk, String options) {
    Program program = Program.brief(jdk, directory);
    return program.agent(
        "sink=file:" + program.records() + ";report=" + program.report() + options);
  }

  private static Program zoo(Program program) throws Exception {
    Path classes =
        Path.of(
            com.acme.shop.Zoo.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return program.arguments("-cp", classes.toString(), "com.acme.shop.Zoo");
  }

  private Properties report(Program program) throws Exception {
    Properties report = new Properties();
    try (Reader in = Files.newBufferedReader(program.report())) {
      report.load(in);
    }
    return report;
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void constructors_and_initialisers_of_every_kind_do_what_they_did(Path jdk) throws Exception {
    Program.Result without = zoo(Program.brief(jdk, directory)).run();
    assertThat(without.out()).contains("dog at <init>:", "before super at explode:", "food!!");
    for (String probe : List.of("execution", "events,duration", "execution,events,duration")) {
      Program program = zoo(program(jdk, EVERYTHING + ";probe=" + probe));
      assertThat(program.run()).as(probe).isEqualTo(without);
      assertThat(report(program))
          .as(probe)
          .containsEntry("failed.classes", "0")
          .containsEntry("left.methods", "0")
          .containsEntry("balanced", "true");
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void constructors_are_recorded_behind_super_and_only_if_named(Path jdk) throws Exception {
    Program program =
        zoo(program(jdk, ";include=new com.acme.shop.Zoo$*|com.acme.shop.Zoo$Dog#voice"));
    assertThat(program.run().err()).isEmpty();
    Recording recording = Recording.of(program.records());
    // What a constructor calls before its own body is no part of it: super(…) comes first.
    assertThat(recording.traces().subList(0, 5))
        .containsExactly(
            List.of("Zoo$Animal.<init> 0/0"),
            List.of("Zoo$Animal.<init> 0/0"),
            List.of("Zoo$Dog.<init> 0/0"),
            List.of("Zoo$Dog.voice 0/0"),
            List.of("Zoo$Animal.<init> 0/0"));
    assertThat(recording.executions().stream().map(Execution::signature))
        .contains(
            "new com.acme.shop.Zoo$Animal.<init>(java.lang.String, double, long)",
            "private new com.acme.shop.Zoo$Size.<init>(java.lang.String, int)",
            "new com.acme.shop.Zoo$Inner.<init>(com.acme.shop.Zoo)")
        .noneMatch(signature -> signature.contains("Broken"));
    assertThat(recording.executions()).allMatch(execution -> execution.ess() == 0);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void rules_add_up_and_say_what_they_chose(Path jdk) throws Exception {
    Program program =
        program(
                jdk,
                ";rule.all.include=com.acme.shop.Shop#fibonacci"
                    + ";rule.slow.include=static int com.acme..*.fib*(int)"
                    + ";rule.slow.probe=duration;rule.slow.probe=events"
                    + ";rule.off.include=com.acme.shop.Shop#perform;rule.off.enabled=false")
            .shop("recursion");
    assertThat(program.run().err()).isEqualTo("done\n");
    Recording recording = Recording.ofAll(program.records());
    assertThat(recording.executions())
        .hasSize(9)
        .allMatch(e -> e.method().equals("Shop.fibonacci"));
    for (String type : List.of("before_operation", "after_operation", "operation_duration")) {
      assertThat(recording.others().stream().filter(other -> other.startsWith(type + " ")))
          .as(type)
          .hasSize(9)
          .allMatch(other -> other.endsWith(" static int com.acme.shop.Shop.fibonacci(int)"));
    }
    assertThat(recording.others()).containsOnlyOnce("trace_metadata");
    assertThat(report(program))
        .containsEntry("rule.all", "on, execution, 1 operation")
        .containsEntry("rule.slow", "on, events duration, 1 operation")
        .containsEntry("rule.off", "off, execution, 1 operation")
        .containsEntry("switched.off", "1")
        .containsEntry("sampled.out", "0");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void failures_have_events_of_their_own(Path jdk) throws Exception {
    Program program =
        program(jdk, ";include=com.acme.shop.Shop#fail;probe=events").shop("exceptions");
    assertThat(program.run().err()).isEqualTo("done\n");
    assertThat(
            Recording.ofAll(program.records()).others().stream()
                .filter(other -> other.contains("Shop.fail"))
                .map(other -> other.substring(0, other.indexOf(' '))))
        .containsExactly(
            "before_operation",
            "before_operation",
            "before_operation",
            "after_operation_failed",
            "after_operation_failed",
            "after_operation_failed");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void annotations_and_modifiers_choose(Path jdk) throws Exception {
    Program program = zoo(program(jdk, ";include=@Monitored|private static com.acme.shop.Zoo#*"));
    assertThat(program.run().err()).isEmpty();
    assertThat(Recording.of(program.records()).executions().stream().map(Execution::method))
        .contains("Zoo$Animal.voice", "Zoo.attempt")
        .doesNotContain("Zoo$Dog.voice", "Zoo.main");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void sampled_out_traces_are_counted_and_the_others_whole(Path jdk) throws Exception {
    Program program =
        program(jdk, ";include=com.acme.shop.Shop$Task;sampling.rate=0.25").shop("threads");
    assertThat(program.run().err()).isEqualTo("done\n");
    Recording recording = Recording.of(program.records());
    assertThat(recording.traces())
        .allMatch(trace -> trace.size() == 4)
        .hasSizeBetween(300 - 4 * 3, 300 + 4 * 3);
    assertThat(report(program))
        .containsEntry("sampled.out", Integer.toString(1200 - recording.traces().size()))
        .containsEntry("dropped", "0");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void program_that_is_told_to_be_off_records_nothing(Path jdk) throws Exception {
    Program program =
        program(jdk, ";include=com.acme.shop.**;enabled=false").shop("recursion", "kinds");
    assertThat(program.run().err()).isEqualTo("done\n");
    assertThat(report(program)).containsEntry("emitted", "0");
  }
}
