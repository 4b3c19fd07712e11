package dev.sluice.analysis.traces;

import dev.sluice.analysis.operations.ChunkOperations;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.api.record.ColumnBatch;

/** Hands over records of executions that have no place in a trace. For one thread. */
record OutsideRows(
    Operations operations,
    ChunkOperations chunkOperations,
    TraceCounts counts,
    TraceListener listener) {
  void durations(ColumnBatch batch, TraceFields fields, long producer, int[] selected, int rows) {
    chunkOperations.batch(batch);
    long[] values = batch.values();
    for (int i = 0; i < rows; i++) {
      int row = selected[i];
      long duration = values[batch.start(fields.begin) + row];
      int operation = chunkOperations.id(batch, values[batch.start(fields.operation) + row]);
      boolean failed = fields.failed >= 0 && values[batch.start(fields.failed) + row] != 0;
      counts.countOutside();
      long end = values[batch.start(fields.end) + row];
      listener.timed(operations, operation, producer, end, Math.max(0, duration), failed);
    }
  }

  void aggregates(ColumnBatch batch, TraceFields fields, long producer, int[] selected, int rows) {
    chunkOperations.batch(batch);
    long[] values = batch.values();
    for (int i = 0; i < rows; i++) {
      int row = selected[i];
      int operation = chunkOperations.id(batch, values[batch.start(fields.operation) + row]);
      counts.countOutside();
      long calls = values[batch.start(fields.count) + row];
      if (calls > 0) {
        listener.aggregated(
            operations,
            operation,
            producer,
            new Aggregate(
                fields.end < 0 ? 0 : values[batch.start(fields.end) + row],
                calls,
                Math.max(0, values[batch.start(fields.exceptions) + row]),
                Math.max(0, values[batch.start(fields.sum) + row]),
                Math.max(0, values[batch.start(fields.min) + row]),
                Math.max(0, values[batch.start(fields.max) + row]),
                fields.histogram < 0 ? null : batch.bytes(fields.histogram, row)));
      }
    }
  }
}
