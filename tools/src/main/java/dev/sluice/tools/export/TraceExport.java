package dev.sluice.tools.export;

import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.RecordType;
import java.io.IOException;

/** Writes traces, and what else a tool has room for. For one thread. */
public interface TraceExport extends TraceListener {
  /** Receives the losses in the header of a chunk. */
  default void chunk(Accounting accounting) {}

  /** Returns whether it wants records of a type that is no part of a trace. */
  default boolean wants(RecordType type) {
    return false;
  }

  /** Takes all rows of a batch of a type that it wants, of the last chunk. */
  default void rows(ColumnBatch batch) {}

  /** Executions that are not in it because it would be too large. */
  default long leftOut() {
    return 0;
  }

  /** Ends the input. */
  void finish() throws IOException;
}
