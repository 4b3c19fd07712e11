package dev.sluice.benchmarks.analysis;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.benchmarks.rate.Executions;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import java.nio.file.Path;
import java.time.Duration;

/** A file of chunks with traces of ten nested executions, as an application emits them. */
final class Recording {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int BURST = 10_000;

  private Recording() {}

  /** Writes that many executions, a multiple of ten, to a file that does not exist. */
  static void write(Path file, long executions) {
    ChunkingCollector collector =
        ChunkingCollector.open(
            Endpoint.parse("file:" + file + "?policy=block&block.deadline=60s&chunk.records=1024"));
    RowSink rows = collector.rows();
    OperationExecutionWriter writer = OperationExecutionWriter.create(rows);
    Symbol signature = rows.symbol(Executions.SIGNATURE);
    Symbol host = rows.symbol(Executions.HOST);
    Executions made = Executions.made();
    for (long left = executions; left > 0; left -= BURST) {
      made.next(
          (int) Math.min(left, BURST),
          (trace, tin, tout, ess) ->
              writer.emit(signature, null, trace, tin, tout, host, ess, ess, false));
    }
    CollectorReport report = collector.close(PATIENCE);
    if (report.acknowledged() != executions) {
      throw new IllegalStateException("not all was written: " + report);
    }
  }
}
