package dev.sluice.benchmarks.analysis;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.benchmarks.frame.Recorded;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalysisTaskTest {
  private static final int RECORDS = Recording.SAMPLES * 1_000;

  @TempDir Path folder;

  @Test
  void all_records_are_analysed_from_file_and_memory_by_one_worker_and_several() throws Exception {
    Path samples = folder.resolve("samples.slu");
    Path executions = folder.resolve("executions.slu");
    Recording.writeSamples(samples, RECORDS);
    Recording.write(executions, RECORDS);
    for (String source : List.of(AnalysisTask.FILE, AnalysisTask.MEMORY)) {
      for (int workers : new int[] {1, 3}) {
        measure(new AnalysisTask.Resources(), source, workers, samples, RECORDS);
        measure(new AnalysisTask.Full(), source, workers, executions, RECORDS);
      }
    }
  }

  @Test
  void a_record_too_few_is_a_failure() {
    Path samples = folder.resolve("samples.slu");
    Recording.writeSamples(samples, RECORDS);
    assertThrows(
        IllegalStateException.class,
        () -> measure(new AnalysisTask.Resources(), AnalysisTask.FILE, 2, samples, RECORDS + 1));
  }

  private static void measure(
      AnalysisTask<?> task, String source, int workers, Path file, long records) throws Exception {
    Recorded recorded = new Recorded();
    task.run(
        List.of(source, Integer.toString(workers), file.toString(), Long.toString(records), "0.01"),
        recorded.recorder());
    assertTrue(
        recorded
                .results()
                .summary(AnalysisTask.cell(source, records, workers), AnalysisTask.RATE)
                .mean()
            > 0);
  }
}
