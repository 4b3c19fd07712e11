package dev.sluice.cli;

import dev.sluice.api.config.Endpoint;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.monitoring.records.ThreadsStatusWriter;
import java.nio.file.Path;
import java.time.Duration;

/** Files with real records, written as a program writes them. */
public final class Recorded {
  private Recorded() {}

  /** Operation executions in chunks of ten, and one record of another type at the end. */
  public static Path file(Path directory, int executions) {
    return file(directory, executions, "binary");
  }

  /** The same, encoded by that serializer. */
  public static Path file(Path directory, int executions, String serializer) {
    Path file = directory.resolve("records.slu");
    ChunkingCollector collector =
        ChunkingCollector.open(
            Endpoint.parse(
                "file:"
                    + file
                    + "?producer=test&chunk.records=10&policy=block&serializer="
                    + serializer));
    OperationExecutionWriter writer = OperationExecutionWriter.create(collector.rows());
    for (int i = 0; i < executions; i++) {
      writer.emit(
          collector.rows().symbol("public void a.B.c" + i % 3 + "(int, long)"),
          null,
          7,
          System.nanoTime(),
          System.nanoTime(),
          collector.rows().symbol("host"),
          i,
          0,
          false);
    }
    ThreadsStatusWriter.create(collector.rows())
        .emit(
            System.nanoTime(),
            collector.rows().symbol("host"),
            collector.rows().symbol("vm"),
            1,
            2,
            3,
            4);
    collector.close(Duration.ofSeconds(10));
    return file;
  }
}
