package dev.sluice.benchmarks.codec;

/**
 * One cell of the benchmark.
 *
 * @param density of the whole set
 * @param chunks chunks of the whole set
 * @param encoding records a second and what it allocates
 * @param decoding the same
 */
record CodecResult(
    RecordSet set,
    Subject subject,
    int chunkRecords,
    int chunks,
    Codec.Density density,
    Samples encoding,
    Samples decoding) {
  double bytesPerRecord() {
    return (double) density.bytes() / set.records();
  }

  double accountingBytesPerChunk() {
    return (double) density.accountingBytes() / chunks;
  }

  /** Null if there is no static table. */
  Double bytesPerRecordWithoutStaticTable() {
    long bytes = density.bytesWithoutStaticTable();
    return bytes < 0 ? null : (double) bytes / set.records();
  }
}
