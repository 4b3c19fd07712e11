package dev.sluice.benchmarks.codec;

import dev.sluice.api.record.RowBatch;
import dev.sluice.testkit.TestBatch;

/** Cuts a set into batches. */
final class Batches {
  private Batches() {}

  /** Consecutive batches of {@code chunkRecords} rows; the last may have fewer. */
  static RowBatch[] of(TestBatch records, int chunkRecords) {
    RowBatch[] batches = new RowBatch[count(records, chunkRecords)];
    for (int i = 0; i < batches.length; i++) {
      int from = i * chunkRecords;
      batches[i] = records.build(from, Math.min(records.size(), from + chunkRecords));
    }
    return batches;
  }

  static int count(TestBatch records, int chunkRecords) {
    return (records.size() + chunkRecords - 1) / chunkRecords;
  }
}
