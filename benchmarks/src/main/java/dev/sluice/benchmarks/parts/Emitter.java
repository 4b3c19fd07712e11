package dev.sluice.benchmarks.parts;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.OperationExecutionWriter;

/**
 * Emits operation executions as the method-call benchmark of the 2023 paper does: traces of ten
 * nested calls of one method. Times grow as on a clock of 10 ns, without reading one. For one
 * thread.
 */
final class Emitter {
  static final int DEPTH = 10;

  private final OperationExecutionWriter writer;
  private final Symbol signature;
  private final Symbol host;
  private long traceId;
  private long time;

  Emitter(RowSink sink) {
    writer = OperationExecutionWriter.create(sink);
    signature =
        sink.symbol(
            "public final long moobench.application.MonitoredClassSimple.monitoredMethod(long, int)");
    host = sink.symbol("host-1");
  }

  /** Emits {@code records} records, a multiple of {@link #DEPTH}; returns how many were refused. */
  int emit(int records) {
    int refused = 0;
    for (int i = 0; i < records; i += DEPTH) {
      long tin = time;
      long tout = time + 700;
      traceId++;
      time += 1000;
      for (int ess = DEPTH - 1; ess >= 0; ess--) {
        if (!writer.emit(signature, null, traceId, tin + 20L * ess, tout, host, ess, ess, false)) {
          refused++;
        }
        tout += 20;
      }
    }
    return refused;
  }

  /** Emits a record between two clock reads, as a probe does; whether it was taken. */
  boolean emitMeasured() {
    long tin = System.nanoTime();
    int ess = (int) (++traceId % DEPTH);
    return writer.emit(
        signature, null, traceId / DEPTH, tin, System.nanoTime(), host, ess, ess, false);
  }
}
