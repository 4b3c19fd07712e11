package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Aggregates tell of the executions that single records tell of, threads that ended included. */
class AggregateIT {
  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private Recording run(Path jdk, String probe, String more) throws Exception {
    Program program =
        Program.brief(jdk, Files.createDirectory(directory.resolve(probe + more.hashCode())));
    Program.Result result =
        program
            .agent(
                "sink=file:"
                    + program.records()
                    + "?policy=block;include=com.acme.shop.**;probe="
                    + probe
                    + more)
            .shop("threads", "recursion", "exceptions", "kinds")
            .run();
    assertThat(result.err()).isEqualTo("done\n");
    assertThat(result.exitCode()).isEqualTo(3);
    Recording recording = Recording.of(program.records());
    assertThat(recording.last().dropped().total()).isZero();
    return recording;
  }

  private static Map<String, Long> counts(List<Execution> executions) {
    return executions.stream()
        .collect(Collectors.groupingBy(Execution::signature, TreeMap::new, Collectors.counting()));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void each_execution_is_in_one_aggregate(Path jdk) throws Exception {
    List<Execution> executions = run(jdk, "execution", "").executions();
    Map<String, Long> counts = counts(executions);
    assertThat(counts).hasSizeGreaterThan(5);
    Recording aggregates = run(jdk, "aggregate", "");
    assertThat(aggregates.aggregated()).isEqualTo(counts);
    assertThat(aggregates.aggregatedExceptions())
        .isEqualTo(counts(executions.stream().filter(Execution::exception).toList()))
        .hasSize(1);
    assertThat(run(jdk, "aggregate-histogram", "").aggregated()).isEqualTo(counts);
    assertThat(run(jdk, "aggregate-histogram", ";aggregate.calls=7").aggregated())
        .isEqualTo(counts);
    assertThat(run(jdk, "aggregate", ";aggregate.memory=0;aggregate.interval=20ms").aggregated())
        .isEqualTo(counts);
  }
}
