package dev.sluice.benchmarks.calls.receivers;

import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.RecordType;

/** Counts the executions that records account for. For one thread. */
public final class ExecutionCount {
  private long executions;

  /** Adds those of records of one type. */
  public void add(ColumnBatch batch) {
    RecordType type = batch.type();
    switch (type.name()) {
      case "sluice.operation_execution", "sluice.operation_duration", "sluice.span" ->
          executions += batch.rows();
      case "sluice.operation_duration_aggregate", "sluice.operation_duration_histogram" -> {
        int count = batch.start(type.indexOf("count"));
        for (int row = 0; row < batch.rows(); row++) {
          executions += batch.values()[count + row];
        }
      }
      default -> {
        // Metadata.
      }
    }
  }

  /** All so far. */
  public long executions() {
    return executions;
  }
}
