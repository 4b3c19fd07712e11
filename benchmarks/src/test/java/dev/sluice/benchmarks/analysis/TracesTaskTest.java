package dev.sluice.benchmarks.analysis;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Recorded;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracesTaskTest {
  private static final int EXECUTIONS = 20_000;

  @TempDir Path folder;

  @Test
  void all_traces_of_the_recording_are_rebuilt_by_us_and_by_kieker() throws Exception {
    Path file = folder.resolve("executions.slu");
    Recording.write(file, EXECUTIONS);
    Recorded recorded = new Recorded();
    for (String workers : List.of("1", "3")) {
      new AnalysisTask.Traces().run(traces(workers, file, EXECUTIONS, 1), recorded.recorder());
    }
    new KiekerTracesTask()
        .run(List.of("kieker", Integer.toString(EXECUTIONS), "2"), recorded.recorder());
    for (String label : List.of("1", "3", "kieker")) {
      Cell cell = Cell.of("analysis", label);
      assertTrue(recorded.results().summary(cell, AnalysisTask.RATE).mean() > 0, label);
    }
  }

  @Test
  void a_trace_too_few_is_a_failure() {
    Path file = folder.resolve("executions.slu");
    Recording.write(file, EXECUTIONS - 10);
    assertThrows(
        IllegalStateException.class,
        () ->
            new AnalysisTask.Traces()
                .run(traces("1", file, EXECUTIONS, 0), new Recorded().recorder()));
  }

  private static List<String> traces(String workers, Path file, int executions, int seconds) {
    return List.of(
        workers, workers, file.toString(), Integer.toString(executions), Integer.toString(seconds));
  }
}
