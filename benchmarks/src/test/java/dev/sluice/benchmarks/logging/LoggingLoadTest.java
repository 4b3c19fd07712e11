package dev.sluice.benchmarks.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Recorded;
import dev.sluice.benchmarks.frame.Results;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("one-jdk")
class LoggingLoadTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void every_message_arrives_and_costs_something(LoggingLoad.Appender appender) throws Exception {
    Recorded recorded = new Recorded();
    new LoggingLoad()
        .run(List.of(appender.name(), directory.toString(), "0.2"), recorded.recorder());
    Results results = recorded.results();
    assertThat(results.cells()).hasSize(2);
    for (Cell cell : results.cells()) {
      assertThat(results.mean(cell, Metric.LOST)).isZero();
      assertThat(results.mean(cell, LoggingExperiment.CALL)).isPositive();
      assertThat(results.mean(cell, LoggingExperiment.CPU)).isPositive();
      assertThat(results.mean(cell, LoggingExperiment.BYTES)).isPositive();
    }
  }
}
