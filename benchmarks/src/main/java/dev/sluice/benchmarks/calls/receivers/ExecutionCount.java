package dev.sluice.benchmarks.calls.receivers;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;

/** Counts the executions that records account for. For one thread. */
public final class ExecutionCount {
  private RecordType last;
  private int each;
  private int countField = -1;
  private long executions;

  /** Adds those of a record. */
  public void add(RecordCursor cursor) {
    if (cursor.type() != last) {
      last = cursor.type();
      look();
    }
    executions += countField < 0 ? each : cursor.longValue(countField);
  }

  private void look() {
    each = 0;
    countField = -1;
    switch (last.name()) {
      case "sluice.operation_execution", "sluice.operation_duration" -> each = 1;
      case "sluice.operation_duration_aggregate", "sluice.operation_duration_histogram" ->
          countField = last.indexOf("count");
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
