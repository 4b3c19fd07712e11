package dev.sluice.benchmarks.codec;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Results;
import java.util.Comparator;
import java.util.List;

/** One cell of the benchmark, which has a set, a subject and a chunk size. */
record CodecResult(RecordSet set, Subject subject, int chunkRecords, Results results, Cell cell) {
  static final Metric BYTES = new Metric("bytes a record", "B", 2);
  static final Metric WITHOUT_STATIC = new Metric("bytes a record, no static strings", "B", 2);
  static final Metric ACCOUNTING = new Metric("accounting a chunk", "B", 1);
  static final Metric ENCODE = new Metric("encode", "M records/s", 2);
  static final Metric DECODE = new Metric("decode", "M records/s", 2);
  static final Metric COLUMNS = new Metric("columns", "M records/s", 2);
  static final Metric TWO_FIELDS = new Metric("columns, two fields", "M records/s", 2);
  static final Metric ENCODE_ALLOCATION = new Metric("allocation, encode", "B a record", 2);
  static final Metric DECODE_ALLOCATION = new Metric("allocation, decode", "B a record", 2);

  static Cell cell(RecordSet set, Subject subject, int chunkRecords) {
    return Cell.of("set", set, "serializer", subject, "chunk", chunkRecords);
  }

  /** All, by set and chunk size. */
  static List<CodecResult> of(Results results) {
    List<Subject> subjects = Subject.all();
    return results.cells().stream()
        .map(
            cell ->
                new CodecResult(
                    RecordSet.valueOf(cell.get("set").replace('-', '_')),
                    subjects.stream()
                        .filter(s -> s.toString().equals(cell.get("serializer")))
                        .findFirst()
                        .orElseThrow(),
                    Integer.parseInt(cell.get("chunk")),
                    results,
                    cell))
        .sorted(Comparator.comparing(CodecResult::set).thenComparingInt(CodecResult::chunkRecords))
        .toList();
  }

  /** The median of all rounds, or null if the metric was not measured. */
  Double median(Metric metric) {
    return results.has(cell, metric) ? results.summary(cell, metric).p50() : null;
  }
}
