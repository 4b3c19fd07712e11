package dev.sluice.benchmarks.rate;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * This project's collector at its defaults, but for what the case says, and that the emitting
 * thread waits when it falls behind, as Kieker's queue has it.
 */
final class SluiceSubject implements Subject {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ChunkingCollector collector;
  private final OperationExecutionWriter writer;
  private final Symbol signature;
  private final Symbol host;

  SluiceSubject(RateCase of, String topic) {
    String settings =
        "?policy=block&block.deadline=60s&serializer="
            + of.serializer()
            + "&chunk.records="
            + of.size();
    if (!of.compression().equals(RateCase.NONE)) {
      settings += "&compression=" + of.compression();
    }
    collector = ChunkingCollector.open(Endpoint.parse("kafka://" + topic + settings));
    RowSink rows = collector.rows();
    writer = OperationExecutionWriter.create(rows);
    signature = rows.symbol(Executions.SIGNATURE);
    host = rows.symbol(Executions.HOST);
  }

  /** The collector counts what it refuses. */
  @Override
  public void take(long traceId, long tin, long tout, int ess) {
    writer.emit(signature, null, traceId, tin, tout, host, ess, ess, false);
  }

  @Override
  public Map<String, Long> lost() {
    return lost(collector.report());
  }

  private static Map<String, Long> lost(CollectorReport report) {
    Map<String, Long> lost = new LinkedHashMap<>(report.dropped().byLabel());
    if (report.unconfirmed() > 0) {
      lost.put("unconfirmed", report.unconfirmed());
    }
    return lost;
  }

  @Override
  public void end() {
    collector.close(PATIENCE);
  }
}
