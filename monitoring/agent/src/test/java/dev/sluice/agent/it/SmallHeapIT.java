package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with little memory, or for a while with none. */
@Execution(ExecutionMode.CONCURRENT)
class SmallHeapIT {
  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("jdks")
  void records_arrive_again_after_a_program_had_no_memory_left(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory);
    Program.Result result =
        program
            .losingNothing("com.acme.shop.Survivor")
            .arguments("-Xmx64m", "-XX:+UseSerialGC")
            .classPath()
            .arguments("com.acme.shop.Survivor")
            .run();
    assertThat(result.exitCode()).as("%s", result).isZero();
    assertThat(result.out()).endsWith("survived\n");
    assertThat(Recording.of(program.records()).executions())
        .filteredOn(e -> e.signature().contains("Survivor.recovered("))
        .as("%s", result)
        .hasSize(1000);
    assertThat(program.report()).as("%s", result).content().contains("balanced=true", "pending=0");
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 16})
  void program_with_a_small_heap_starts_and_is_monitored(int megabytes) throws Exception {
    Program program = Program.brief(Path.of(System.getProperty("java.home")), directory);
    Program.Result result =
        program
            .losingNothing("com.acme.shop.Flood#step")
            .arguments("-Xmx" + megabytes + "m")
            .classPath()
            .arguments("com.acme.shop.Flood", "20000")
            .run();
    assertThat(result.exitCode()).as("%s", result).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(Recording.of(program.records()).executions()).hasSize(20_000);
    assertThat(program.report()).content().contains("balanced=true", "dropped=0");
  }
}
