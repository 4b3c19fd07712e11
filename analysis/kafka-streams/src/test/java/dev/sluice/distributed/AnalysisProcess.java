package dev.sluice.distributed;

import dev.sluice.api.record.FieldSelection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** An instance in a process of its own, to be killed. */
final class AnalysisProcess {
  private AnalysisProcess() {}

  static DistributedAnalysis.Builder<Map<String, Long>> builder(String uri, boolean split) {
    return DistributedAnalysis.builder(new HashStage(FieldSelection.ALL), uri)
        .applicationId("killed")
        .partitions(3)
        .split(split)
        .commitInterval(Duration.ofMillis(100))
        .threads(1);
  }

  /** Starts one. */
  static Process start(String uri, boolean split, Path log) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            AnalysisProcess.class.getName(),
            uri,
            Boolean.toString(split))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  /** Works until it is killed; ends if the analysis fails. */
  public static void main(String[] args) throws Exception {
    DistributedAnalysis<Map<String, Long>> analysis =
        builder(args[0], Boolean.parseBoolean(args[1]))
            .commitInterval(Duration.ofMillis(500)) // leaves time to kill it before it commits
            .start();
    try {
      while (true) {
        analysis.awaitEnd(Duration.ofSeconds(1));
        LockSupport.parkNanos(100_000_000); // all is done for now
      }
    } catch (IOException e) {
      e.printStackTrace();
      System.exit(1);
    }
  }
}
